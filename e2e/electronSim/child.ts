import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BootConfig, BrowserHandlers, MainHandlers } from './messages.ts'
import { createPeer, type Peer } from './peer.ts'

const closeLimitMs = 15_000

export type MainProcess = {
  peer: Peer<MainHandlers>
  /** The last part of main's output. */
  printed(): string
  /** The standard output of main so far. */
  output(): string
  /** Resolves with the exit code when main has ended. */
  ended: Promise<number | null>
  /** Waits until main ends; kills it and throws if it does not. */
  waitForEnd(): Promise<void>
  kill(): void
}

/** Starts the simulated main process. */
export function startMain(
  config: BootConfig,
  env: NodeJS.ProcessEnv,
  handlers: BrowserHandlers,
  stdin = '',
): MainProcess {
  const { NODE_OPTIONS: _forTheTest, ...inherited } = process.env
  const child = fork(fileURLToPath(new URL('boot.ts', import.meta.url)), [], {
    execArgv: ['--no-warnings'],
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited, ...env, ELECTRON_SIM_CONFIG: JSON.stringify(config) },
  })
  child.stdin?.on('error', () => undefined).end(stdin)
  let printed = ''
  let stdout = ''
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk)
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed = (printed + String(chunk)).slice(-20_000)
    })
  const peer = createPeer<MainHandlers>(
    {
      send: (message) => void (child.connected && child.send(message as object, () => undefined)),
      onMessage: (listener) => void child.on('message', listener),
    },
    handlers,
  )
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  void ended.then((code) => peer.end(`the simulated main process ended with code ${code}: ${printed}`))
  return {
    peer,
    ended,
    printed: () => printed,
    output: () => stdout,
    waitForEnd: () => waitForEnd(child, ended, () => printed),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function waitForEnd(
  child: ChildProcess,
  ended: Promise<unknown>,
  printed: () => string,
): Promise<void> {
  const limit = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => limit.resolve('late'), closeLimitMs)
  const outcome = await Promise.race([ended, limit.promise])
  clearTimeout(timer)
  if (outcome !== 'late') return
  child.kill('SIGKILL')
  throw new Error(`simulator: the app did not quit within ${closeLimitMs / 1000} s: ${printed()}`)
}
