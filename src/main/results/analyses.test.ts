import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checked } from '../../shared/contract/contract.ts'
import type { EventName } from '../../shared/contract/events.ts'
import { Failure, rejected } from '../../shared/contract/failures.ts'
import { costContext } from '../../shared/domain/app/testing/costContext.ts'
import { totalRequests } from '../../shared/domain/requests/paidCall.ts'
import type { PathwayScore } from '../../shared/domain/results/analysis.ts'
import { everySample } from '../../shared/domain/results/cohort.ts'
import { parseState } from '../../shared/domain/samples/sample.ts'
import { joinMessages, toEnglish } from '../../shared/words/message.ts'
import { leaseOwners } from '../adapters/sqlite/leaseOwners.ts'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import { createJobs } from '../concurrency/jobs.ts'
import type { Database, Random, RemoteService, ServiceResponse } from '../ports.ts'
import { idsOfSamples } from '../samples/register/search/sampleSearch.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import { openStores } from '../store/testing/openStores.ts'
import { createAnalyses } from './analyses.ts'
import { createSampleChooser } from './chooseSamples.ts'
import { createAnalysedSamples } from './sampleResults.ts'

const scores: PathwayScore[] = [
  { pathway: 'NF_KB', activity: 0.1 + 0.2, agingOffset: -1.5 },
  { pathway: 'AMPK', activity: 0, agingOffset: null },
  { pathway: 'mTOR', activity: null, agingOffset: 2 },
]

let journal: Database<JournalSchema>
let answers: Database<AnswersSchema>
let closeStores: () => Promise<void>

beforeEach(async () => {
  ;({ journal, answers, close: closeStores } = await openStores())
})
afterEach(() => closeStores())

const registerAll = async (...sampleIds: string[]) => {
  for (const sampleId of sampleIds) await register(sampleId)
}

async function register(sampleId: string, status = 'completed', more: { group?: string } = {}) {
  const row = {
    sample_id: sampleId,
    client_reference: `ref-${sampleId}`,
    fields: JSON.stringify({ age: 40, ...(more.group === undefined ? {} : { group: more.group }) }),
    batch_id: null,
    status,
    state: parseState(status),
    created_at: '2026-01-01T00:00:00.000Z',
    checked_at: null,
    service: 'https://service.example/api/v1',
    synthetic: 0,
  }
  await journal.query.insertInto('samples').values(row).execute()
}

/** Creates a service that returns the same result for every sample after 100 ms, except for refused samples. */
function createService(time: ReturnType<typeof createVirtualClock>) {
  const state = {
    requests: [] as string[],
    inFlight: 0,
    mostInFlight: 0,
    refuse: new Map<string, Failure>(),
    scores,
    clockValues: [{ name: 'pathway_age', value: 41.5 }],
    synthetic: true,
    note: undefined as string | undefined,
    priorities: new Set<string | undefined>(),
    onRequest: (_sampleId: string): void => undefined,
    /** The response time for a sample, if not 100 ms. */
    delayMs: new Map<string, number>(),
  }
  const answer = async <T>(
    path: string,
    sampleId: string,
    value: T,
    priority?: string,
  ): Promise<ServiceResponse<T>> => {
    state.requests.push(`${path} ${sampleId}`)
    state.onRequest(sampleId)
    state.priorities.add(priority)
    state.mostInFlight = Math.max(state.mostInFlight, (state.inFlight += 1))
    await time.clock.sleep(state.delayMs.get(sampleId) ?? 100)
    state.inFlight -= 1
    const failure = state.refuse.get(sampleId)
    if (failure) throw failure
    return {
      value,
      raw: { code: 200, data: value },
      fetchedAt: new Date(time.clock.now()).toISOString(),
      service: 'https://service.example/api/v1',
      requestId: `r${state.requests.length}`,
      synthetic: state.synthetic,
    }
  }
  const remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'> = {
    pathwayAnalysis: ({ sampleId, pathways }, options) => {
      const chosen = state.scores.filter(({ pathway }) => pathways?.includes(pathway) ?? true)
      const note = state.note === undefined ? {} : { note: joinMessages([state.note]) }
      return answer('analysis', sampleId, { sampleId, scores: chosen, ...note }, options?.priority)
    },
    pathwayClock: ({ sampleId }, options) => {
      const values = state.clockValues
      const offsets = [{ pathway: 'mTOR', agingOffset: 2.25 }]
      return answer('clock', sampleId, { sampleId, values, offsets }, options?.priority)
    },
  }
  return { remote, state }
}

