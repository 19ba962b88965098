import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFileFolder } from '../newFolder.ts'
import { type ServedApp, serveApp } from '../servedApp.ts'

/**
 * Made on 2026-11-22 by the version before drug lists, export presets, offline sync and transforms had their names: a day
 * in the lab (`simulateLabDay.ts`) with two presets, a saved search, an annotation, an arranged table and a dark theme.
 */
const stored = join(import.meta.dirname, 'storedFolders/0.1.0-2026-11-22.zip')
const serviceOfThen = 'http://127.0.0.1:43993'

const folder = newFileFolder()
let app: ServedApp
beforeAll(async () => {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(stored)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const env = { PATHCLOCK_API_KEY: 'key-of-today' }
  app = await serveApp(['--data', folder, '--service', serviceOfThen, '--offline'], env)
})
afterAll(async () => {
  await app?.close()
})

describe('a data folder of the version before', () => {
  it('has its batches with every outcome, and reports no damage', async () => {
    const { notices, profile } = await app.call('app.status', {})
    expect(notices).toEqual([])
    expect(profile?.serviceUrl).toBe(serviceOfThen)
    const batches = await app.call('batches.list', {})
    const none = { created: 0, failed: 0, unknown: 0, queued: 0 }
    expect(batches).toMatchObject([
      { fileName: 'lost too.csv', state: 'paused', ...none, queued: 1 },
      { fileName: 'lost.csv', state: 'done', ...none, unknown: 1 },
      { fileName: 'refused.csv', state: 'done', ...none, failed: 1 },
      { fileName: 'A-B-C.csv', state: 'done', ...none, created: 3 },
    ])
    expect(await app.call('app.status', {})).toMatchObject({ uncertain: null })
    const batchId = batches.at(-1)?.batchId ?? ''
    expect(await app.call('batches.history', { batchId })).toMatchObject({ transform: { ageUnit: 'years' } })
    expect(await app.call('journal.verify', {})).toMatchObject({ findings: [] })
  })

  it('has its samples, what was added to them, and their results', async () => {
    const { rows } = await app.call('samples.list', {})
    const states = rows.map(({ clientReference, state }) => `${clientReference} ${state}`)
    expect(states).toEqual(['A succeeded', 'B succeeded', 'C succeeded'])
    expect(rows[0]?.annotation).toMatchObject({ group: 'treated', tags: ['first'], note: 'from the freezer' })
    const { samples, pathways } = await app.call('results.values', {
      measure: 'activity',
      of: { filter: {} },
      view: { kind: 'raw' },
    })
    expect(samples).toHaveLength(3)
    expect(pathways.length).toBeGreaterThan(5)
    expect(await app.call('screening.list', {})).toMatchObject([{ state: 'succeeded', clientReference: 'A' }])
  })

  it('gets an order log with everything that was ordered, and a backup of its journal', async () => {
    const [profileId = ''] = readdirSync(join(folder, 'profiles'))
    const profile = join(folder, 'profiles', profileId)
    const lines = readFileSync(join(profile, 'orders.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; row?: Record<string, unknown>; sample?: object })
    const settled = lines.flatMap(({ kind, row }) => (kind === 'row settled' && row?.['fields'] ? [row] : []))
    expect(
      settled
        .map((row) => `${String(row['client_reference'])} ${String(row['state'])}`)
        .toSorted()
        .join(),
    ).toBe('A created,B created,C created,lost unknown,refused failed')
    const count = (name: string) => lines.filter(({ kind }) => kind === name).length
    expect(['log begun', 'batch begun', 'screening settled'].map(count)).toEqual([1, 4, 1])
    const placed = lines.filter(({ row, sample }) => row?.['state'] === 'created' && sample !== undefined)
    expect(placed).toHaveLength(3)
    expect(count('analysis settled')).toBeGreaterThanOrEqual(3)
    // The backup is made in the background.
    await expect.poll(() => readdirSync(join(profile, 'backups'))).toHaveLength(1)
  })

  it('has a study for each batch, and one of all samples', async () => {
    const studies = await app.call('studies.list', {})
    const counts = studies.map(({ name, samples, stages }) => `${name}: ${samples}, ${stages.analyzed}`)
    expect(counts.join('; ')).toBe(
      'All samples: 3, 3; lost too: 0, 0; lost: 0, 0; refused: 0, 0; A-B-C: 3, 3',
    )
    const { studyId = '' } = studies.at(-1) ?? {}
    expect((await app.call('samples.list', { filter: { study: studyId } })).total).toBe(3)
  })

  it('has its saved mapping with its transform', async () => {
    const mapping = { sample_name: 'client_reference', age: 'age' }
    const transform = { dayFormat: 'YYYY-MM-DD', ageUnit: 'years' }
    expect(await app.call('mappings.list', {})).toMatchObject([{ name: 'Kept', mapping, transform }])
  })

  it('has its drug lists, export presets, saved searches and offline plans', async () => {
    const lists = await app.call('drugLists.list', {})
    expect(lists.map(({ name, kind, count }) => [name, kind, count])).toEqual([
      ['Favorites', 'favourites', 0],
      ['Kept', 'list', 1],
      ['To remove', 'list', 1],
    ])
    const listId = lists[1]?.listId
    expect(await app.call('exportPresets.list', {})).toMatchObject([
      { name: 'Drugs of a list', settings: { table: { kind: 'drugs', of: { listId } }, format: 'csv' } },
      { name: 'Every sample', settings: { table: { kind: 'samples' }, format: 'xlsx' } },
    ])
    expect(await app.call('searches.list', {})).toMatchObject([
      { name: 'mTOR' },
      { name: 'Rapa', address: 'text=rapa' },
    ])
    expect(await app.call('offlineSync.list', {})).toMatchObject([
      { scope: { kind: 'catalogue' }, detail: 'all', listed: 54 },
      { scope: { kind: 'list', listId }, title: 'Kept', state: 'done', detailed: 1 },
    ])
  })

  it('has its settings and its arranged tables', async () => {
    expect(await app.call('settings.get', {})).toMatchObject({ theme: 'dark' })
    expect(await app.call('tables.layout', { table: 'samples' })).toMatchObject({
      columns: [{ id: 'status', width: 140 }],
      sort: [{ column: 'created_at', order: 'asc' }],
    })
  })
})
