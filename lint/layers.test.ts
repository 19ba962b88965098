import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { doors, layerProblem } from './layers.js'

const refused: [rule: string, file: string, specifier: string][] = [
  ['a service knows no Electron', 'src/main/samples/samples.ts', 'electron'],
  ['a service knows no adapter', 'src/main/samples/samples.ts', '../adapters/files/files.ts'],
  ['a service knows no host', 'src/main/drugs/catalogue.ts', '../hosts/loopback/server.ts'],
  ['a service imports no other service', 'src/main/results/analyses.ts', '../samples/samples.ts'],
  ['an adapter knows no service', 'src/main/adapters/files/files.ts', '../../api/rateLimit/rateLimiter.ts'],
  ['a host knows no service', 'src/main/hosts/loopback/server.ts', '../../samples/samples.ts'],
  ['a host knows no other host', 'src/main/hosts/cli/app.ts', '../electron/window/window.ts'],
  ['only the Electron host knows Electron', 'src/main/hosts/loopback/server.ts', 'electron'],
  ['the composition knows no host', 'src/main/compose/composeApp.ts', '../hosts/loopback/server.ts'],
  ['an entry knows no service', 'src/main/index.ts', './samples/samples.ts'],
  ['shared code runs without Node', 'src/shared/domain/drugs/drug.ts', 'node:fs'],
  ['shared code knows zod only', 'src/shared/domain/drugs/drug.ts', 'kysely'],
  ['shared code knows no main', 'src/shared/domain/drugs/drug.ts', '../../../main/ports.ts'],
  ['the demo service knows the domain only', 'src/demoService/index.ts', '../main/ports.ts'],
  [
    'a service does not look inside the demo service',
    'src/main/samples/samples.ts',
    '../../demoService/index.ts',
  ],
  [
    'the composition sees the demo service from outside',
    'src/main/compose/composeApp.ts',
    '../../demoService/state.ts',
  ],
  ['a room is entered by its door', 'src/main/compose/composeServices.ts', '../drugs/lists/lists.ts'],
  ['a topic is entered by its door', 'src/main/compose/composeServices.ts', '../api/rateLimit/window.ts'],
  ['a type comes by the door too', 'src/main/compose/composeServices.ts', '../export/tables/tables.ts'],
  [
    'an adapter is entered by its door',
    'src/main/compose/composeJournal.ts',
    '../adapters/sqlite/dialect.ts',
  ],
  ['a thread enters by its own door', 'src/main/threads/drugsWorker.ts', '../drugs/cache/drugCache.ts'],
  ['an entry enters the host by its door', 'src/main/index.ts', './hosts/electron/window/window.ts'],
  ['the preload brings no package', 'src/preload/index.ts', 'zod'],
  ['the page knows no main', 'src/renderer/client/client.ts', '../../main/ports.ts'],
  ['the page runs without Node', 'src/renderer/app/App.tsx', 'node:path'],
  [
    'a feature imports no other feature',
    'src/renderer/features/drugs/DrugsScreen.tsx',
    '../samples/SamplesScreen.tsx',
  ],
  [
    'a feature does not reach into the shell',
    'src/renderer/features/drugs/DrugsScreen.tsx',
    '../../app/App.tsx',
  ],
  [
    'a stateless component knows no store',
    'src/renderer/ui/feedback/Feedback.tsx',
    '../../state/statusBar.ts',
  ],
  ['what asks for data knows no component', 'src/renderer/client/call.ts', '../ui/Said.tsx'],
  ['a figure knows no page', 'src/figures/frame/figure.ts', '../../renderer/charts/frame/Chart.tsx'],
  ['a figure knows no main', 'src/figures/drawSpec.ts', '../main/ports.ts'],
  ['a figure is drawn without Node', 'src/figures/vector/plainBoard.ts', 'node:fs'],
  ['a service draws no figure but in a report', 'src/main/results/analyses.ts', '../../figures/spec.ts'],
  ['the thread of figures knows no service', 'src/main/threads/figuresWorker.ts', '../export/export.ts'],
  ['a chart knows no store', 'src/renderer/charts/frame/Chart.tsx', '../../state/statusBar.ts'],
  [
    'nothing imports what lies outside src',
    'src/main/samples/samples.ts',
    '../../../e2e/support/fixtures.ts',
  ],
  [
    'a capsule’s screen imports no other feature',
    'src/renderer/features/capsule/CapsuleScreen.tsx',
    '../drugs/DrugsScreen.tsx',
  ],
  [
    'a new feature imports no other feature',
    'src/renderer/features/home/Home.tsx',
    '../drugs/DrugsScreen.tsx',
  ],
  ['a new folder of the page needs a room', 'src/renderer/helpers/words.ts', '../ui/feedback/Feedback.tsx'],
  ['a store knows no feature', 'src/renderer/state/statusBar.ts', '../features/drugs/DrugsScreen.tsx'],
  ['a mechanism knows no service', 'src/main/concurrency/pool.ts', '../samples/samples.ts'],
  ['every file has a room', 'src/main/utils.ts', 'zod'],
]

