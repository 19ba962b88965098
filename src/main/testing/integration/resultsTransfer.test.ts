import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { openGuarded } from '../../adapters/sqlite/recovery/openGuarded.ts'
import { transferRows } from '../../adapters/sqlite/recovery/transferRows.ts'
import { systemClock } from '../../adapters/system.ts'
import { verifyInBackground } from '../../compose/composeResults.ts'
import { openStores } from '../../compose/composeStores.ts'
import { migrationsWithResults } from '../../store/cache.ts'
import { answersMigrations, transferStatements } from '../../store/resultTables.ts'
import { processFile } from '../processes/processFile.ts'

let folder: string
const notices: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-answers-'))
  notices.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, name)
const profile = { signIn: 'api-key' } as Profile

/** Opens what a start opens, and closes it after the work. */
async function start<T>(work: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<T>): Promise<T> {
  const stores = await openStores(
    folder,
    profile,
    (text) => notices.push(text),
    systemClock,
    processFile('journalWorker'),
  )
  try {
    return await work(stores)
  } finally {
    await stores.close()
  }
}

const readStored = () =>
  start(async ({ answers: { query } }) => ({
    answers: await query
      .selectFrom('analyses')
      .select(['analysis_id', 'current', 'parts'])
      .orderBy('analysis_id')
      .execute(),
    scores: (await query.selectFrom('scores').selectAll().execute()).length,
    clockValues: (await query.selectFrom('clock_values').selectAll().execute()).length,
  }))

/** A cache as it was when it still held the answers: two of one sample, and `more` samples with one each. */
async function makeOldCache(more = 0): Promise<void> {
  const cache = await openDatabase({
    file: at('cache.db'),
    migrations: migrationsWithResults,
    durability: 'normal',
  })
  await cache.close()
  const ids = Array.from({ length: more }, (_, n) => `m${String(n).padStart(4, '0')}`)
  withFile('cache.db', (database) => {
    addAnswer(database, 'a1', 'S1', 0)
    addAnswer(database, 'a2', 'S1', 1)
    database.exec('BEGIN')
    for (const id of ids) addAnswer(database, id, id, 1)
    database.exec('COMMIT')
    database.prepare(`INSERT INTO screening_results VALUES ('local-1', '{}', '[]', '2026-01-01')`).run()
    database.prepare(`INSERT INTO reports VALUES ('S1', 'text/plain', x'41', '2026-01-01')`).run()
  })
}

function withFile(name: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(at(name))
  try {
    work(database)
  } finally {
    database.close()
  }
}

function addAnswer(database: DatabaseSync, id: string, sampleId: string, current: number): void {
  database
    .prepare(
      `INSERT INTO analyses (analysis_id, sample_id, kind, request, raw, fetched_at, service, synthetic, current)
       VALUES (?, ?, 'activity', '{"pathways":[]}', ?, '2026-01-01', 'https://s.example', 0, ?)`,
    )
    .run(id, sampleId, JSON.stringify({ data: 'x'.repeat(300) }), current)
  database.prepare('INSERT INTO scores VALUES (?, ?, 1.5, NULL)').run(id, 'AMPK')
  database.prepare('INSERT INTO scores VALUES (?, ?, 2.5, 1)').run(id, 'mTOR')
  database.prepare('INSERT INTO clock_values VALUES (?, ?, 41.5)').run(id, 'pathway_age')
}

/** Makes one page of a file, so far in it, unreadable. */
function spoil(name: string, fraction: number): void {
  const page = Math.floor((statSync(at(name)).size * fraction) / 4096)
  const file = openSync(at(name), 'r+')
  writeSync(file, new Uint8Array(4096).fill(0xa5), 0, 4096, page * 4096)
  closeSync(file)
}

const both = {
  answers: [
    { analysis_id: 'a1', current: 0, parts: 3 },
    { analysis_id: 'a2', current: 1, parts: 3 },
  ],
  scores: 4,
  clockValues: 2,
}

