import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFull } from '../../testing/faults.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import { runInProcess } from '../../testing/processes/runInProcess.ts'
import { exitCodes } from './program/exitCodes.ts'
import { startCommand } from './testing/runCommand.ts'

/** Collects garbage every 100 ms and prints a dot each time. Node does not accept --expose-gc from the environment. */
const collecting = `import v8 from 'node:v8'; import vm from 'node:vm'
v8.setFlagsFromString('--expose-gc'); const gc = vm.runInNewContext('gc')
setInterval(() => { gc(); process.stderr.write('.') }, 100).unref()`
/** The time limit. The quick form runs beside other tests on a busy computer. */
const mostMs = isFull ? 3000 : 20_000
/** A placeholder for a table in the test's folder. */
const table = 'TABLE'

/** Requests whose address contains this get no response. */
let silentAt = ''
const server = createServer(({ url = '' }, response) => {
  if (url.includes(silentAt)) return void server.emit('waiting')
  response.setHeader('Content-Type', 'application/json')
  response.end('{"code":200,"data":{"user_id":"u-1","sample_id":"S-1","status":"succeeded"}}')
})
const folder = newFileFolder()
let globals: string[]
const env = { PATHCLOCK_API_KEY: 'key-0123456789' }
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globals = ['--json', '--data', join(folder, 'data'), '--service', url]
  silentAt = 'nowhere'
  await writeFile(join(folder, 'ids.txt'), 'S-1\n')
  await writeFile(join(folder, 'samples.csv'), 'sample_name\nA-1\nA-2\n')
  const adopted = await runInProcess(['samples', 'adopt', join(folder, 'ids.txt'), ...globals], { env })
  if (adopted.code !== 0) throw new Error(adopted.stderr)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const toPath = (arg: string): string => (arg === table ? join(folder, 'samples.csv') : arg)

const commands = [
  ['SIGINT', 'whoami', '/users/me', ['whoami']],
  ['SIGTERM', 'analyze', '/moa/', ['analyze', '--samples', 'S-1']],
  ['SIGINT', 'samples report', '/report', ['samples', 'report', 'S-1', '--out', 'report.pdf']],
  ['SIGTERM', 'samples import', '/samples', ['samples', 'import', table, '--yes']],
  ['SIGTERM', 'screen create', '/screening', ['screen', 'create', 'S-1']],
  ['SIGTERM', 'drugs sync', '/drugs', ['drugs', 'sync']],
  ['SIGINT', 'login --browser', '/.well-known', ['login', '--browser', '--client-id', 'c']],
] as const

/** In the quick form, one command that reads and one that places orders. */
const tried = isFull
  ? commands
  : commands.filter(([, name]) => name === 'whoami' || name === 'samples import')

it.each(tried)(
  '%s ends "%s" within 3 s while the service does not respond, even during garbage collections',
  // Wall time: a loaded machine may need another attempt.
  { retry: 2 },
  async (signal, name, path, args) => {
    silentAt = path
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(collecting)}`
    const waiting = once(server, 'waiting')
    const { child, ended } = startCommand([...args.map(toPath), ...globals], {
      env: { NODE_OPTIONS, ...(name === 'login --browser' ? {} : env) },
    })
    await Promise.race([waiting, ended.then((end) => expect.unreachable(JSON.stringify(end)))])
    for (let collections = 0; collections < 3; collections++) await once(child.stderr, 'data')
    const stoppedMs = performance.now()
    child.kill(signal)
    const { code } = await ended
    expect(code).toBe(exitCodes.interrupted)
    expect(performance.now() - stoppedMs).toBeLessThan(mostMs)
  },
)