const allowed: [file: string, specifier: string][] = [
  ['src/main/samples/samples.ts', '../ports.ts'],
  ['src/main/samples/samples.ts', '../concurrency/jobs.ts'],
  ['src/main/samples/samples.ts', './import/csv/tokenizer.ts'],
  ['src/main/compose/composeApp.ts', '../adapters/files/files.ts'],
  ['src/main/hosts/electron/window/window.ts', 'electron'],
  ['src/preload/index.ts', 'electron'],
  ['src/figures/drawSpec.ts', '../shared/format/numbers.ts'],
  ['src/renderer/charts/GroupCharts.tsx', '../../figures/groups/boxes.ts'],
  ['src/main/threads/figuresWorker.ts', '../../figures/drawSpec.ts'],
  ['src/main/export/figures/figures.ts', '../../../figures/spec.ts'],
  ['src/renderer/features/drugs/DrugsScreen.tsx', '../../ui/feedback/Feedback.tsx'],
  ['src/renderer/app/App.tsx', '../features/drugs/DrugsScreen.tsx'],
]

describe('the layer rules', () => {
  it.each(refused)('refuse: %s', (_rule, file, specifier) => {
    expect(layerProblem(file, specifier)).toBeTypeOf('string')
  })

  it.each(allowed)('allow %s to import %s', (file, specifier) => {
    expect(layerProblem(file, specifier)).toBeUndefined()
  })
})

const root = resolve(import.meta.dirname, '..')