function setUp() {
  const time = createVirtualClock()
  let count = 0
  const random: Random = { next: () => 0.5, id: () => `id-${++count}` }
  const { remote, state } = createService(time)
  const events: EventName[] = []
  const emit = (name: EventName) => void events.push(name)
  const bugs: unknown[] = []
  const jobs = createJobs({
    clock: time.clock,
    random,
    emit,
    onUnexpectedError: (error) => void bugs.push(error),
  })
  const waited: string[][] = []
  const finalAmong = async (sampleIds: string[]): Promise<string[]> => {
    const rows = await journal.query
      .selectFrom('samples')
      .select('sample_id')
      .where('sample_id', 'in', sampleIds)
      .where('state', '=', 'succeeded')
      .execute()
    return rows.map((row) => row.sample_id)
  }
  const analyses = createAnalyses({
    costContext,
    journal,
    answers,
    remote,
    jobs,
    random,
    leaseOwners,
    emit,
    clock: time.clock,
    chooseSamples: createSampleChooser({
      journal,
      findSamples: (text, filter) => idsOfSamples(journal.query, { text, filter }),
    }),
    async waitUntilFinal(sampleIds, signal, onFinal) {
      waited.push(sampleIds)
      for (const status of ['processing', 'slow']) {
        await time.clock.sleep(1000, signal)
        await journal.query
          .updateTable('samples')
          .set({ status: 'completed', state: 'succeeded' })
          .where('sample_id', 'in', sampleIds)
          .where('status', '=', status)
          .execute()
        for (const sampleId of await finalAmong(sampleIds)) onFinal(sampleId)
      }
    },
  })
  const run = async (overrides: Partial<Checked<'analyses.run'>> = {}) => {
    const request = { of: everySample, pathways: [], clock: true, again: false, ...overrides }
    const { jobId } = await analyses.run(request)
    const job = await time.finish(jobs.finished(jobId))
    expect(bugs).toEqual([])
    return job
  }
  return { analyses, run, state, waited, events, jobs, time }
}

describe('the requests of an analysis', () => {
  const request = { of: everySample, pathways: [], clock: true, again: false }

  test('are counted before it begins, without stored results and failed samples', async () => {
    await registerAll('S1', 'S2')
    const { analyses, run } = setUp()
    expect(await analyses.estimate(request)).toEqual({
      what: 'analyses',
      count: 2,
      orders: 0,
      analyses: 2,
      requests: { order: 0, status: 0, analysis: 2, clock: 2, screening: 0 },
      waiting: 0,
      ...(await costContext()),
      before: [],
    })
    await run({ clock: false })
    await register('S3')
    await register('S4', 'processing')
    await register('S5', 'failed')
    expect(await analyses.estimate(request)).toMatchObject({
      count: 4,
      requests: { status: 1, analysis: 2, clock: 4 },
      waiting: 1,
      before: [],
    })
    expect(await analyses.estimate({ ...request, clock: false })).toMatchObject({
      count: 2,
      requests: { status: 1, analysis: 2, clock: 0 },
      before: [{ what: 'analyzed', count: 2, repeated: false }],
    })
    await run()
    expect(await analyses.estimate(request)).toMatchObject({
      count: 0,
      requests: { analysis: 0, clock: 0 },
      waiting: 0,
    })
    expect(await analyses.estimate({ ...request, again: true })).toMatchObject({
      count: 4,
      requests: { analysis: 4, clock: 4 },
      before: [{ what: 'analyzed', count: 4, repeated: true }],
    })
  })

  test('match the number of requests that are sent', async () => {
    await registerAll('S1', 'S2', 'S3')
    const { analyses, run, state } = setUp()
    await run({ of: { sampleIds: ['S2'] } })
    const requests = totalRequests(await analyses.estimate(request))
    const before = state.requests.length
    await run()
    expect(state.requests.length - before).toBe(requests)
  })
})

