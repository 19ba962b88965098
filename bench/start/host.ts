import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Call, Input, Output } from '../../src/shared/contract/contract.ts'
import type { Reply } from '../../src/shared/contract/failures.ts'
import type { MethodName } from '../../src/shared/contract/methodNames.ts'
import { toEnglish } from '../../src/shared/words/message.ts'

export const projectRoot = resolve(import.meta.dirname, '../..')
export const built = (name: string): string => join(projectRoot, 'out/main', name)

export type Host = {
  process: ChildProcess
  /** With the launch token, which is good for one browser. */
  url: string
  /** From the start of the process until it listened. */
  listeningMs: number
  end(): Promise<void>
}

type Started = { dataFolder: string; nodeArgs?: string[]; ipc?: boolean; port?: number }

/** The loopback host as it is built, in a process of its own, without a network. */
export async function startHost({
  dataFolder,
  nodeArgs = [],
  ipc = false,
  port = 0,
}: Started): Promise<Host> {
  const startMs = performance.now()
  const hostArgs = ['--port', String(port), '--data', dataFolder, '--no-open', '--offline']
  const host = spawn(process.execPath, [...nodeArgs, built('headless.js'), ...hostArgs], {
    stdio: ['ignore', 'pipe', 'inherit', ...(ipc ? ['ipc' as const] : [])],
  })
  const url = await listeningUrl(host)
  return {
    process: host,
    url,
    listeningMs: performance.now() - startMs,
    async end() {
      const exited = once(host, 'exit')
      host.kill('SIGKILL')
      await exited
    },
  }
}

function listeningUrl(host: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    host.once('exit', (code) => failed(new Error(`The host ended with ${code} before it listened.`)))
    if (!host.stdout) return failed(new Error('The host has no output.'))
    createInterface(host.stdout).on('line', (line) => {
      const { type, url } = JSON.parse(line) as { type?: string; url?: string }
      if (type === 'listening' && url) done(url)
    })
  })
}

/** Calls the host as its page does. */
export async function signIn({ url }: Host): Promise<Call> {
  const { origin, hash } = new URL(url)
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/session', { token: new URLSearchParams(hash.slice(1)).get('token') })
  const [cookie = ''] = session.headers.getSetCookie()
  const { headerToken } = (await session.json()) as { headerToken: string }
  const signed = { Cookie: cookie.split(';')[0] ?? '', 'X-Pathclock-Token': headerToken }
  return async <Name extends MethodName>(name: Name, input: Input<Name>) => {
    const reply = (await (await post(`/call/${name}`, input, signed)).json()) as Reply<Output<Name>>
    if (!reply.ok) throw new Error(`${name}: ${toEnglish(reply.failure.message)}`)
    return reply.value
  }
}