describe('the doors of rooms', () => {
  it('are there for every room of main', () => {
    const folders = readdirSync(join(root, 'src/main'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => `src/main/${name}`)
    expect(folders.filter((room) => !(room in doors))).toEqual([])
  })

  it('are files that exist', () => {
    const named = Object.entries(doors).flatMap(([room, files]) =>
      files.filter((file) => file !== '*').map((file) => `${room}/${file}`),
    )
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('are all that is open: an inside is refused by its name', () => {
    expect(layerProblem('src/main/compose/composeServices.ts', '../drugs/drugs.ts')).toBeUndefined()
    expect(layerProblem('src/main/compose/composeServices.ts', '../drugs/lists/lists.ts')).toContain('inside')
    expect(layerProblem('src/main/drugs/drugs.ts', './lists/lists.ts')).toBeUndefined()
  })
})

describe('oxlint with the layer rules', () => {
  const copy = mkdtempSync(join(tmpdir(), 'pathclock-layers-'))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  const oxlint = () =>
    spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint')], {
      cwd: copy,
      encoding: 'utf8',
    })

  beforeAll(() => {
    cpSync(join(root, 'lint'), join(copy, 'lint'), { recursive: true })
    const config = {
      jsPlugins: ['./lint/layers.js'],
      rules: { 'pathclock/layers': 'error', 'pathclock/one-way': 'error', 'pathclock/typed-seams': 'error' },
    }
    put('.oxlintrc.json', JSON.stringify(config))
    put('package.json', '{"type":"module"}')
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('passes a tree that keeps to its rooms and fails once a service imports electron or an adapter', () => {
    put('src/main/samples/probe.ts', "import type { Clock } from '../ports.ts'\nexport type Probe = Clock\n")
    expect(oxlint().status).toBe(0)

    put('src/main/samples/probe.ts', "import { app } from 'electron'\nexport const probe = app\n")
    const electron = oxlint()
    expect(electron.status).toBe(1)
    expect(electron.stdout).toContain('may not import electron')

    put('src/main/samples/probe.ts', "export { files } from '../adapters/files.ts'\n")
    expect(oxlint().status).toBe(1)

    put('src/main/samples/probe.ts', "export const late = () => import('../adapters/files.ts')\n")
    expect(oxlint().status).toBe(1)
  })

  it('fails when a feature of the page imports another', () => {
    rmSync(join(copy, 'src'), { recursive: true, force: true })
    put('src/renderer/features/drugs/probe.ts', "export { table } from '../samples/table.ts'\n")
    const found = oxlint()
    expect(found.status).toBe(1)
    expect(found.stdout).toContain('src/renderer/features/drugs may not import src/renderer/features/samples')
  })

  describe('one way', () => {
    const imports = (specifier: string) => `import type { A } from '${specifier}'\nexport type B = A\n`
    const samples = (file: string, specifier: string) => put(`src/main/samples/${file}`, imports(specifier))
    beforeEach(() => {
      rmSync(join(copy, 'src'), { recursive: true, force: true })
      for (const file of ['orders/low.ts', 'register/low.ts', 'tableJoin/low.ts', 'rows.ts'])
        put(`src/main/samples/${file}`, 'export type A = string\n')
      samples('orders/order.ts', '../register/low.ts')
    })
    afterAll(() => rmSync(join(copy, 'e2e'), { recursive: true, force: true }))

    it('passes a tree whose folders point one way, whatever its tests and testing folders import', () => {
      samples('register/annotate.test.ts', '../orders/low.ts')
      samples('register/testing/fill.ts', '../../orders/low.ts')
      expect(oxlint().status).toBe(0)
    })

    it('fails when two folders import each other, and names both imports', () => {
      samples('register/annotate.ts', '../orders/low.ts')
      const { status, stdout } = oxlint()
      expect(status).toBe(1)
      expect(stdout).toContain('src/main/samples: orders imports register, which imports orders')
      expect(stdout).toContain('src/main/samples/register/annotate.ts imports src/main/samples/orders/low.ts')
    })

    it('fails when a folder and a file beside it import each other', () => {
      samples('orders/order.ts', '../rows.ts')
      samples('rows.ts', './orders/low.ts')
      expect(oxlint().stdout).toContain('src/main/samples: orders imports rows.ts, which imports orders')
    })

    it('fails when the way back leads through a third folder', () => {
      samples('register/annotate.ts', '../tableJoin/low.ts')
      samples('tableJoin/join.ts', '../orders/low.ts')
      expect(oxlint().stdout).toContain('orders imports register, which imports orders')
    })

    it('fails in e2e too', () => {
      put('e2e/checks/scan.ts', imports('../support/low.ts'))
      put('e2e/support/keys.ts', imports('../checks/low.ts'))
      for (const folder of ['checks', 'support']) put(`e2e/${folder}/low.ts`, 'export type A = string\n')
      expect(oxlint().stdout).toContain('e2e: checks imports support, which imports checks')
    })
  })

  it('fails at a cast to never and at the address of any route, but for tests', () => {
    rmSync(join(copy, 'src'), { recursive: true, force: true })
    const cast =
      'export const probe = (text: string) => text as never\nexport const other = (text: string) => text as unknown as number\n'
    put('src/renderer/state/probe.test.ts', cast)
    expect(oxlint().status).toBe(0)
    put('src/renderer/state/probe.ts', cast)
    const { stdout } = oxlint()
    expect(stdout).toContain('`as never` fits anywhere')
    expect(stdout).toContain('`as unknown as` fits anywhere')
    put('src/renderer/state/probe.ts', 'export const probe = { strict: false }\n')
    expect(oxlint().stdout).toContain('`strict: false` reads the address of any route')
  })
})
