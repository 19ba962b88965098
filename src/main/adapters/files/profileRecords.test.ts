import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Profile, profileSchema } from '../../../shared/domain/app/profile.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createProfileRecords } from './profileRecords.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const profile = (id: string, createdAt: string): Profile =>
  profileSchema.parse({
    id,
    name: id,
    serviceUrl: 'https://api.example.org',
    signIn: 'api-key',
    clientId: null,
    requestsPerMinute: 100,
    createdAt,
  })

describe('records of profiles', () => {
  it('are read in the order in which the profiles were created', async () => {
    const records = createProfileRecords(join(folder, 'profiles'))
    expect(await records.readAll()).toEqual([])
    const [first, second] = [profile('b', '2026-01-01'), profile('a', '2026-01-02')]
    await records.write(second)
    await records.write(first)
    await records.write({ ...second, name: 'New name' })
    expect(await records.readAll()).toEqual([first, { ...second, name: 'New name' }])
  })

  it('are skipped if damaged, from another folder or with a path outside', async () => {
    const records = createProfileRecords(folder)
    await records.write(profile('good', '2026-01-01'))
    await records.write(profile('../outside', '2026-01-01'))
    for (const [id, text] of [
      ['damaged', '{"id":'],
      ['other', JSON.stringify(profile('good', '2026-01-01'))],
      ['older', JSON.stringify({ id: 'older' })],
    ] as const) {
      await mkdir(join(folder, id))
      await writeFile(join(folder, id, 'profile.json'), text)
    }
    await mkdir(join(folder, 'empty'))
    await writeFile(join(folder, 'file'), '')
    expect((await records.readAll()).map(({ id }) => id)).toEqual(['good'])
  })
})
