import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { labProfile } from '../../../shared/domain/app/testing/labProfile.ts'
import { writeBackup } from '../../adapters/sqlite/backups.ts'
import { withSql } from '../../adapters/sqlite/inspect.ts'
import { systemClock } from '../../adapters/system.ts'
import { fillJournal } from '../../store/testing/journalRows.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { openResults } from '../composeResults.ts'
import { openJournal } from '../openJournal.ts'
import { backUpWorkspace } from './backUpWorkspace.ts'
import { readManifest } from './backupFile.ts'
import { describeBackup, finishCutOffRestore, restoreWorkspace } from './restoreWorkspace.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const profile = labProfile({ hasClientSecret: true, detected: { base_path: '/api/v1' } })

let root: string
let lab: string
let other: string
let file: string
beforeEach(() => {
  root = newFolder()
  lab = join(root, 'lab')
  other = join(root, 'other')
  file = join(root, 'lab.pathclock-backup')
  mkdirSync(lab)
})

async function open<T>(
  folder: string,
  work: (opened: Awaited<ReturnType<typeof openBoth>>) => Promise<T>,
): Promise<T> {
  const opened = await openBoth(folder)
  try {
    return await work(opened)
  } finally {
    await opened.answers.close()
    await opened.journal.close()
  }
}

async function openBoth(folder: string) {
  const notices: unknown[] = []
  const { journal, orderLog } = await openJournal({
    folder,
    clock: systemClock,
    notice: (text) => notices.push(text),
  })
  const { answers } = await openResults({ folder, notice: () => undefined, hooks: orderLog.answersHooks })
  return { journal, answers, notices }
}

const fill = (folder: string, rows: number, first = 0) =>
  open(folder, ({ journal }) => fillJournal(journal, rows, first))

const addResult = (folder: string, id: string, sampleId: string, fetchedAt: string) =>
  open(folder, ({ answers }) =>
    answers.transaction(async (query) => {
      const key = { sample_id: sampleId, kind: 'activity' as const }
      await query.updateTable('analyses').set({ current: 0 }).where('sample_id', '=', sampleId).execute()
      await query
        .insertInto('analyses')
        .values({
          ...key,
          analysis_id: id,
          request: '{}',
          raw: '{"x":1}',
          fetched_at: fetchedAt,
          service: '',
          request_id: null,
          synthetic: 0,
          current: 1,
          parts: 1,
        })
        .execute()
      await query
        .insertInto('scores')
        .values({ analysis_id: id, pathway: 'mTOR', activity: 1, aging_offset: null })
        .execute()
    }),
  )

const backUp = (folder: string, target = file) =>
  backUpWorkspace({ folder, target, profile, application: 'Pathclock test', nowMs, withDrugCache: false })
const restore = (folder: string, backup = file) => restoreWorkspace({ folder, backup, nowMs, service: null })

const rowsIn = (folder: string, name: string, statement: string) =>
  withSql(join(folder, name), (sql) => sql.rows(statement), { readOnly: true })
const states = (folder: string) =>
  Object.fromEntries(
    rowsIn(folder, 'journal.db', 'SELECT row, state FROM ledger').map(({ row, state }) => [row, state]),
  )
const currentOf = (folder: string) =>
  rowsIn(folder, 'answers.db', 'SELECT analysis_id AS id FROM analyses WHERE current = 1 ORDER BY 1').map(
    ({ id }) => id,
  )
const settle = (folder: string, row: number, sample_id: string) =>
  open(folder, ({ journal }) =>
    journal.transaction((query) =>
      query
        .updateTable('ledger')
        .set({ state: 'created', sample_id, message: null, updated_at: '2026-01-02T00:00:00.000Z' })
        .where('row', '=', row)
        .execute(),
    ),
  )
const lines = (folder: string) => readFileSync(join(folder, 'orders.log'), 'utf8').trimEnd().split('\n')

