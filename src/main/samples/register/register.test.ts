import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checked } from '../../../shared/contract/contract.ts'
import type { EventName } from '../../../shared/contract/events.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import type { Journal } from '../../store/journal.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { createFakeOrderService } from '../orders/testing/fakeOrderService.ts'
import { addSample } from '../testing/addSample.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'
import { createRegister } from './register.ts'

type Words = NonNullable<ServiceDialect['state_words']>

let journal: Journal
let close: () => Promise<void>
beforeEach(async () => {
  ;({ journal, close } = await openStores())
})
afterEach(() => close())

const add = (sampleId: string, more: { reference?: string; status?: string; group?: string } = {}) => {
  const { reference = `ref-${sampleId}`, status = 'queued', group = 'control' } = more
  const fields = { age: 40, group }
  return addSample(journal.query, sampleId, {
    client_reference: reference,
    fields,
    status,
    state: parseState(status),
  })
}

/** Adds all samples in one statement: one statement each would take seconds. */
async function addMany(sampleIds: string[]) {
  await add('like')
  const many = sql`SELECT value, value, s.fields, s.status, s.state, s.created_at, s.service, 0
    FROM json_each(${JSON.stringify(sampleIds)}) JOIN samples AS s ON s.sample_id = 'like'`
  await sql`INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic)
    ${many}`.execute(journal.query)
}

const annotationRows = () =>
  journal.query.selectFrom('annotations').selectAll().orderBy('sample_id').execute()

function setUp({ waitsForUnknownStates = true, words = {} as Words } = {}) {
  const time = createVirtualClock()
  const { fakeService, remote } = createFakeOrderService(time.clock, words)
  let count = 0
  const random = { next: () => 0.5, id: () => `id-${++count}` }
  const changeTimes: number[] = []
  const emit = (name: EventName) => void (name === 'samples.changed' && changeTimes.push(time.clock.now()))
  const bugs: unknown[] = []
  const shared = { clock: time.clock, random, emit }
  const jobs = createJobs({ ...shared, onUnexpectedError: (error) => void bugs.push(error) })
  const register = createRegister({
    ...sampleDefaults,
    ...shared,
    journal,
    remote,
    jobs,
    waitsForUnknownStates,
    stateWords: () => words,
    analysedAt: async (sampleIds) =>
      new Map(sampleIds.filter((id) => id === 'S-2').map((id) => [id, '2026-02-02T00:00:00.000Z'])),
  })
  const refresh = async (...sampleIds: string[]) => (await register.refresh({ sampleIds })).jobId
  const stateOf = async (sampleId: string) => (await register.get({ sampleId })).state
  const idsOf = async (more: Partial<Checked<'samples.list'>> = {}) =>
    (await register.list(listParams(more))).rows.map(({ sampleId }) => sampleId)
  const finish = async (jobId: string) => {
    const job = await time.finish(jobs.finished(jobId))
    expect(bugs).toEqual([])
    return job
  }
  const startMs = time.clock.now()
  /** Returns the times, in seconds after the start, at which a sample was requested. */
  const requestTimesS = (sampleId: string) =>
    fakeService.statusRequests
      .filter((line) => line.startsWith(`${sampleId} `))
      .map((line) => (Number(line.split(' ')[1]) - startMs) / 1000)
  return { time, fakeService, jobs, register, refresh, stateOf, idsOf, finish, changeTimes, requestTimesS }
}

const listParams = (more: Partial<Checked<'samples.list'>> = {}): Checked<'samples.list'> => ({
  text: '',
  sort: [{ by: 'sample_id', order: 'asc' }],
  page: 1,
  limit: 100,
  ...more,
})

