import { utilityProcess } from 'electron'
import { childEnvironment } from '../childEnvironment.ts'
import type { LaunchHelper } from '../ports.ts'

/** Starts the keychain helper as a utility process of Electron: it may hang or crash without the app. */
export const launchInUtilityProcess =
  (entryFile: string): LaunchHelper =>
  () => {
    const { PATHCLOCK_API_KEY: _notForHelpers, ...env } = childEnvironment()
    const child = utilityProcess.fork(entryFile, [], {
      env,
      stdio: 'ignore',
      serviceName: 'Pathclock keychain',
    })
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.on('exit', listener),
      kill: () => void child.kill(),
    }
  }