describe('running analyses', () => {
  test('fetches the analysis and clock of every sample and stores them with their provenance', async () => {
    await registerAll('S1', 'S2')
    const { run, state, events } = setUp()
    expect(await run()).toMatchObject({
      state: 'done',
      total: 2,
      done: 2,
      failed: 0,
      title: 'Pathway analysis of 2 samples',
      message: '2 samples analyzed.',
    })
    expect(state.requests.toSorted()).toEqual(['analysis S1', 'analysis S2', 'clock S1', 'clock S2'])
    expect([...state.priorities]).toEqual(['batch'])
    const rows = await answers.query
      .selectFrom('analyses')
      .selectAll()
      .where('sample_id', '=', 'S1')
      .execute()
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.kind === 'activity')).toMatchObject({
      request: '{"sampleId":"S1","pathways":[]}',
      service: 'https://service.example/api/v1',
      synthetic: 1,
      current: 1,
    })
    expect(events).toContain('results.changed')
  })

  test('stops when the service fails five times in a row, and continues there next time', async () => {
    for (let n = 10; n < 30; n += 1) await register(`S${n}`)
    const { run, state } = setUp()
    const failing = new Failure('serviceFailed', joinMessages([`The service failed (503).`]), {
      status: 503,
      endpoint: 'x',
    })
    for (let n = 14; n < 30; n += 1) state.refuse.set(`S${n}`, failing)
    const job = await run({ clock: false })
    expect(job).toMatchObject({ state: 'failed', failureCode: 'serviceFailed', done: 4 })
    expect(state.requests.length).toBeLessThan(13)
    state.refuse.clear()
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 20, failed: 0 })
  })

  test('continues after a temporary failure of the service', async () => {
    for (let n = 0; n < 8; n += 1) await register(`S${n}`)
    const { run, state } = setUp()
    const failing = new Failure('timeout', joinMessages([`No answer.`]), { endpoint: 'x', afterMs: 1 })
    for (const n of [0, 1, 6]) state.refuse.set(`S${n}`, failing)
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 5, failed: 3 })
  })

  test('reports a note about a result once', async () => {
    await registerAll('S1', 'S2')
    const { run, state } = setUp()
    state.note = 'The list of pathways was sent in two parts.'
    const job = await run({ clock: false })
    expect(job.message).toEqual('2 samples analyzed.\nThe list of pathways was sent in two parts.')
  })

  test('does not request the clock unless it is chosen', async () => {
    await register('S1')
    const { run, state } = setUp()
    await run({ clock: false })
    expect(state.requests).toEqual(['analysis S1'])
  })

  test('requests the result of each sample as soon as its state is final', async () => {
    await register('S1')
    await register('S2', 'processing')
    await register('S3', 'slow')
    const { run, state, time } = setUp()
    const startMs = time.clock.now()
    const atS: Record<string, number> = {}
    state.onRequest = (sampleId) => {
      atS[sampleId] = Math.floor((time.clock.now() - startMs) / 1000)
    }
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 3 })
    expect(atS).toEqual({ S1: 0, S2: 1, S3: 2 })
  })

  test('requests samples that become ready while an earlier result takes long', async () => {
    await registerAll('S1', 'S2', 'S3', 'S4', 'S5', 'S6')
    await register('S7', 'processing')
    await register('S8', 'slow')
    const { run, state, time } = setUp()
    state.delayMs.set('S1', 600_000)
    const startMs = time.clock.now()
    const requestedAtMs: Record<string, number> = {}
    state.onRequest = (sampleId) => {
      requestedAtMs[sampleId] = time.clock.now() - startMs
    }
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 8 })
    expect(requestedAtMs).toMatchObject({ S7: 1000, S8: 2000 })
    expect(state.mostInFlight).toBe(4)
    expect(state.requests).toHaveLength(8)
  })

  test('takes over a request of an earlier run while another sample is not ready', async () => {
    await register('S1')
    await register('S2', 'slow')
    const { run, state, time } = setUp()
    const startMs = time.clock.now()
    await answers.query
      .insertInto('asked')
      .values({
        sample_id: 'S1',
        kind: 'activity',
        pathways: '[]',
        owner: 'killed',
        lease_until_ms: startMs + 500,
        sent: 0,
        failed: 0,
      })
      .execute()
    const requestedAtMs: Record<string, number> = {}
    state.onRequest = (sampleId) => {
      requestedAtMs[sampleId] = time.clock.now() - startMs
    }
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 2 })
    expect(requestedAtMs).toEqual({ S1: 1000, S2: 2000 })
  })

  test('stops waiting for samples when a failure needs the user to act', async () => {
    await register('S1')
    await register('S2', 'processing')
    const { run, state, time } = setUp()
    state.refuse.set('S1', new Failure('notSignedIn', joinMessages([`Sign in.`]), {}))
    const startMs = time.clock.now()
    expect(await run({ clock: false })).toMatchObject({ state: 'failed', failureCode: 'notSignedIn' })
    expect(time.clock.now() - startMs).toBe(100)
    expect(state.requests).toEqual(['analysis S1'])
  })

  test('waits only for samples that are still running', async () => {
    await register('S1')
    await register('S2', 'processing')
    const { run, waited } = setUp()
    expect(await run()).toMatchObject({ done: 2 })
    expect(waited).toEqual([['S2']])
  })

  test('continues after it was cancelled, and repeats no request', async () => {
    for (let n = 1; n <= 9; n += 1) await register(`S${n}`)
    const { analyses, jobs, time, run, state } = setUp()
    const { jobId } = await analyses.run({ of: everySample, pathways: [], clock: true, again: false })
    await time.advance(250)
    jobs.cancel(jobId)
    expect((await time.finish(jobs.finished(jobId))).state).toBe('cancelled')
    const before = await answers.query.selectFrom('analyses').select(['kind', 'sample_id']).execute()
    expect(before.length).toBeGreaterThan(0)
    state.requests.length = 0
    expect(await run()).toMatchObject({ state: 'done', done: 9 })
    const requests = new Set(state.requests)
    for (const { kind, sample_id } of before)
      expect(requests).not.toContain(`${kind === 'clock' ? 'clock' : 'analysis'} ${sample_id}`)
    expect(state.requests).toHaveLength(18 - before.length)
  })

  test('analyzes the samples of a group, and reports a search without results', async () => {
    await register('S1', 'completed', { group: 'treated' })
    await register('S2', 'completed', { group: 'control' })
    const { run, state } = setUp()
    await run({ of: { filter: { group: 'control' } }, clock: false })
    expect(state.requests).toEqual(['analysis S2'])
    await expect(run({ of: { filter: { group: 'none' } } })).rejects.toMatchObject({
      code: 'notFound',
      message: expect.stringContaining('No sample in the register matches this search'),
    })
  })

  test('counts and names samples that failed or never ended', async () => {
    await register('S1', 'rejected')
    await register('S2', 'quarantined')
    await register('S3')
    const { run, state } = setUp()
    const job = await run()
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 2 })
    expect(toEnglish(job.message!)).toContain('1 sample analyzed, 2 failed.')
    expect(toEnglish(job.message!)).toContain('ref-S1: the service says “rejected”')
    expect(toEnglish(job.message!)).toContain(
      'ref-S2: the service says “quarantined”, but Pathclock does not know this state',
    )
    expect(state.requests.filter((request) => !request.endsWith('S3'))).toEqual([])
  })

  test('names the dialect file for a state that a shell would interpret', async () => {
    await register('S1', '$(reboot)')
    const { message } = await setUp().run()
    expect(toEnglish(message!)).toContain('the service says “$(reboot)”')
    expect(toEnglish(message!)).toContain('under state_words in a dialect file (login … --dialect FILE)')
  })

  test('keeps at most four requests in flight', async () => {
    for (let n = 0; n < 12; n += 1) await register(`S${n}`)
    const { run, state } = setUp()
    await run()
    expect(state.mostInFlight).toBe(4)
  })

  test('fetches only missing results when it is run again', async () => {
    await register('S1')
    const { run, state } = setUp()
    await run({ clock: false })
    await register('S2')
    state.requests.length = 0
    expect((await run()).message).toEqual('2 samples analyzed.')
    expect(state.requests.toSorted()).toEqual(['analysis S2', 'clock S1', 'clock S2'])
    state.requests.length = 0
    expect(await run()).toMatchObject({ done: 2, message: '0 samples analyzed, 2 already had a result.' })
    expect(state.requests).toEqual([])
  })

  test('does not use a result for some pathways for a wider request', async () => {
    await register('S1')
    const { run, state } = setUp()
    await run({ clock: false, pathways: ['mTOR', 'AMPK'] })
    await run({ clock: false, pathways: ['mTOR'] })
    expect(state.requests).toHaveLength(1)
    await run({ clock: false, pathways: ['NF_KB'] })
    await run({ clock: false })
    expect(state.requests).toHaveLength(3)
    await run({ clock: false, pathways: ['NF_KB'] })
    expect(state.requests).toHaveLength(3)
  })

  test('fetches results again on request and removes no older ones', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    await run({ clock: false })
    state.scores = [{ pathway: 'AMPK', activity: 9, agingOffset: null }]
    await run({ clock: false, again: true })
    const rows = await answers.query.selectFrom('analyses').select('current').orderBy('current').execute()
    expect(rows.map((row) => row.current)).toEqual([0, 1])
    expect((await analyses.sample({ sampleId: 'S1' })).scores).toEqual(state.scores)
    expect(await answers.query.selectFrom('scores').selectAll().execute()).toHaveLength(4)
  })

  test('for some pathways keeps the values of the others, each with its own provenance', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    await run()
    state.scores = [{ pathway: 'AMPK', activity: 9, agingOffset: null }]
    await run({ again: true, pathways: ['AMPK', 'mTOR'] })
    const found = await analyses.sample({ sampleId: 'S1' })
    const from = expect.objectContaining({ requestId: 'r1', fetchedAt: '2026-01-01T00:00:00.100Z' })
    expect(found.scores).toEqual([
      { pathway: 'AMPK', activity: 9, agingOffset: null },
      { pathway: 'NF_KB', activity: 0.1 + 0.2, agingOffset: -1.5, from },
    ])
    expect(found).toMatchObject({
      requestId: 'r3',
      raw: { 'pathway-analysis': { data: { scores: state.scores } } },
    })
    expect(found.clock?.values).toEqual([{ name: 'pathway_age', value: 41.5 }])
    // Everything is still covered by the two results together.
    state.requests.length = 0
    await run()
    expect(state.requests).toEqual([])
    // A result for all pathways replaces both.
    await run({ clock: false, again: true })
    expect((await analyses.sample({ sampleId: 'S1' })).scores).toEqual(state.scores)
  })

  test('counts a refused sample as failed and continues', async () => {
    await registerAll('S1', 'S2')
    const { run, state } = setUp()
    state.refuse.set('S1', rejected(joinMessages([`This sample has no expression data.`])))
    const job = await run()
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(toEnglish(job.message!)).toContain('ref-S1: This sample has no expression data.')
  })

  test('stops when the service cannot be reached, keeps its results and explains how to continue', async () => {
    for (let n = 1; n <= 20; n += 1) await register(`S${n}`)
    const { run, state } = setUp()
    state.refuse.set(
      'S14',
      new Failure('offline', joinMessages([`The service cannot be reached.`]), { reason: 'network' }),
    )
    const job = await run({ clock: false })
    expect(job.state).toBe('failed')
    expect(toEnglish(job.message!)).toMatch(/^The service cannot be reached\. \d of the samples have results/)
    expect(toEnglish(job.message!)).toContain('Run the analysis again')
    expect(state.requests).not.toContain('analysis S9')
    // Samples are processed in the order of their IDs: S1, S10, S11, …
    const stored = await answers.query.selectFrom('analyses').select('sample_id').execute()
    expect(stored.length).toBeGreaterThanOrEqual(4)
    state.refuse.clear()
    expect(await run({ clock: false })).toMatchObject({ state: 'done', done: 20 })
    expect(await answers.query.selectFrom('analyses').selectAll().execute()).toHaveLength(20)
  })

  test('ends as cancelled when it is cancelled, and keeps its results', async () => {
    for (let n = 1; n <= 9; n += 1) await register(`S${n}`)
    const { analyses, jobs, time } = setUp()
    const { jobId } = await analyses.run({ of: everySample, pathways: [], clock: false, again: false })
    await time.advance(150)
    jobs.cancel(jobId)
    expect((await time.finish(jobs.finished(jobId))).state).toBe('cancelled')
    const stored = await answers.query.selectFrom('analyses').selectAll().execute()
    expect(stored.length).toBeGreaterThanOrEqual(4)
    expect(stored.length).toBeLessThan(9)
  })

  test('rejects samples that are not in the register, and an empty register', async () => {
    const { run } = setUp()
    await expect(run()).rejects.toMatchObject({ code: 'notFound' })
    await register('S1')
    await expect(run({ of: { sampleIds: ['S1', 'S9'] } })).rejects.toThrow('S9')
  })

  test('stores an infinite value as missing, and a repeated pathway once', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    state.scores = [
      { pathway: 'mTOR', activity: Number.POSITIVE_INFINITY, agingOffset: 1 },
      { pathway: 'AMPK', activity: 1, agingOffset: 1 },
      { pathway: 'AMPK', activity: 2, agingOffset: null },
    ]
    await run({ clock: false })
    expect((await analyses.sample({ sampleId: 'S1' })).scores).toEqual([
      { pathway: 'AMPK', activity: 2, agingOffset: null },
      { pathway: 'mTOR', activity: null, agingOffset: 1 },
    ])
  })
})