describe('the list', () => {
  test('finds a text in reference, ID, status and field values, with special characters taken literally', async () => {
    const { idsOf } = setUp()
    await add('S-1', { reference: 'a_b%c' })
    await add('S-2', { reference: 'aXbYc', status: 'processing' })
    await add('S-3', { reference: String.raw`back\slash`, group: 'treated' })
    const found = { a_b: 'S-1', '%': 'S-1', '\\': 'S-3', ' PROCESS ': 'S-2', treated: 'S-3', 's-2': 'S-2' }
    for (const [text, id] of Object.entries(found))
      expect([text, ...(await idsOf({ text }))]).toEqual([text, id])
    expect(await idsOf({ text: '' })).toEqual(['S-1', 'S-2', 'S-3'])
    // Field names are not searched.
    expect(await idsOf({ text: 'group' })).toEqual([])
  })

  test('returns when a sample was analyzed, and throws for an unknown sample', async () => {
    const { register } = setUp()
    await add('S-1')
    await add('S-2', { reference: 'P-2' })
    const analysedAt = '2026-02-02T00:00:00.000Z'
    const { rows } = await register.list(listParams())
    expect(rows.map((row) => row.analysedAt)).toEqual([null, analysedAt])
    const stored = { fields: { age: 40, group: 'control' }, state: 'queued', status: 'queued', batchId: null }
    const times = { createdAt: '2026-01-01T00:00:00.000Z', checkedAt: null, analysedAt }
    const sample = { sampleId: 'S-2', clientReference: 'P-2', ...stored, ...times, synthetic: false }
    expect(await register.get({ sampleId: 'S-2' })).toEqual(sample)
    await expect(register.get({ sampleId: 'S-9' })).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('refreshing', () => {
  test('polls immediately, then after 2 s and at growing intervals up to 60 s, until the state is final', async () => {
    const { fakeService, refresh, finish, requestTimesS, register, changeTimes } = setUp()
    await add('S-1')
    fakeService.status = () => (fakeService.statusRequests.length < 14 ? 'processing' : 'completed')
    const counts = { total: 1, done: 1, failed: 0, message: '1 sample is done.' }
    expect(await finish(await refresh())).toMatchObject({ kind: 'refresh', state: 'done', ...counts })
    const times = requestTimesS('S-1')
    const waits = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) * 10) / 10)
    expect(times[0]).toBe(0)
    // 5% jitter plus 0.1 s for the response.
    expect(waits.slice(0, 4)).toEqual([2.2, 3.3, 4.8, 7.2])
    expect(waits.slice(-3)).toEqual([63.1, 63.1, 63.1])
    expect(await register.get({ sampleId: 'S-1' })).toMatchObject({ state: 'succeeded', synthetic: true })
    // Queued, then processing, then completed: two changes, two notifications.
    expect(changeTimes).toHaveLength(2)
  })

  test('skips samples whose state is final, and treats an unknown state as unfinished', async () => {
    const { fakeService, refresh, finish } = setUp()
    await add('S-1', { status: 'completed' })
    await add('S-2', { status: 'pondering' })
    await add('S-3', { status: 'failed' })
    expect(await finish(await refresh())).toMatchObject({ done: 1, total: 1 })
    expect(fakeService.statusRequests.map((line) => line.split(' ')[0])).toEqual(['S-2'])
    expect(await finish(await refresh())).toMatchObject({ state: 'done', total: 0 })
  })

  test('is one job for the whole register: other requests join it, and each sample is requested once', async () => {
    const { fakeService, time, refresh, finish, jobs, requestTimesS } = setUp()
    for (const id of ['S-1', 'S-2', 'S-3']) await add(id)
    fakeService.status = () => 'processing'
    const first = await refresh('S-1')
    await time.advance(30_000)
    expect(requestTimesS('S-2')).toEqual([])
    expect(await refresh()).toBe(first)
    await time.advance(1000)
    // The new samples are polled immediately, and so is S-1, which was not due yet.
    expect(['S-1', 'S-2', 'S-3'].map((id) => requestTimesS(id).at(-1))).toEqual([30, 30, 30])
    expect(await refresh('S-2')).toBe(first)
    fakeService.status = () => 'completed'
    expect(await finish(first)).toMatchObject({ done: 3, total: 3 })
    expect(jobs.list()).toHaveLength(1)
    await add('S-4')
    expect(await refresh()).not.toBe(first)
  })

  test('ends with the reason when the disk cannot store states, instead of failing each sample', async () => {
    const { fakeService, refresh, finish } = setUp()
    for (let index = 1; index <= 6; index += 1) await add(`S-${index}`)
    const full = new Failure('file', joinMessages([`The disk is full.`]), { name: 'journal.db' })
    fakeService.status = () => full
    const job = await finish(await refresh())
    expect(job).toMatchObject({ state: 'failed', failed: 0 })
    expect(toEnglish(job.message!)).toMatch(/The disk is full/)
    expect(fakeService.statusRequests.length).toBeLessThan(6)
  })

  test('keeps the state of a sample that the service does not have, and counts it as failed', async () => {
    const { fakeService, refresh, finish, stateOf, requestTimesS } = setUp()
    await add('S-1')
    await add('S-2')
    const unknown = new Failure('notFound', joinMessages([`No.`]), { what: joinMessages([`S-1`]) })
    fakeService.status = (id) => (id === 'S-1' ? unknown : 'completed')
    const job = await finish(await refresh())
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(toEnglish(job.message!)).toMatch(/1 could not be checked/)
    expect(requestTimesS('S-1')).toHaveLength(1)
    expect(await stateOf('S-1')).toBe('queued')
    await expect(refresh('S-9')).rejects.toMatchObject({ code: 'notFound' })
  })

  test('survives failures of the service and waits as long as it demands', async () => {
    const { fakeService, refresh, finish, requestTimesS } = setUp()
    await add('S-1')
    const answers = [
      new Failure('serviceFailed', joinMessages([`It failed.`]), { status: 500, endpoint: '' }),
      new Failure('rateLimited', joinMessages([`Too many.`]), { retryAfterMs: 100_000 }),
    ]
    fakeService.status = () => answers.shift() ?? 'completed'
    expect(await finish(await refresh())).toMatchObject({ state: 'done', done: 1 })
    const [, second = 0, third = 0] = requestTimesS('S-1')
    expect(third - second).toBeGreaterThanOrEqual(100)
  })

  test('ends with advice when the service cannot be reached', async () => {
    const { fakeService, refresh, finish } = setUp()
    await add('S-1')
    fakeService.offline = true
    const job = await finish(await refresh())
    expect(job).toMatchObject({ state: 'failed', done: 0 })
    expect(toEnglish(job.message!)).toMatch(/cannot be reached.*refresh the samples again/)
    fakeService.offline = false
    expect(await finish(await refresh())).toMatchObject({ state: 'done', done: 1 })
  })

  test('stops after two hours and reports it', async () => {
    const { fakeService, refresh, finish, time } = setUp()
    await add('S-1')
    fakeService.status = () => 'processing'
    const startedAtMs = time.clock.now()
    const job = await finish(await refresh())
    expect(job).toMatchObject({ state: 'done', done: 0, total: 1 })
    expect(toEnglish(job.message!)).toMatch(/1 was not done after two hours/)
    expect(time.clock.now() - startedAtMs).toBe(2 * 3_600_000)
    const before = fakeService.statusRequests.length
    await time.advance(600_000)
    expect(fakeService.statusRequests).toHaveLength(before)
  })

  test('sends no more requests once it is cancelled', async () => {
    const { fakeService, refresh, finish, jobs, time } = setUp()
    for (let index = 1; index <= 9; index += 1) await add(`S-${index}`)
    fakeService.status = () => 'processing'
    const jobId = await refresh()
    await time.advance(150)
    expect(fakeService.statusRequests).toHaveLength(8)
    jobs.cancel(jobId)
    expect(await finish(jobId)).toMatchObject({ state: 'cancelled' })
    expect(fakeService.abortedRequests).toBe(4)
    await time.advance(600_000)
    expect(fakeService.statusRequests).toHaveLength(8)
  })

  test('notifies the screens of many changes at most four times a second', async () => {
    const { refresh, finish, changeTimes } = setUp()
    for (let index = 1; index <= 40; index += 1) await add(`S-${index}`)
    await finish(await refresh())
    // 40 samples, four at a time, 100 ms each: 1 s.
    expect(changeTimes.length).toBeGreaterThanOrEqual(3)
    expect(changeTimes.length).toBeLessThanOrEqual(5)
  })

  test('notifies the screens of the last change too, and polls a sample again if it is refreshed during its request', async () => {
    const { fakeService, refresh, time, changeTimes, requestTimesS } = setUp()
    await add('S-1')
    await add('S-2')
    fakeService.status = () => 'processing'
    const jobId = await refresh()
    await time.advance(50)
    expect(await refresh('S-1')).toBe(jobId)
    await time.advance(1000)
    expect(changeTimes).toHaveLength(2)
    expect([requestTimesS('S-1'), requestTimesS('S-2')]).toEqual([[0, 0.1], [0]])
  })
})

describe('waiting for samples', () => {
  test('shares the requests of a refresh', async () => {
    const { fakeService, refresh, finish, register, stateOf, time, requestTimesS } = setUp()
    for (const id of ['S-1', 'S-2', 'S-3']) await add(id, id === 'S-3' ? { status: 'completed' } : {})
    fakeService.status = () => (time.clock.now() % 3_600_000 < 10_000 ? 'processing' : 'completed')
    const jobId = await refresh()
    await time.finish(register.waitUntilFinal(['S-1', 'S-2', 'S-3'], new AbortController().signal))
    for (const sampleId of ['S-1', 'S-2', 'S-3']) expect(await stateOf(sampleId)).toBe('succeeded')
    expect(await finish(jobId)).toMatchObject({ done: 2 })
    expect(new Set(requestTimesS('S-1')).size).toBe(requestTimesS('S-1').length)
  })

  test('rejects with the reason of its signal, while a refresh of the same sample continues', async () => {
    const { fakeService, refresh, finish, register, time } = setUp()
    await add('S-1')
    fakeService.status = () => 'processing'
    const jobId = await refresh()
    const stop = new AbortController()
    const waiting = register.waitUntilFinal(['S-1'], stop.signal)
    await time.advance(5000)
    stop.abort(new Failure('cancelled', joinMessages([`Enough.`]), {}))
    await expect(waiting).rejects.toThrow('Enough.')
    await expect(register.waitUntilFinal(['S-1'], stop.signal)).rejects.toThrow('Enough.')
    fakeService.status = () => 'completed'
    expect(await finish(jobId)).toMatchObject({ done: 1 })
  })
})

describe('an unknown state word', () => {
  test('slows polling down in the app, which speeds up again when the user sets its meaning', async () => {
    const words: Words = {}
    const { fakeService, refresh, finish, register, stateOf, time, requestTimesS } = setUp({ words })
    for (const id of ['S-1', 'S-2']) await add(id)
    fakeService.status = (sampleId) => (sampleId === 'S-1' ? 'Released' : 'On Ice')
    const jobId = await refresh()
    await time.advance(30 * 60_000)
    const atS = requestTimesS('S-1')
    const pauses = atS.slice(1).map((at, index) => at - (atS[index] ?? 0))
    expect(Math.max(...pauses)).toBeGreaterThanOrEqual(5 * 60)
    expect(atS.length).toBeLessThan(16)
    const unknown = ['On Ice', 'Released'].map((word) => ({ word, count: 1 }))
    expect(await register.unknownWords({})).toEqual({ words: unknown })
    Object.assign(words, { released: 'succeeded', 'on-ice': 'queued' })
    const [before, requestsBefore] = [time.clock.now(), fakeService.statusRequests.length]
    await register.stateWordsChanged()
    expect(await stateOf('S-1')).toBe('succeeded')
    expect(await register.unknownWords({})).toEqual({ words: [] })
    expect(time.clock.now()).toBe(before)
    await time.advance(1000)
    // S-1 is final and is not polled again; S-2 is polled immediately.
    expect(fakeService.statusRequests.slice(requestsBefore)).toEqual([expect.stringMatching(/^S-2 /)])
    fakeService.status = () => 'completed'
    expect(await finish(jobId)).toMatchObject({ state: 'done', done: 2 })
  })

  test('ends the wait of a single command after a few minutes with a message', async () => {
    const { fakeService, refresh, finish, register, time } = setUp({ waitsForUnknownStates: false })
    for (const id of ['S-1', 'S-2']) await add(id)
    fakeService.status = (sampleId) =>
      sampleId === 'S-1' || time.clock.now() % 3_600_000 > 40_000 ? 'Released' : 'queued'
    const job = await finish(await refresh())
    expect(job.message).toEqual(
      '0 samples are done, 2 are waiting: Pathclock does not know what their state means: “Released”.',
    )
    const startedMs = time.clock.now()
    await time.finish(register.waitUntilFinal(['S-1'], new AbortController().signal))
    expect(time.clock.now() - startedMs).toBeLessThan(5 * 60_000)
  })

  test('ends the wait of a single command once all other samples have ended', async () => {
    const { fakeService, refresh, finish, time } = setUp({ waitsForUnknownStates: false })
    for (const id of ['S-1', 'S-2']) await add(id)
    const startMs = time.clock.now()
    fakeService.status = (sampleId) =>
      sampleId === 'S-1' ? 'Released' : time.clock.now() - startMs > 200_000 ? 'completed' : 'queued'
    expect(await finish(await refresh())).toMatchObject({ done: 1 })
    expect(time.clock.now() - startMs).toBeLessThan(280_000)
  })

  test('keeps the wait going while it changes, and while another sample is unfinished', async () => {
    const { fakeService, refresh, finish, time } = setUp({ waitsForUnknownStates: false })
    for (const id of ['S-1', 'S-2']) await add(id)
    const startMs = time.clock.now()
    fakeService.status = (sampleId) => {
      const minutes = (time.clock.now() - startMs) / 60_000
      if (minutes > 20) return 'completed'
      return sampleId === 'S-1' ? `step ${Math.floor(minutes)}` : 'processing'
    }
    expect(await finish(await refresh())).toMatchObject({ done: 2 })
  })

  test('must come from the service: a sample that was never checked has none', async () => {
    const { register } = setUp()
    await add('S-1', { status: 'unknown' })
    expect(await register.unknownWords({})).toEqual({ words: [] })
  })

  test('becomes unknown again when the user removes its meaning', async () => {
    const words: Words = { Released: 'succeeded' }
    const { fakeService, refresh, finish, register, stateOf } = setUp({ words })
    await add('S-1')
    fakeService.status = () => 'Released'
    expect(await finish(await refresh())).toMatchObject({ done: 1 })
    delete words['Released']
    await register.stateWordsChanged()
    expect(await stateOf('S-1')).toBe('unknown')
  })
})

describe('annotations of samples', () => {
  test('are stored apart from the sent fields, with author and time, and change one by one', async () => {
    const { register, time } = setUp()
    await add('S-1')
    const added = { addTags: ['pilot', 'b'], fields: { bmi: 22, site: 'Köln' } }
    const change = { group: 'late', note: 'see p. 3', ...added }
    await register.annotate({ sampleIds: ['S-1', 'S-1'], change })
    const removed = { removeTags: ['b'], note: null, fields: { site: null } }
    await register.annotate({ sampleIds: ['S-1'], change: removed })
    const sample = await register.get({ sampleId: 'S-1' })
    expect(sample.fields).toEqual({ age: 40, group: 'control' })
    const changedAt = new Date(time.clock.now()).toISOString()
    const remaining = { group: 'late', tags: ['pilot'], note: null, fields: { bmi: 22 } }
    expect(sample.annotation).toEqual({ ...remaining, changedAt, changedBy: '' })
    await expect(register.annotate({ sampleIds: ['S-1', 'S-9'], change })).rejects.toThrow(/no sample S-9/)
  })

  test('can be undone for many samples exactly, with authors and times, leaving no trace where there was none', async () => {
    const { register, time, changeTimes, idsOf } = setUp()
    const all = Array.from({ length: 2000 }, (_, at) => `M-${at}`)
    await addMany(all)
    const every2nd = all.filter((_, at) => at % 2 === 0)
    const note = { note: 'own', addTags: ['b', 'a'], fields: { bmi: 22, site: 'Köln' } }
    await register.annotate({ sampleIds: every2nd, change: note })
    await register.annotate({ sampleIds: ['M-0'], change: { group: 'Ä', note: 'another' } })
    await time.advance(60_000)
    const before = await annotationRows()
    const change = { group: 'all', removeTags: ['a'], note: null, fields: { site: null, bmi: 1 } }
    const { undoId } = await register.annotate({ sampleIds: all, change })
    expect(await idsOf({ filter: { group: 'all' }, limit: 1 })).toHaveLength(1)
    const changesBefore = changeTimes.length
    expect(await register.undoAnnotate({ undoId })).toEqual({ changed: 2000, left: 0 })
    expect(await annotationRows()).toEqual(before)
    expect(before).toHaveLength(1000)
    expect(changeTimes).toHaveLength(changesBefore + 1)
    expect(await idsOf({ filter: { group: 'all' }, limit: 1 })).toEqual([])
    const tags = ['a', 'b'].map((value) => ({ value, count: 1000 }))
    expect((await register.facets({ text: '' })).tags).toEqual(tags)
    await expect(register.undoAnnotate({ undoId })).rejects.toThrow(/no longer has the earlier values/)
  })

  test('can be undone for the part written before an error, which is reported for the rest', async () => {
    const { register } = setUp()
    const all = Array.from({ length: 1200 }, (_, at) => `M-${at}`)
    await addMany(all)
    await sql`CREATE TEMP TRIGGER full BEFORE INSERT ON annotations WHEN NEW.sample_id = 'M-1100'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(journal.query)
    const change = { group: 'late' }
    const { undoId, ...outcome } = await register.annotate({ sampleIds: all, change })
    expect(outcome).toEqual({ changed: 1000, left: 200 })
    const last = register.annotate({ sampleIds: all.slice(-200), change })
    await expect(last).rejects.toThrow('the disk is full')
    expect(await annotationRows()).toHaveLength(1000)
    expect(await register.undoAnnotate({ undoId })).toEqual({ changed: 1000, left: 0 })
    expect(await annotationRows()).toEqual([])
  })

  test('are not undone where they were changed since, and only the last five changes can be undone', async () => {
    const { register } = setUp()
    await add('S-1')
    await add('S-2')
    const annotate = (sampleIds: string[], group: string) =>
      register.annotate({ sampleIds, change: { group } })
    const { undoId } = await annotate(['S-1', 'S-2'], 'one')
    await annotate(['S-2'], 'two')
    expect(await register.undoAnnotate({ undoId })).toEqual({ changed: 1, left: 1 })
    expect((await register.get({ sampleId: 'S-1' })).annotation).toBeUndefined()
    expect((await register.get({ sampleId: 'S-2' })).annotation?.group).toBe('two')
    const { undoId: oldest } = await annotate(['S-1'], '0')
    for (const group of ['1', '2', '3', '4', '5']) await annotate(['S-1'], group)
    const undone = register.undoAnnotate({ undoId: oldest })
    await expect(undone).rejects.toThrow(/no longer has the earlier values/)
  })

  test('can be searched in any letter case, and filtered by', async () => {
    const { register, idsOf } = setUp()
    await add('S-1', { reference: 'Größe Ä' })
    await add('S-2', { reference: 'КРОВЬ', status: 'completed' })
    await add('S-3')
    const change = { group: 'late', addTags: ['pilot'], note: 'Über' }
    await register.annotate({ sampleIds: ['S-3'], change })
    const found = { 'größe ä': 'S-1', ä: 'S-1', кровь: 'S-2', ÜBER: 'S-3' }
    for (const [text, id] of Object.entries(found))
      expect([text, ...(await idsOf({ text }))]).toEqual([text, id])
    expect(await idsOf({ filter: { group: 'late' } })).toEqual(['S-3'])
    expect(await idsOf({ filter: { group: 'control' } })).toEqual(['S-1', 'S-2'])
    expect(await idsOf({ filter: { tag: 'pilot' } })).toEqual(['S-3'])
    expect(await idsOf({ filter: { states: ['succeeded'] } })).toEqual(['S-2'])
    expect(await idsOf({ filter: { synthetic: true } })).toEqual([])
    await register.annotate({ sampleIds: ['S-3'], change: { group: null, removeTags: ['pilot'] } })
    expect(await idsOf({ filter: { group: 'control' }, text: 'ref' })).toEqual(['S-3'])
    expect(await idsOf({ filter: { tag: 'pilot' } })).toEqual([])
  })
})
