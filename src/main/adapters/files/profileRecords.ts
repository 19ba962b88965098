import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Profile, profileSchema } from '../../../shared/domain/app/profile.ts'
import { createJsonFile } from './jsonFile.ts'

/** An id that names a folder inside of ours. */
const isFolderName = (id: string): boolean => /^[\w-]+$/.test(id)

/**
 * Each profile's own record, `<folder>/<id>/profile.json`, beside its databases: what they belong to is known even
 * where the list of profiles was lost. `readAll` leaves out what is damaged or belongs to another folder.
 */
export function createProfileRecords(folder: string) {
  const fileOf = (id: string) =>
    createJsonFile<Profile | null>(join(folder, id, 'profile.json'), profileSchema.nullable(), null)

  const readAll = async (): Promise<Profile[]> => {
    const names = await readdir(folder).catch(() => [])
    const records = await Promise.all(
      names.filter(isFolderName).map(async (id) => {
        const record = await fileOf(id)
          .read()
          .catch(() => null)
        return record?.id === id ? record : null
      }),
    )
    return records
      .filter((record) => record !== null)
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  }

  return {
    readAll,

    async write(profile: Profile): Promise<void> {
      if (isFolderName(profile.id)) await fileOf(profile.id).write(profile)
    },

    /** Folders with a register that neither a known profile nor a record of their own claims, by their names. */
    async unclaimedFolders(knownIds: readonly string[]): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      const unknown = names.filter(
        (name) => !knownIds.includes(name) && existsSync(join(folder, name, 'journal.db')),
      )
      // Another process may just have made the profile: then its record is there.
      const recordedIds = unknown.length > 0 ? (await readAll()).map(({ id }) => id) : []
      return unknown.filter((name) => !recordedIds.includes(name))
    },
  }
}
