import { runKeychainHelper } from '../adapters/keychain/helperMain.ts'

runKeychainHelper()
