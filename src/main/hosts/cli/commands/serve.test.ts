import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../testing/newFolder.ts'
import { startCommand } from '../testing/runCommand.ts'

it('serve opens the requested profile', async () => {
  const folder = newFolder()
  const serve = ['serve', '--no-open', '--data', folder]
  const start = (args: string[], env = {}) => {
    const { child, ended } = startCommand([...serve, ...args], { env })
    // If the pages are built, the server would run on. The checked events happen long before.
    const limit = setTimeout(() => child.kill('SIGTERM'), 60_000)
    child.stdout.once('data', () => child.kill('SIGTERM'))
    return ended.finally(() => clearTimeout(limit))
  }
  const unknown = await start(['--profile', 'nobody'])
  expect(unknown).toMatchObject({ code: 2 })
  expect(unknown.stderr).toContain('There is no profile "nobody"')

  await start(['--service', 'https://service.example'], { PATHCLOCK_API_KEY: 'key-1' })
  expect(await readFile(join(folder, 'profiles.json'), 'utf8')).toContain('https://service.example')
})
