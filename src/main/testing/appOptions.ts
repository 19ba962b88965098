import { fileURLToPath } from 'node:url'
import { forkHelper } from '../adapters/keychain/helperClient.ts'
import type { AppOptions, Dialogs } from '../ports.ts'
import { entry } from './processes/processFile.ts'

const memoryHelper = fileURLToPath(new URL('../adapters/keychain/testing/memoryHelper.ts', import.meta.url))

/** A user who closes every dialog. */
export const noDialogs: Dialogs = {
  chooseOpen: async () => null,
  chooseSave: async () => null,
  reveal: async () => {},
  openExternal: async () => {},
}

/** Options of a whole app on this data folder, with an in-memory keychain and without dialogs. */
export const appOptions = (dataFolder: string): AppOptions => ({
  host: 'loopback',
  version: '0.0.0-test',
  dataFolder,
  entry,
  dialogs: noDialogs,
  launchKeychainHelper: forkHelper(memoryHelper),
})