describe('a workspace backup', () => {
  it('lists its contents, and contains neither a secret nor a sign-in', async () => {
    await fill(lab, 10)
    await addResult(lab, 'a1', 'S-0', '2026-01-01T00:00:00.000Z')
    const written = await backUp(lab)
    expect(written).toMatchObject({ profile: 'Lab', service: 'https://s.example', rows: 13, results: 1 })
    expect(await describeBackup(file)).toEqual({ kind: 'workspace', ...written })
    expect((await readManifest(file)).profile).toMatchObject({
      id: 'lab',
      hasClientSecret: false,
      dialect: profile.dialect,
      detected: profile.detected,
    })
    expect(readdirSync(root).toSorted()).toEqual(['lab', 'lab.pathclock-backup'])
  })

  it('leaves the old file unchanged if it cannot be written', async () => {
    await fill(lab, 5)
    await backUp(lab)
    const before = readFileSync(file)
    rmSync(join(lab, 'journal.db'))
    await expect(backUp(lab)).rejects.toMatchObject({ code: 'file' })
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(root).toSorted()).toEqual(['lab', 'lab.pathclock-backup'])
  })

  it('is not written into a missing folder', async () => {
    await fill(lab, 5)
    const written = backUp(lab, join(root, 'none', 'x.pathclock-backup'))
    await expect(written).rejects.toMatchObject({ code: 'file' })
  })
})

describe('a restore into an empty folder', () => {
  it('restores every order, its log and every result', async () => {
    await fill(lab, 10)
    await addResult(lab, 'a1', 'S-0', '2026-01-01T00:00:00.000Z')
    await backUp(lab)
    const restored = await restore(other)
    expect(restored).toMatchObject({ rows: 13, results: 1, savedAs: [], missing: 0 })
    expect(currentOf(other)).toEqual(['a1'])
    expect(lines(other).slice(0, lines(lab).length)).toEqual(lines(lab))
    await open(other, async ({ notices }) => expect(notices).toEqual([]))
  })

  it('makes orders unknown that the other computer may have placed since, even after the journal is lost', async () => {
    await fill(lab, 5)
    expect(states(lab)).toEqual({ 0: 'created', 1: 'queued', 2: 'sending', 3: 'failed', 4: 'unknown' })
    await backUp(lab)
    expect(await restore(other)).toMatchObject({ doubtful: 3 })
    const expected = { 0: 'created', 1: 'unknown', 2: 'unknown', 3: 'unknown', 4: 'unknown' }
    expect(states(other)).toEqual(expected)
    rmSync(join(other, 'journal.db'))
    await open(other, async () => undefined)
    expect(states(other)).toEqual(expected)
  })
})

describe('a restore beside newer data', () => {
  it('keeps the orders of the local log: an order placed since stays placed', async () => {
    await fill(lab, 5)
    await backUp(lab)
    await settle(lab, 1, 'S-new')
    await fill(lab, 5, 100)
    const before = lines(lab)
    expect(await restore(lab)).toMatchObject({
      doubtful: 2,
      savedAs: [
        expect.stringContaining('journal.db.replaced-'),
        expect.stringContaining('answers.db.replaced-'),
      ],
    })
    const merged = { 0: 'created', 1: 'created', 2: 'unknown', 100: 'created', 102: 'unknown' }
    expect(states(lab)).toMatchObject(merged)
    expect(lines(lab).slice(0, before.length)).toEqual(before)
    await open(lab, async ({ notices }) => expect(notices).toEqual([]))
  })

  it('merges the results: the newest stays current, and none is lost', async () => {
    await fill(lab, 10)
    await addResult(lab, 'old', 'S-0', '2026-01-01T00:00:00.000Z')
    await addResult(lab, 'both', 'S-5', '2026-01-01T00:00:00.000Z')
    await backUp(lab)
    await addResult(lab, 'newer', 'S-0', '2026-02-01T00:00:00.000Z')
    expect(await restore(lab)).toMatchObject({ results: 3 })
    expect(currentOf(lab)).toEqual(['both', 'newer'])
    cpSync(lab, other, { recursive: true })
    await addResult(other, 'newest', 'S-0', '2026-03-01T00:00:00.000Z')
    await backUp(other)
    expect(await restore(lab)).toMatchObject({ results: 4 })
    expect(currentOf(lab)).toEqual(['both', 'newest'])
  })
})

