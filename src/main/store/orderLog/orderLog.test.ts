import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChainedLog } from '../../adapters/files/chainedLog.ts'
import { inspectFile, withSql } from '../../adapters/sqlite/inspect.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { openJournal } from '../../compose/openJournal.ts'
import type { LogLine, SyncSql } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { type Journal, type JournalSchema, journalMigrations } from '../journal.ts'
import { type AnswersSchema, answersMigrations } from '../resultTables.ts'
import { createOrderLog, readPosition, writePosition } from './orderLog.ts'
import { rebuildLog, reconcile } from './reconcile.ts'
import { rebuildFromLines, replayLines } from './replay.ts'

let folder: string
let nowMs = Date.UTC(2026, 10, 29, 12)
const clock = { now: () => (nowMs += 1), sleep: async () => undefined }
let opened: Awaited<ReturnType<typeof openJournal>>
let journal: Journal
beforeEach(async () => {
  folder = newFolder()
  opened = await openJournal({ folder, clock, notice: () => undefined })
  journal = opened.journal
})
afterEach(() => journal.close())

const file = () => join(folder, 'journal.db')
const logFile = () => join(folder, 'orders.log')
const lines = (): LogLine[] =>
  readFileSync(logFile(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine)
const kinds = () => lines().map(({ kind }) => kind)
const ledgerStates = async () => {
  const { rows } = await sql<{ state: string }>`SELECT state FROM ledger ORDER BY row`.execute(journal.query)
  return rows.map(({ state }) => state)
}
const addScreeningTask = (taskId: string, status: string, state: string, query = journal.query) =>
  sql`INSERT INTO screening_tasks VALUES (${taskId}, 's1', 'screening', ${status}, ${state}, NULL, 'now', NULL, 's', 0)`.execute(
    query,
  )

/** Creates the file of an empty journal. */
async function createEmptyJournal(): Promise<string> {
  const path = join(folder, 'other.db')
  const empty = await openDatabase<JournalSchema>({
    file: path,
    migrations: journalMigrations,
    durability: 'normal',
  })
  await empty.close()
  return path
}
const openAnswers = () =>
  openDatabase<AnswersSchema>({
    file: join(folder, 'answers.db'),
    migrations: answersMigrations,
    durability: 'normal',
    hooks: opened.orderLog.answersHooks,
  })

async function addRows(count: number): Promise<void> {
  await journal.transaction(async (query) => {
    await sql`INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state, order_count)
      VALUES ('b', 'a.csv', 'x', '{}', '{}', '2026-11-29T12:00:00.000Z', 'running', ${count})`.execute(query)
    for (let row = 1; row <= count; row++)
      await sql`INSERT INTO ledger (batch_id, row, client_reference, fields, idempotency_key, state, updated_at, notes)
        VALUES ('b', ${row}, ${`R-${row}`}, ${JSON.stringify({ client_reference: `R-${row}`, age: 40.5 })}, ${`k${row}`}, 'queued', '', '{"batch":"1"}')`.execute(
        query,
      )
  })
}
const setState = (row: number, state: string, query = journal.query) =>
  sql`UPDATE ledger SET state = ${state}, sent_at = 'now', attempts = 1 WHERE row = ${row}`.execute(query)
const settle = (row: number) =>
  journal.transaction(async (query) => {
    await sql`UPDATE ledger SET state = 'created', sample_id = ${`s${row}`} WHERE row = ${row}`.execute(query)
    await sql`INSERT INTO samples (sample_id, client_reference, fields, batch_id, status, state, created_at, service, synthetic)
      VALUES (${`s${row}`}, ${`R-${row}`}, '{"age":40.5}', 'b', 'queued', 'queued', 'now', 'https://s.example', 0)`.execute(
      query,
    )
    await sql`INSERT INTO annotations (sample_id, fields, changed_at, changed_by) VALUES (${`s${row}`}, '{"batch":"1"}', '', '')`.execute(
      query,
    )
  })

/** Returns everything of a journal that its log also contains, as one text. */
const ordersOf = (path: string): string =>
  withSql(path, (one) =>
    JSON.stringify([
      one.rows(
        'SELECT batch_id, file_name, file_sha256, mapping, read_as, created_at, recipe, order_count FROM batches ORDER BY 1',
      ),
      one.rows(`SELECT * FROM ledger WHERE state <> 'queued' ORDER BY batch_id, row`),
      one.rows('SELECT * FROM samples ORDER BY sample_id'),
      one.rows('SELECT * FROM screening_tasks ORDER BY task_id'),
      one.rows('SELECT sample_id, fields FROM annotations ORDER BY sample_id'),
    ]),
  )

describe('a change of an order', () => {
  it('is in the log before it is in the journal, with the data that is sent', async () => {
    await addRows(2)
    await setState(1, 'sending')
    await settle(1)
    await setState(2, 'sending')
    await setState(2, 'unknown')
    await setState(2, 'queued')
    expect(kinds()).toEqual([
      'log begun',
      'batch begun',
      'row sending',
      'row settled',
      'row sending',
      'row settled',
      'settled by the user',
    ])
    expect(lines()[2]).toMatchObject({
      row: { client_reference: 'R-1', fields: { age: 40.5 }, notes: { batch: '1' } },
    })
    expect(lines()[3]).toMatchObject({
      row: { state: 'created', sample_id: 's1' },
      sample: { batch_id: 'b' },
    })
  })

  it('leaves no line if its transaction is rolled back', async () => {
    await addRows(1)
    const before = kinds()
    await journal
      .transaction(async (query) => {
        await setState(1, 'sending', query)
        throw new Error('no')
      })
      .catch(() => undefined)
    await sql`UPDATE ledger SET updated_at = 'later'`.execute(journal.query)
    expect(kinds()).toEqual(before)
  })

  it('is canceled in the log if the journal cannot commit it, and no part of it is applied', async () => {
    await addRows(1)
    // A deferred constraint makes the commit itself fail.
    await journal
      .transaction(async (query) => {
        await sql`PRAGMA defer_foreign_keys = ON`.execute(query)
        await setState(1, 'sending', query)
        await sql`INSERT INTO samples (sample_id, client_reference, fields, batch_id, status, state, created_at, service, synthetic)
          VALUES ('s', 'x', '{}', 'no such batch', '', '', '', '', 0)`.execute(query)
      })
      .catch(() => undefined)
    expect(kinds().slice(-1)).toEqual(['not written'])
    await journal.transaction(async () => {})
    expect(await ledgerStates()).toEqual(['queued'])
  })

  it.each([
    ['a statement', () => setState(1, 'sending')],
    ['a transaction', () => journal.transaction((query) => setState(1, 'sending', query))],
  ])('is withdrawn from the log if %s cannot store the position of its line', async (_name, change) => {
    await addRows(1)
    await sql`CREATE TRIGGER full BEFORE UPDATE ON order_log BEGIN SELECT RAISE(ABORT, 'disk is full'); END`.execute(
      journal.query,
    )
    await expect(change()).rejects.toThrow('disk is full')
    expect(kinds().slice(-2)).toEqual(['row sending', 'not written'])
    await sql`DROP TRIGGER full`.execute(journal.query)
    await journal.transaction(async () => {})
    expect(await ledgerStates()).toEqual(['queued'])
  })

  it('with an outcome stays in the log if the journal cannot commit it, and is applied with the next change', async () => {
    await addRows(1)
    await setState(1, 'sending')
    opened.orderLog.append([
      {
        kind: 'row settled',
        json: JSON.stringify({ row: { batch_id: 'b', row: 1, state: 'created', sample_id: 's1' } }),
      },
    ])
    await journal.transaction(async () => {})
    const { rows } = await sql<{
      state: string
      sample_id: string
    }>`SELECT state, sample_id, attempts FROM ledger`.execute(journal.query)
    expect(rows).toEqual([{ state: 'created', sample_id: 's1', attempts: 1 }])
  })

  it('with a payment is refused while the journal is uncertain, but outcomes are accepted', async () => {
    await addRows(2)
    await setState(1, 'sending')
    opened.orderLog.append([{ kind: 'uncertain', json: '{"reasons":[]}' }])
    await expect(setState(2, 'sending')).rejects.toMatchObject({ code: 'journalUncertain' })
    await settle(1)
    opened.orderLog.append([{ kind: 'acknowledged', json: '{}' }])
    await setState(2, 'sending')
    expect(opened.orderLog.uncertainty()).toBeNull()
  })

  it('with a payment is refused if the log was damaged in the meantime, but outcomes reach the journal', async () => {
    await addRows(2)
    await setState(1, 'sending')
    truncateSync(logFile(), 40)
    await expect(setState(2, 'sending')).rejects.toMatchObject({ code: 'journalUncertain' })
    await settle(1)
    expect(await ledgerStates()).toEqual(['created', 'queued'])
  })
})

it.each([
  ['', true],
  [', also if that process ended before it changed the journal', false],
])(
  'allows an analysis again as soon as another process has acknowledged the damage%s',
  async (_, follows) => {
    opened.orderLog.append([{ kind: 'uncertain', json: '{"reasons":[]}' }])
    await journal.transaction(async () => {})
    const answers = await openAnswers()
    await sql`INSERT INTO asked (sample_id, kind, pathways, owner, lease_until_ms, sent, failed) VALUES ('s1', 'activity', 'null', '', 0, 0, 0)`.execute(
      answers.query,
    )
    const send = () => sql`UPDATE asked SET sent = 1`.execute(answers.query)
    await expect(send()).rejects.toMatchObject({ code: 'journalUncertain' })
    const other = await openJournal({ folder, clock, notice: () => undefined })
    other.orderLog.append([{ kind: 'acknowledged', json: '{}' }])
    if (follows) await other.journal.transaction(async () => {})
    await other.journal.close()
    expect(opened.orderLog.uncertainty()).toBeNull()
    await send()
    await answers.close()
  },
)

describe('a journal that is behind its log', () => {
  it('applies the lines that another process has left before its own change', async () => {
    await addRows(2)
    const log = createChainedLog(logFile())
    const killed = createOrderLog({ log, clock })
    killed.append([
      { kind: 'row settled', json: JSON.stringify({ row: { batch_id: 'b', row: 1, state: 'failed' } }) },
    ])
    log.close()
    await setState(1, 'queued')
    expect(await ledgerStates()).toEqual(['queued', 'queued'])
    expect(kinds().slice(-2)).toEqual(['row settled', 'row queued'])
  })

  it('has the same content after any prefix of the log is replayed once or twice', async () => {
    await addRows(4)
    for (const row of [1, 2, 3]) await setState(row, 'sending')
    await settle(1)
    await setState(2, 'unknown')
    await setState(3, 'failed')
    await addScreeningTask('asked-1', 'no answer', 'unknown')
    await journal.transaction(async (query) => {
      await addScreeningTask('t1', 'queued', 'queued', query)
      await sql`DELETE FROM screening_tasks WHERE task_id = 'asked-1'`.execute(query)
    })
    const truth = ordersOf(file())
    const all = lines()
    const other = await createEmptyJournal()
    withSql(other, (one) => {
      for (const part of [all.slice(0, 5), all.slice(0, 7), all, all]) replayLines(one, part)
    })
    expect(ordersOf(other)).toBe(truth)
  })

  it('has the same content after thousands of lines about a thousand rows', async () => {
    await addRows(1100)
    await journal.transaction(async (query) => {
      await sql`UPDATE ledger SET notes = NULL WHERE row = 1`.execute(query)
      await sql`UPDATE ledger SET state = 'sending', attempts = attempts + 1`.execute(query)
    })
    for (const row of [1, 2, 1000]) await settle(row)
    await sql`DELETE FROM annotations WHERE sample_id = 's1'`.execute(journal.query)
    await sql`UPDATE samples SET client_reference = 'renamed' WHERE sample_id = 's2'`.execute(journal.query)
    await journal.transaction(async (query) => {
      await sql`UPDATE ledger SET state = 'unknown', message = 'm' WHERE state = 'sending'`.execute(query)
    })
    expect(lines().length).toBeGreaterThan(2000)
    const other = await createEmptyJournal()
    withSql(other, (one) => rebuildFromLines(one, lines()))
    expect(ordersOf(other)).toBe(ordersOf(file()))
    const schemaAndIndex = (one: SyncSql) => [
      one.rows('SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
      one.rows('SELECT sample_id, client_reference, text FROM register_index ORDER BY sample_id'),
    ]
    expect(withSql(other, schemaAndIndex)).toEqual(withSql(file(), schemaAndIndex))
    expect(inspectFile(other, journalMigrations).state).toBe('sound')
  })

  it('keeps a later state when an imported line has an older one', async () => {
    await addRows(1)
    await setState(1, 'sending')
    await settle(1)
    const imported = {
      seq: 9,
      at: 'now',
      kind: 'row sending',
      imported: true,
      row: { ...(lines()[2]?.['row'] as object) },
    }
    withSql(file(), (one) => replayLines(one, [imported]))
    expect(await ledgerStates()).toEqual(['created'])
  })
})

it('rewrites a damaged log with one line per order, plus the lines missing from the journal', async () => {
  await addRows(3)
  for (const row of [1, 2]) await setState(row, 'sending')
  await settle(1)
  const orphan = { batch_id: 'lost', row: 7, client_reference: 'R-7', state: 'unknown' }
  opened.orderLog.append([{ kind: 'row settled', json: JSON.stringify({ row: orphan }) }])
  const truth = ordersOf(file())
  const log = createChainedLog(logFile())
  withSql(file(), (one) => {
    one.exec('DELETE FROM samples; DELETE FROM ledger WHERE row = 1')
    rebuildLog(log, { profileId: 'p', sql: one, analyses: null, isDamaged: true }, 'now')
  })
  log.close()
  expect(ordersOf(file())).toBe(truth)
  expect(kinds()).toEqual(['log begun', 'row settled', 'batch begun', 'row settled', 'row settled'])
  expect(lines()[1]?.['row']).toEqual(orphan)
  expect(lines()[3]).toMatchObject({ row: { row: 1, state: 'created' }, sample: { sample_id: 's1' } })
  expect(lines()[4]).toMatchObject({ row: { row: 2, state: 'sending' } })
})

describe('comparing a journal with its log', () => {
  const compare = (analyses: SyncSql | null = null) => {
    const log = createChainedLog(logFile())
    try {
      return withSql(file(), (one) => reconcile(one, log, analyses))
    } finally {
      log.close()
    }
  }
  /** Bypasses all triggers, like a flipped bit on the disk. */
  const damage = (statement: string) => {
    const database = new DatabaseSync(file())
    database.exec(statement)
    database.close()
  }
  beforeEach(async () => {
    await addRows(3)
    for (const row of [1, 2, 3]) await setState(row, 'sending')
    await settle(1)
    await settle(2)
    await setState(3, 'unknown')
  })

  it('finds no difference in an intact journal', () => {
    expect(compare()).toEqual({ lines: 8, isCorrupt: false, corrected: [], unlogged: [], lostAnalyses: [] })
  })

  it.each([
    [`UPDATE batches SET file_name = 'b.csv'`, 'batches'],
    [`UPDATE batches SET mapping = '{"x":"age"}'`, 'batches'],
    [`UPDATE batches SET recipe = '{broken'`, 'batches'],
    [`UPDATE batches SET order_count = 9, order_digest = 'x'`, 'batches'],
    ['PRAGMA foreign_keys = OFF; DELETE FROM batches', 'batches'],
    [`UPDATE ledger SET client_reference = 'R-9' WHERE row = 1`, 'ledger'],
    [`UPDATE ledger SET state = 'queued' WHERE row = 3`, 'ledger'],
    [`UPDATE ledger SET state = 'failed', sample_id = NULL WHERE row = 2`, 'ledger'],
    [`DELETE FROM ledger WHERE row = 2`, 'ledger'],
    [`UPDATE samples SET client_reference = 'R-7' WHERE sample_id = 's1'`, 'samples'],
    [`DELETE FROM samples WHERE sample_id = 's1'`, 'samples'],
  ])('corrects %s', async (statement, table) => {
    const truth = ordersOf(file())
    damage(statement)
    expect(compare().corrected).toMatchObject([{ table }])
    expect(ordersOf(file())).toBe(truth)
    expect(compare().corrected).toEqual([])
  })

  it.each([
    ['batches', `UPDATE batches SET batch_id = 'c'`],
    ['ledger', `UPDATE ledger SET batch_id = 'c' WHERE row = 2`],
    ['ledger', `UPDATE ledger SET row = 18 WHERE row = 2`],
    ['samples', `UPDATE samples SET sample_id = 'r2' WHERE sample_id = 's2'`],
    ['screening_tasks', `UPDATE screening_tasks SET task_id = 'u1'`],
  ])('corrects a key of %s that changed on the disk: %s', async (table, statement) => {
    await addScreeningTask('t1', 'queued', 'queued')
    const truth = ordersOf(file())
    damage(`PRAGMA foreign_keys = OFF; ${statement}`)
    expect(compare()).toMatchObject({ corrected: [{ table, isMissing: true }], unlogged: [] })
    expect(ordersOf(file())).toBe(truth)
    expect(compare()).toMatchObject({ corrected: [], unlogged: [] })
  })

  it('keeps the state and the lease of a batch that it corrects', () => {
    const states = () =>
      withSql(file(), (one) => one.rows('SELECT state, lease_owner FROM batches').map((row) => ({ ...row })))
    damage(`UPDATE batches SET lease_owner = 'me', file_sha256 = 'y'`)
    expect(compare().corrected).toMatchObject([{ table: 'batches', key: 'b', isMissing: false }])
    expect(states()).toEqual([{ state: 'running', lease_owner: 'me' }])
  })

  it('does not bring back a sample whose settlement was undone, and neither does a replay', async () => {
    await settle(3)
    await journal.transaction(async (query) => {
      for (const table of ['annotations', 'samples'])
        await sql`DELETE FROM ${sql.table(table)} WHERE sample_id = 's3'`.execute(query)
      await sql`UPDATE ledger SET state = 'unknown', sample_id = NULL WHERE row = 3`.execute(query)
    })
    expect(kinds()).toContain('sample removed')
    expect(compare()).toMatchObject({ corrected: [], unlogged: [] })
    const truth = ordersOf(file())
    withSql(file(), (one) => replayLines(one, lines() as never))
    expect(ordersOf(file())).toBe(truth)
  })

  it('keeps an outcome that only the journal has, and returns the line that the log lacks', () => {
    damage(`UPDATE ledger SET state = 'created', sample_id = 's3' WHERE row = 3`)
    const { corrected, unlogged } = compare()
    expect(corrected).toEqual([])
    opened.orderLog.append(unlogged)
    expect(lines().at(-1)).toMatchObject({
      kind: 'row settled',
      row: { state: 'created', sample_id: 's3' },
      imported: true,
    })
  })

  it('reports a damaged line in the middle and corrects no row', () => {
    const bytes = readFileSync(logFile())
    bytes[bytes.indexOf('R-1')] = 0x53
    writeFileSync(logFile(), bytes)
    expect(compare()).toMatchObject({ isCorrupt: true, corrected: [] })
  })

  it('names stored analyses that have disappeared', async () => {
    const answers = await openAnswers()
    await answers.transaction(async (query) => {
      for (const kind of ['activity', 'clock'])
        await sql`INSERT INTO analyses (analysis_id, sample_id, kind, request, raw, fetched_at, service, synthetic, current)
          VALUES (${kind}, 's1', ${kind}, '{}', '{}', 'now', 's', 0, 1)`.execute(query)
    })
    await sql`DELETE FROM analyses WHERE kind = 'clock'`.execute(answers.query)
    await answers.close()
    await journal.transaction(async () => {})
    expect(withSql(join(folder, 'answers.db'), compare).lostAnalyses).toEqual(['clock s1'])
  })
})

it('writes no log for a journal without a position, such as one of a capsule', async () => {
  withSql(file(), (one) => one.exec('DELETE FROM order_log'))
  const before = kinds()
  await addRows(1)
  expect(kinds()).toEqual(before)
  withSql(file(), (one) => {
    expect(readPosition(one)).toBeNull()
    writePosition(one, { seq: 1, sum: 'x', sizeBytes: 1 })
    expect(readPosition(one)).toEqual({ seq: 1, sum: 'x', sizeBytes: 1 })
  })
})
