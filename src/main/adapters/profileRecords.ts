import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Profile, profileSchema } from '../../shared/domain/profile.ts'
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

  return {
    async write(profile: Profile): Promise<void> {
      if (isFolderName(profile.id)) await fileOf(profile.id).write(profile)
    },

    async readAll(): Promise<Profile[]> {
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
    },
  }
}
