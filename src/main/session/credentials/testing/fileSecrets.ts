import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretStore } from '../../../ports.ts'

/** Creates a keychain that several processes share: one file per secret, written atomically. */
export function createFileSecrets(folder: string): SecretStore {
  mkdirSync(folder, { recursive: true })
  const fileOf = (name: string): string => join(folder, encodeURIComponent(name))
  return {
    async get(name) {
      try {
        return readFileSync(fileOf(name), 'utf8')
      } catch {
        return null
      }
    },
    async set(name, value) {
      const part = `${fileOf(name)}.${process.pid}.part`
      writeFileSync(part, value)
      renameSync(part, fileOf(name))
    },
    remove: async (name) => rmSync(fileOf(name), { force: true }),
    isInMemory: () => false,
    check: async () => ({ kind: 'keychain' }),
    status: () => ({ kind: 'keychain' }),
  }
}
