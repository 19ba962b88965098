import { fork } from 'node:child_process'
import { childEnvironment } from '../../childEnvironment.ts'
import type { LaunchHelper } from '../../ports.ts'

/** Starts the keychain helper as a forked Node process. It never keeps the app alive by itself. */
export const forkHelper =
  (entryFile: string): LaunchHelper =>
  () => {
    const { PATHCLOCK_API_KEY: _notForHelpers, ...env } = childEnvironment()
    const child = fork(entryFile, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.unref()
    child.channel?.unref()
    return {
      send: (message) => {
        // A helper that has just gone tells so by its exit; what it was asked is then answered by that.
        if (child.connected) child.send(message as object, () => undefined)
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.on('exit', listener)
        child.on('error', () => listener(null))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