describe('two order logs', () => {
  it("keep the backup's log if it is longer, and save the local one", async () => {
    await fill(lab, 5)
    cpSync(lab, other, { recursive: true })
    await fill(lab, 5, 100)
    await backUp(lab)
    const { savedAs } = await restore(other)
    expect(savedAs).toContainEqual(expect.stringContaining('orders.log.replaced-'))
    expect(lines(other).slice(0, lines(lab).length)).toEqual(lines(lab))
    expect(states(other)).toMatchObject({ 0: 'created', 100: 'created' })
  })

  it('that diverged are merged, and a second restore adds no lines', async () => {
    await fill(lab, 5)
    cpSync(lab, other, { recursive: true })
    await fill(lab, 5, 100)
    await settle(lab, 4, 'S-there')
    await fill(other, 5, 200)
    const before = lines(other)
    await backUp(lab)
    await restore(other)
    const merged = { 0: 'created', 4: 'created', 100: 'created', 200: 'created', 204: 'unknown' }
    expect(states(other)).toMatchObject(merged)
    const after = lines(other)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).every((line) => line.includes('"imported":true'))).toBe(true)
    await restore(other)
    expect(lines(other)).toEqual(after)
    await open(other, async ({ notices }) => expect(notices).toEqual([]))
  })

  it('of a new profile get the lines of the backup', async () => {
    await fill(lab, 5)
    await backUp(lab)
    mkdirSync(other)
    await open(other, async () => undefined)
    expect(lines(other)).toHaveLength(1)
    await restore(other)
    expect(states(other)[0]).toBe('created')
    expect(lines(other)[0]).toBe(lines(lab)[0])
  })

  it('stop the restore if the local one is damaged', async () => {
    await fill(lab, 5)
    await backUp(lab)
    const log = readFileSync(join(lab, 'orders.log'))
    log[200] = (log[200] ?? 0) ^ 1
    rmSync(join(lab, 'orders.log'))
    appendFileSync(join(lab, 'orders.log'), log)
    await expect(restore(lab)).rejects.toMatchObject({ code: 'journalUncertain' })
    expect(readdirSync(lab).filter((name) => /replaced|^restore\./.test(name))).toEqual([])
  })
})

describe('a restore', () => {
  it("of a journal's copy updates it from the local log", async () => {
    await fill(lab, 5)
    const copy = join(root, 'journal-copy.db')
    await writeBackup(join(lab, 'journal.db'), copy)
    await fill(lab, 5, 100)
    const described = { kind: 'journal', rows: 7, service: 'https://s.example' }
    expect(await describeBackup(copy)).toMatchObject(described)
    const restoreTo = (folder: string, address: string) =>
      restoreWorkspace({ folder, backup: copy, nowMs, service: { address, isDemo: false } })
    await restoreTo(lab, 'https://s.example')
    expect(states(lab)).toMatchObject({ 0: 'created', 100: 'created' })
    const foreign = restoreTo(other, 'https://else.example/api/v1')
    await expect(foreign).rejects.toMatchObject({ code: 'rejected' })
    expect(existsSync(other)).toBe(false)
  })

  it('is refused while another window has the profile open', async () => {
    await fill(lab, 5)
    await backUp(lab)
    await open(lab, () => expect(restore(lab)).rejects.toMatchObject({ code: 'file' }))
  })

  it('that was interrupted once its files were ready is finished at the next start', async () => {
    await fill(lab, 5)
    await addResult(lab, 'a1', 'S-0', '2026-01-01T00:00:00.000Z')
    await backUp(lab)
    await restore(other)
    mkdirSync(join(other, 'restore.ready'))
    for (const name of ['journal.db', 'answers.db'])
      cpSync(join(other, name), join(other, 'restore.ready', name))
    rmSync(join(other, 'journal.db'))
    await finishCutOffRestore(other, nowMs)
    expect(states(other)[0]).toBe('created')
    expect(readdirSync(other).filter((name) => name.startsWith('restore.'))).toEqual([])
  })
})