describe('reading results', () => {
  test('throws before the first analysis', async () => {
    await register('S1')
    const { analyses } = setUp()
    await expect(analyses.sample({ sampleId: 'S1' })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('returns one sample with its clock and the raw responses', async () => {
    await register('S1')
    const { run, analyses } = setUp()
    await run()
    const result = await analyses.sample({ sampleId: 'S1' })
    expect(result).toMatchObject({ clientReference: 'ref-S1', requestId: 'r1', synthetic: true })
    expect(result.clock).toMatchObject({
      requestId: 'r2',
      values: [{ name: 'pathway_age', value: 41.5 }],
      offsets: [{ pathway: 'mTOR', agingOffset: 2.25 }],
    })
    expect(result.raw).toEqual({
      'pathway-analysis': { code: 200, data: { sampleId: 'S1', scores } },
      'pathway-clock': { code: 200, data: expect.objectContaining({ sampleId: 'S1' }) },
    })
  })

  test('returns when samples were analyzed', async () => {
    await register('S1')
    const { run } = setUp()
    await run()
    const { analysedAt } = createAnalysedSamples(answers)
    expect(await analysedAt(['S1', 'S2'])).toEqual(new Map([['S1', '2026-01-01T00:00:00.100Z']]))
  })
})

describe('the history of a sample', () => {
  test('lists every result with its provenance, newest first, and returns each completely', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    await run()
    state.scores = [{ pathway: 'AMPK', activity: 9, agingOffset: null }]
    await run({ clock: false, again: true, pathways: ['AMPK'] })
    await run({ clock: false, again: true, pathways: ['AMPK'] })
    const history = (await analyses.history({ sampleId: 'S1' })).toSpliced(1, 1)
    const shown = (await analyses.history({ sampleId: 'S1' })).map((one) => [
      one.kind,
      one.current,
      one.scores,
    ])
    expect(shown).toEqual([
      ['activity', true, 1],
      ['activity', false, 1],
      ['clock', true, 1],
      // It covered all pathways, and those not requested since are still its own.
      ['activity', true, 3],
    ])
    expect(history[0]).toMatchObject({
      pathways: ['AMPK'],
      service: 'https://service.example/api/v1',
      requestId: 'r4',
      synthetic: true,
    })
    const first = await analyses.answer({ analysisId: history[2]?.analysisId ?? '' })
    expect(first).toEqual({
      ...history[2],
      sampleId: 'S1',
      values: scores.toSorted((a, b) => (a.pathway.toLowerCase() < b.pathway.toLowerCase() ? -1 : 1)),
      request: { sampleId: 'S1', pathways: [] },
      raw: { code: 200, data: { sampleId: 'S1', scores } },
    })
    expect(await analyses.history({ sampleId: 'S2' })).toEqual([])
    await expect(analyses.answer({ analysisId: 'none' })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('returns the differences between two results, and null where a value is missing', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    await run({ clock: false })
    state.scores = [
      { pathway: 'nf_kb', activity: 1, agingOffset: null },
      { pathway: 'NF_KB', activity: 0.5, agingOffset: -1e308 },
      { pathway: 'AMPK', activity: null, agingOffset: null },
    ]
    await run({ clock: false, again: true })
    const [after, before] = (await analyses.history({ sampleId: 'S1' })).map(({ analysisId }) => analysisId)
    const drift = await analyses.drift({ before: before ?? '', after: after ?? '' })
    expect(drift).toMatchObject({ sampleId: 'S1', before: { current: false }, after: { current: true } })
    const nfkb = 0.5 - (0.1 + 0.2)
    const line = (pathway: string, measure: string, ...values: (number | null)[]) => [
      pathway,
      measure,
      ...values,
    ]
    expect(drift.rows.map((row) => Object.values(row))).toEqual([
      line('AMPK', 'activity', 0, null, null),
      line('mTOR', 'aging_offset', 2, null, null),
      line('NF_KB', 'activity', 0.1 + 0.2, 0.5, nfkb),
      line('NF_KB', 'aging_offset', -1.5, -1e308, -1e308),
      line('nf_kb', 'activity', null, 1, null),
    ])
    const same = await analyses.drift({ before: before ?? '', after: before ?? '' })
    expect(same.rows.every(({ difference }) => difference === 0)).toBe(true)
  })

  test('compares two clocks by their values for the whole sample too', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    await run()
    state.clockValues = [
      { name: 'pathway_age', value: 44 },
      { name: 'confidence', value: 0.9 },
    ]
    await run({ again: true })
    const clocks = (await analyses.history({ sampleId: 'S1' })).filter(({ kind }) => kind === 'clock')
    const [after, before] = clocks.map(({ analysisId }) => analysisId)
    const drift = await analyses.drift({ before: before ?? '', after: after ?? '' })
    expect(drift.values).toEqual([
      { name: 'confidence', before: null, after: 0.9, difference: null },
      { name: 'pathway_age', before: 41.5, after: 44, difference: 2.5 },
    ])
  })

  test('returns no difference if it overflows', async () => {
    await register('S1')
    const { run, state, analyses } = setUp()
    for (const activity of [-1e308, 1e308]) {
      state.scores = [{ pathway: 'AMPK', activity, agingOffset: null }]
      await run({ clock: false, again: true })
    }
    const [after, before] = (await analyses.history({ sampleId: 'S1' })).map(({ analysisId }) => analysisId)
    const { rows } = await analyses.drift({ before: before ?? '', after: after ?? '' })
    expect(rows).toEqual([
      { pathway: 'AMPK', measure: 'activity', before: -1e308, after: 1e308, difference: null },
    ])
  })

  test('rejects a comparison of two kinds or two samples', async () => {
    await registerAll('S1', 'S2')
    const { run, analyses } = setUp()
    await run()
    const [clock, activity] = await analyses.history({ sampleId: 'S1' })
    const [other] = await analyses.history({ sampleId: 'S2' })
    const drift = (before = '', after = '') => analyses.drift({ before, after })
    await expect(drift(activity?.analysisId, clock?.analysisId)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('Choose two of one kind'),
    })
    await expect(drift(clock?.analysisId, other?.analysisId)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('two samples'),
    })
  })
})
