import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'pathclock-dialogs-'))
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), text)
}
/** Runs the linter on page files with the project's own rules. */
const lint = (files: readonly (readonly [file: string, text: string])[]) => {
  rmSync(join(copy, 'src'), { recursive: true, force: true })
  for (const [file, text] of files) put(file, text)
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  return spawnSync(process.execPath, [oxlint], { cwd: copy, encoding: 'utf8' })
}
const dialog = (names: string) =>
  `import { ${names} } from '@mantine/core'\nexport { ${names.split(' as ').at(-1)} }\n`

beforeAll(() => {
  const { options: _, ...config } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
  cpSync(join(root, 'lint'), join(copy, 'lint'), { recursive: true })
  put('.oxlintrc.json', JSON.stringify(config))
  put('package.json', '{"type":"module"}')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('reports a dialog made without ui/Dialog, which tracks the front dialog', () => {
  const planted = ['Modal', 'Drawer', 'Modal as Window', 'ModalRoot'].map(
    (names, index) => [`src/renderer/features/drugs/Planted${index}.tsx`, dialog(names)] as const,
  )
  const namespaceImport = "import * as mantine from '@mantine/core'\nexport const { Modal } = mantine\n"
  const files = [...planted, ['src/renderer/state/Planted.tsx', namespaceImport] as const]
  const found = lint(files)
  expect(found.status).toBe(1)
  // The message is printed before or after the file name, in no fixed order.
  expect(found.stdout.split('Use Dialog of src/renderer/ui').length).toBeGreaterThan(files.length)
  for (const [file, text] of files) expect(found.stdout, text).toContain(file)
})

it('is made in ui/Dialog.tsx, and other parts of the library are free', () => {
  const files = [
    ['src/renderer/ui/dialogs/Dialog.tsx', dialog('Modal')],
    ['src/renderer/features/drugs/Free.tsx', dialog('Popover')],
  ] as const
  const found = lint(files)
  expect(found.stdout).not.toContain('Use Dialog')
  expect(found.status).toBe(0)
})
