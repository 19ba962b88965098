import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../newFolder.ts'
import { createGuard } from './networkGuard.ts'

let folder: string
beforeEach(async () => {
  folder = newFolder()
})

/** Runs a script with the guard before it; whatever it throws or rejects is its own affair. */
function run(script: string, closed = true) {
  const guard = createGuard(join(folder, 'attempts.jsonl'))
  if (closed) guard.close()
  const args = ['--input-type=module', '-e', script]
  const env = { PATH: process.env['PATH'] ?? '', ...guard.env }
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 100_000 })
  return { ...guard, stdout, stderr }
}

const connectionAttempts: [string, string, string][] = [
  ['fetch', 'connect', "await fetch('http://192.0.2.1/')"],
  ['fetch over TLS', 'connect', "await fetch('https://192.0.2.1/')"],
  ['fetch of a name', 'connect', "await fetch('http://service.invalid/')"],
  ['http', 'connect', "(await import('node:http')).get('http://192.0.2.1/')"],
  ['http2', 'connect', "(await import('node:http2')).connect('http://192.0.2.1/')"],
  ['a socket', 'connect', "import { connect } from 'node:net'; connect(80, '192.0.2.1')"],
  ['a local socket', 'connect', "import { connect } from 'node:net'; connect('/tmp/nobody')"],
  ['tls', 'connect', "(await import('node:tls')).connect(443, '192.0.2.1')"],
  ['a WebSocket', 'connect', "new WebSocket('ws://192.0.2.1/')"],
  ['a name', 'dns.resolve4', "import { resolve4 } from 'node:dns'; resolve4('service.invalid', () => {})"],
  ['a promised name', 'dns.resolve', "await (await import('node:dns/promises')).resolve('service.invalid')"],
  [
    'a resolver',
    'dns.resolveTxt',
    "new (await import('node:dns')).Resolver().resolveTxt('a.invalid', () => {})",
  ],
  ['a datagram', 'dgram', "(await import('node:dgram')).createSocket('udp4').send('x', 53, '192.0.2.1')"],
  ['a process', 'spawn', "import { spawn } from 'node:child_process'; spawn('true')"],
  ['a process waited for', 'execSync', "import { execSync } from 'node:child_process'; execSync('true')"],
]

describe('the guard of sockets', () => {
  it.each(connectionAttempts)('refuses and notes %s', (_way, kind, script) => {
    const { attempts } = run(`process.on('uncaughtException', () => {}); ${script}`)
    expect(attempts().map((attempt) => [attempt.kind, attempt.refused])).toContainEqual([kind, true])
  })

  it('is there in workers too, whatever they are given', async () => {
    const worker = join(folder, 'worker.mjs')
    await writeFile(worker, "fetch('http://192.0.2.1/').catch(() => {})")
    const { attempts } = run(
      `import { Worker } from 'node:worker_threads'
       new Worker(${JSON.stringify(worker)}, { execArgv: [], env: {} })`,
    )
    expect(attempts()).toMatchObject([{ kind: 'connect', refused: true, thread: 1 }])
  })

  it('notes a request over a connection that was made before', () => {
    const { attempts } = run(
      `import { Agent, createServer, get } from 'node:http'; import { writeFileSync } from 'node:fs'
       const agent = new Agent({ keepAlive: true, maxSockets: 1 })
       const server = createServer((_, response) => response.end('x')).listen(0, '127.0.0.1', () => {
         const ask = () => get({ port: server.address().port, host: '127.0.0.1', agent }, (answer) => answer.resume())
         agent.once('free', () => setImmediate(() => {
           writeFileSync(${JSON.stringify(join(folder, 'attempts.jsonl.closed'))}, '')
           ask().on('error', () => process.exit())
         }))
         ask()
       })`,
      false,
    )
    expect(attempts().map(({ kind, refused }) => `${kind} ${refused}`)).toEqual([
      'connect false',
      'write true',
    ])
  })

  it('lets a server listen and answer', () => {
    const { attempts, stdout } = run(
      `import { createServer } from 'node:http'
       const server = createServer().listen(0, '127.0.0.1', () => { console.log('listens'); server.close() })`,
    )
    expect([attempts(), stdout]).toEqual([[], 'listens\n'])
  })
})
