import { join } from 'node:path'
import { forkHelper } from '../adapters/keychain/helperClient.ts'
import type { AppOptions } from '../ports.ts'
import { entry } from './processes/processFile.ts'

const memoryHelper = join(import.meta.dirname, '../adapters/keychain/testing/memoryHelper.ts')

/** Options of a whole app on this data folder, with an in-memory keychain and a user who closes every dialog. */
export const appOptions = (dataFolder: string): AppOptions => ({
  host: 'loopback',
  version: '0.0.0-test',
  dataFolder,
  entry,
  dialogs: {
    chooseOpen: async () => null,
    chooseSave: async () => null,
    reveal: async () => {},
    openExternal: async () => {},
  },
  launchKeychainHelper: forkHelper(memoryHelper),
})
