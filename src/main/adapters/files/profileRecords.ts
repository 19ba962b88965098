import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Profile, profileSchema } from '../../../shared/domain/app/profile.ts'
import { createJsonFile } from './jsonFile.ts'

/** True if an id names a folder inside of ours. */
const isFolderName = (id: string): boolean => /^[\w-]+$/.test(id)

/**
 * Manages each profile's own record, `<folder>/<id>/profile.json`, beside its databases, so that their profile is known
 * even if the list of profiles is lost. `readAll` skips damaged records and those of another folder.
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

    /**
     * Returns the names of folders with a register that belong neither to a known profile nor to a record of their own.
     */
    async unclaimedFolders(knownIds: readonly string[]): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      const unknown = names.filter(
        (name) => !knownIds.includes(name) && existsSync(join(folder, name, 'journal.db')),
      )
      // Another process may just have created the profile. Then its record exists.
      const recordedIds = unknown.length > 0 ? (await readAll()).map(({ id }) => id) : []
      return unknown.filter((name) => !recordedIds.includes(name))
    },
  }
}