describe('answers that a cache of before holds', () => {
  it('move to the database of the answers, whole and once, and what else is cached stays', async () => {
    await makeOldCache()
    expect(await readStored()).toEqual(both)
    expect(await readStored()).toEqual(both)
    const reports = await start(({ cache }) => cache.query.selectFrom('reports').selectAll().execute())
    expect(reports).toHaveLength(1)
    const screenings = await start(({ answers: { query } }) =>
      query.selectFrom('screening_results').select('task_id').execute(),
    )
    expect(screenings).toEqual([{ task_id: 'local-1' }])
    withFile('cache.db', (database) =>
      expect(() => database.prepare('SELECT 1 FROM analyses')).toThrow(/no such table/),
    )
    expect(notices).toEqual([])
  })

  it('also where they are in the log alone, tables and all, since that start was killed', async () => {
    const file = at('cache.db')
    const killed = await openDatabase({ file, migrations: migrationsWithResults, durability: 'normal' })
    const writing = new DatabaseSync(file)
    addAnswer(writing, 'late', 'S9', 1)
    expect((await readStored()).answers.map((row) => row.analysis_id)).toEqual(['late'])
    writing.close()
    await killed.close()
  })

  it('are taken once more after a kill before the cache dropped them, and lose to newer ones', async () => {
    await makeOldCache()
    await start(async () => undefined)
    await rm(at('cache.db'))
    await makeOldCache()
    withFile('answers.db', (database) => {
      database.exec(`UPDATE analyses SET current = 0`)
      addAnswer(database, 'new', 'S1', 1)
    })
    withFile('cache.db', (database) => {
      database.exec(`UPDATE analyses SET current = 0`)
      addAnswer(database, 'other', 'S1', 1)
    })
    const { answers, scores } = await readStored()
    expect(answers.filter((row) => row.current === 1).map((row) => row.analysis_id)).toEqual(['new'])
    expect(answers.map((row) => row.analysis_id)).toEqual(['a1', 'a2', 'new', 'other'])
    expect(scores).toBe(8)
  })

  it('stay in the cache when they cannot be taken to the end', async () => {
    await makeOldCache()
    await start(async () => undefined)
    await rm(at('cache.db'))
    await makeOldCache()
    withFile('answers.db', (database) => database.exec('DELETE FROM analyses'))
    const from = at('cache.db')
    for (let after = 0; after <= transferStatements.length; after += 1) {
      const statements = [...transferStatements.slice(0, after), 'INSERT INTO nowhere VALUES (1)']
      const taking = { from, into: at('answers.db'), migrations: migrationsWithResults, statements }
      expect(() => transferRows({ ...taking, table: 'analyses', nowMs: 0 })).toThrow(/nowhere/)
      withFile('answers.db', (database) =>
        expect(database.prepare('SELECT count(*) AS n FROM analyses').get()).toEqual({ n: 0 }),
      )
    }
    expect(await readStored()).toEqual(both)
  })

  it('are read as far as that goes from a damaged cache, which is set aside', async () => {
    await makeOldCache(400)
    spoil('cache.db', 0.5)
    const { answers } = await readStored()
    expect(answers.length).toBeGreaterThan(100)
    expect((await readdir(folder)).filter((name) => name.startsWith('cache.db.damaged-'))).toHaveLength(1)
    expect(notices).toEqual([expect.stringMatching(/^The cache was damaged\..*copied the results/)])
    expect((await readdir(folder)).filter((name) => name.includes('.read'))).toEqual([])
  })
})

describe('answers that are damaged', () => {
  const fill = () =>
    start(async () => undefined).then(() =>
      withFile('answers.db', (database) => {
        database.exec('BEGIN')
        for (let n = 0; n < 400; n += 1) {
          const id = `a${String(n).padStart(4, '0')}`
          addAnswer(database, id, `S${n}`, 1)
          database.prepare('UPDATE analyses SET parts = 3 WHERE analysis_id = ?').run(id)
        }
        database.exec('COMMIT')
      }),
    )

  it.each([0.2, 0.4, 0.6, 0.8, 0.95])(
    'are set aside and made anew of what can be read, and incomplete ones are asked for again (%f)',
    async (fraction) => {
      await fill()
      spoil('answers.db', fraction)
      const complete = await start(async ({ answers: { query } }) => {
        const rows = await query.selectFrom('analyses').select(['analysis_id', 'current']).execute()
        const scores = await query.selectFrom('scores').select('analysis_id').execute()
        const values = await query.selectFrom('clock_values').select('analysis_id').execute()
        const parts = Map.groupBy([...scores, ...values], (row) => row.analysis_id)
        for (const { analysis_id: id, current } of rows)
          expect({ id, current }).toEqual({ id, current: parts.get(id)?.length === 3 ? 1 : 0 })
        return rows.filter((row) => row.current === 1).length
      })
      expect(complete).toBeGreaterThan(100)
      expect((await readdir(folder)).filter((name) => name.startsWith('answers.db.damaged-'))).toHaveLength(1)
      expect(notices).toEqual([expect.stringMatching(/^The results file was damaged/)])
      notices.length = 0
      await start(async () => undefined)
      expect(notices).toEqual([])
    },
  )

  it('are found in a thread where they are too large for a start, and mended at the next one', async () => {
    await fill()
    spoil('answers.db', 0.6)
    const seen = { unverified: 0, recovered: 0 }
    const trusting = await openGuarded({
      file: at('answers.db'),
      migrations: answersMigrations,
      durability: 'full',
      backups: at('none'),
      recovery: { settle: (_, row) => row, finish: [], derived: /^$/, refill: [], unchanged: () => null },
      nowMs: 0,
      readThroughBytes: 0,
      trustedFromBytes: 1,
      onRecovered: () => void (seen.recovered += 1),
      onUnverified: () => void (seen.unverified += 1),
    })
    expect(seen).toEqual({ unverified: 1, recovered: 0 })
    const notified = Promise.withResolvers<string>()
    const clock = { now: () => Date.now(), sleep: async () => undefined }
    const checking = verifyInBackground(
      { folder, clock, notice: notified.resolve },
      processFile('journalWorker'),
    )
    expect(await notified.promise).toMatch(/^The results file is damaged\. Restart Pathclock/)
    await checking.close()
    await trusting.close()
    expect(await readdir(folder)).toContain('answers.db.repair')
    expect((await readStored()).answers.length).toBeGreaterThan(100)
    expect(notices).toEqual([expect.stringMatching(/^The results file was damaged/)])
  })

  it('are no reason to wait when the app is closed before they were looked at', async () => {
    await fill()
    const checking = verifyInBackground(
      { folder, clock: systemClock, notice: (text) => notices.push(text) },
      'nowhere.ts',
    )
    await checking.close()
    expect(notices).toEqual([])
  })
})
