import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Checked } from '../../../shared/contract/contract.ts'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import { costContext } from '../../../shared/domain/app/testing/costContext.ts'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { leaseOwners } from '../../adapters/sqlite/leaseOwners.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import type { Database, RemoteService, ResultOptions, ServiceResponse } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { addRequestLease, registerSamples, sampleRow, service } from '../../store/testing/rows.ts'
import { createAnalyses } from '../analyses.ts'
import { createSampleChooser } from '../chooseSamples.ts'
import type { WaitUntilFinal } from './runAnalyses.ts'

const request = { of: everySample, pathways: [], clock: false, again: false }
const failing: Failure = new Failure('serviceFailed', joinMessages([`The service failed (500).`]), {
  status: 500,
  endpoint: 'x',
})

let journal: Database<JournalSchema>
let answers: Database<AnswersSchema>
let closeStores: () => Promise<void>

beforeEach(async () => {
  ;({ journal, answers, close: closeStores } = await openStores())
})
afterEach(() => closeStores())

const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `S${10 + at}`)

/**
 * Registers samples and sets up processes with one profile: each has its own jobs; they share the service and the
 * clock.
 */
async function setUp(samples: number) {
  const all = idsUpTo(samples)
  await registerSamples(
    journal,
    all.map((id) => sampleRow(id)),
  )
  const time = createVirtualClock()
  let count = 0
  const random = { next: () => 0.5, id: () => `id-${++count}` }
  const state = {
    requests: [] as string[],
    refuse: new Set<string>(),
    refuseWith: failing,
    empty: new Set<string>(),
    clockValues: [] as { name: string; value: number }[],
    /** The time after which each result is available at its own address. */
    readyAfterMs: null as number | null,
    gone: false,
  }
  const respond = async <T>(
    sampleId: string,
    value: T,
    options: ResultOptions = {},
    resumed?: Promise<void>,
  ): Promise<ServiceResponse<T>> => {
    await resumed
    await options.beforeSend?.()
    const isFetching = options.resultAddress !== undefined && !state.gone
    if (options.resultAddress !== undefined && state.gone) {
      await options.onResultAddress?.(null)
      await options.beforeSend?.()
    }
    state.requests.push(isFetching ? `GET ${options.resultAddress}` : sampleId)
    if (state.readyAfterMs !== null) {
      if (!isFetching) await options.onResultAddress?.(`/results/${sampleId}`)
      await time.clock.sleep(state.readyAfterMs, options.signal)
    }
    await time.clock.sleep(100, options.signal)
    if (state.refuse.has(sampleId)) throw state.refuseWith
    const fetchedAt = new Date(time.clock.now()).toISOString()
    return { value, raw: { data: value }, fetchedAt, service, requestId: null, synthetic: false }
  }
  const toRemote = (resumed?: Promise<void>): Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'> => ({
    pathwayAnalysis: ({ sampleId }, options) => {
      const scores = [{ pathway: 'mTOR', activity: 1, agingOffset: null }]
      return respond(
        sampleId,
        { sampleId, scores: state.empty.has(sampleId) ? [] : scores },
        options,
        resumed,
      )
    },
    pathwayClock: ({ sampleId }, options) =>
      respond(sampleId, { sampleId, values: state.clockValues, offsets: [] }, options, resumed),
  })
  /** Opens a process. Until `resumed` resolves, it is suspended: it sends and renews nothing. */
  const openProcess = (resumed?: Promise<void>, waitUntilFinal: WaitUntilFinal = async () => {}) => {
    const clock = {
      ...time.clock,
      sleep: async (ms: number, signal?: AbortSignal) => {
        await resumed
        await time.clock.sleep(ms, signal)
      },
    }
    const jobs = createJobs({
      clock,
      random,
      emit: () => {},
      onUnexpectedError: (error) => void bugs.push(error),
    })
    const analyses = createAnalyses({
      costContext,
      journal,
      answers,
      remote: toRemote(resumed),
      jobs,
      random,
      leaseOwners,
      emit: () => {},
      clock,
      chooseSamples: createSampleChooser({ journal, findSamples: async () => all }),
      waitUntilFinal,
    })
    const start = async (overrides: Partial<Checked<'analyses.run'>> = {}) =>
      (await analyses.run({ ...request, ...overrides })).jobId
    const run = async (overrides: Partial<Checked<'analyses.run'>> = {}) => {
      const job = await time.finish(jobs.finished(await start(overrides)))
      expect(bugs).toEqual([])
      return job
    }
    /** Cancels a run after this time. */
    const runFor = async (ms: number, overrides: Partial<Checked<'analyses.run'>> = {}) => {
      const jobId = await start(overrides)
      await time.advance(ms)
      jobs.cancel(jobId)
      expect((await time.finish(jobs.finished(jobId))).state).toBe('cancelled')
    }
    return { jobs, analyses, start, run, runFor }
  }
  const bugs: unknown[] = []
  return { time, state, openProcess }
}

describe('paid analyses', () => {
  test.each([false, true])(
    'request every sample once from two simultaneous processes (re-analysis: %s)',
    async (again) => {
      const { time, state, openProcess } = await setUp(20)
      const [one, other] = [openProcess(), openProcess()]
      const ids = [await one.start({ again }), await other.start({ again })]
      const ends = await time.finish(
        Promise.all([one.jobs.finished(ids[0] ?? ''), other.jobs.finished(ids[1] ?? '')]),
      )
      expect(state.requests.toSorted()).toEqual(idsUpTo(20))
      for (const job of ends) expect(job).toMatchObject({ state: 'done', done: 20, failed: 0 })
      const rows = await answers.query.selectFrom('analyses').select('sample_id').execute()
      expect(rows).toHaveLength(20)
    },
  )

  test('wait for requests of a killed run, send them once more, and report it', async () => {
    const { state, openProcess, time } = await setUp(3)
    await addRequestLease(answers, { sampleId: 'S11', untilMs: time.clock.now() + 12_000 })
    const { analyses, run } = openProcess()
    expect(await analyses.estimate(request)).toMatchObject({
      count: 3,
      before: [{ what: 'unanswered', count: 1, repeated: true }],
    })
    const job = await run()
    expect(await analyses.estimate(request)).toMatchObject({ count: 0 })
    expect(state.requests).toEqual(['S10', 'S12', 'S11'])
    expect(job.message).toEqual(
      '3 samples analyzed.\n1 request was under way when an earlier run ended, and its answer was lost: it was sent again, and the service may count it twice.',
    )
    expect(await answers.query.selectFrom('asked').selectAll().execute()).toEqual([])
  })

  test('are not sent again by a suspended process after another one took over', async () => {
    const { state, openProcess, time } = await setUp(3)
    const resumed = Promise.withResolvers<void>()
    const suspended = openProcess(resumed.promise)
    const jobId = await suspended.start()
    await time.advance(20_000)
    expect(state.requests).toEqual([])
    await openProcess().run()
    resumed.resolve()
    const job = await time.finish(suspended.jobs.finished(jobId))
    expect(state.requests.toSorted()).toEqual(idsUpTo(3))
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 0 })
    expect(job.message).toEqual('0 samples analyzed, 3 already had a result.')
  })

  test('are waited for by a resumed process while another one has taken over', async () => {
    const { state, openProcess, time } = await setUp(3)
    const resumed = Promise.withResolvers<void>()
    const suspended = openProcess(resumed.promise)
    const jobId = await suspended.start()
    await time.advance(20_000)
    const other = openProcess()
    const otherId = await other.start()
    await time.advance(50)
    resumed.resolve()
    const job = await time.finish(suspended.jobs.finished(jobId))
    expect(await time.finish(other.jobs.finished(otherId))).toMatchObject({ state: 'done', done: 3 })
    expect(state.requests.toSorted()).toEqual(idsUpTo(3))
    expect(job).toMatchObject({ state: 'done', done: 3, failed: 0 })
  })

  test('fetch results from their addresses in the next run instead of requesting them again', async () => {
    const { state, openProcess } = await setUp(2)
    state.readyAfterMs = 60_000
    await openProcess().runFor(30_000)
    const job = await openProcess().run()
    expect(state.requests).toEqual(['S10', 'S11', 'GET /results/S10', 'GET /results/S11'])
    expect(job.message).toEqual('2 samples analyzed.')
    expect(await answers.query.selectFrom('asked').selectAll().execute()).toEqual([])
  })

  test('are sent again, and reported, if the results are gone from their addresses', async () => {
    const { state, openProcess } = await setUp(1)
    state.readyAfterMs = 60_000
    await openProcess().runFor(30_000)
    state.gone = true
    const job = await openProcess().run()
    expect(state.requests).toEqual(['S10', 'S10'])
    expect(toEnglish(job.message!)).toContain('it was sent again, and the service may count it twice')
  })

  test.each(['while it waits', 'while a sample is under way'])(
    'end only after the wait for samples has ended when they are stopped: %s',
    async (when) => {
      const { state, openProcess, time } = await setUp(when === 'while it waits' ? 1 : 2)
      await journal.query
        .updateTable('samples')
        .set({ state: 'running' })
        .where('sample_id', '=', 'S10')
        .execute()
      let isReading = false
      const { jobs, start } = openProcess(undefined, async (_sampleIds, signal) => {
        isReading = true
        const aborted = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => aborted.resolve())
        await aborted.promise
        for (let turns = 0; turns < 20; turns += 1) await time.settle()
        isReading = false
        signal.throwIfAborted()
      })
      await start()
      while (!isReading || state.requests.length < (when === 'while it waits' ? 0 : 1)) await time.settle()
      await time.settle()
      await jobs.close()
      expect(isReading).toBe(false)
    },
  )

  test('report at the next run only those requests that were sent twice', async () => {
    const { state, openProcess } = await setUp(12)
    const { run, runFor } = openProcess()
    await runFor(150)
    expect(toEnglish((await run()).message!)).toContain(
      '8 samples analyzed, 4 already had a result.\n4 requests were under way',
    )
    expect(state.requests).toHaveLength(16)
    expect(new Set(state.requests).size).toBe(12)
  })

  test('continue an interrupted re-analysis, report it, and start over the next time', async () => {
    const { state, openProcess } = await setUp(12)
    const { run, runFor } = openProcess()
    await run()
    state.requests.length = 0
    await runFor(250, { again: true })
    const before = state.requests.slice(0, 8)
    state.requests.length = 0
    // The same choice in another process.
    const job = await openProcess().run({ again: true })
    expect(job).toMatchObject({ state: 'done', done: 12 })
    expect(toEnglish(job.message!)).toContain('4 samples analyzed, 8 already had a result.')
    expect(toEnglish(job.message!)).toContain('This continued the analysis that began 2026-01-01T00:00:00')
    expect(state.requests.filter((id) => before.includes(id))).toEqual([])
    state.requests.length = 0
    expect((await run({ again: true })).message).toEqual('12 samples analyzed.')
    expect(state.requests).toHaveLength(12)
  })

  test('start a re-analysis over for another choice, or after a week', async () => {
    const { state, openProcess, time } = await setUp(12)
    const { run, runFor } = openProcess()
    await runFor(150, { again: true })
    state.requests.length = 0
    await run({ again: true, pathways: ['mTOR'] })
    expect(state.requests).toHaveLength(12)
    await time.advance(7 * 24 * 60 * 60_000)
    state.requests.length = 0
    await run({ again: true })
    expect(state.requests).toHaveLength(12)
  })

  test('put samples at which the service always fails last, so the others get their results', async () => {
    const { state, openProcess } = await setUp(30)
    for (const id of idsUpTo(6)) state.refuse.add(id)
    const { run } = openProcess()
    expect(await run()).toMatchObject({ state: 'failed', failureCode: 'serviceFailed' })
    state.requests.length = 0
    // The failing samples come last and stop the run after all others have results.
    expect(await run()).toMatchObject({ state: 'failed', done: 24 })
    expect(state.requests.slice(0, 25).toSorted()).toEqual(idsUpTo(30).slice(5))
    state.refuse.clear()
    expect(await run()).toMatchObject({ state: 'done', done: 30, failed: 0 })
  })

  test('report three samples at which the service fails, and analyze the others', async () => {
    const { state, openProcess } = await setUp(12)
    for (const id of idsUpTo(3)) state.refuse.add(id)
    const job = await openProcess().run()
    expect(job).toMatchObject({ state: 'done', done: 9, failed: 3 })
    // The service may count a repetition again, so only the user may decide to repeat it.
    expect(toEnglish(job.message!)).toMatch(
      /may have counted this request, so Pathclock does not repeat it by itself/,
    )
    expect(state.requests).toHaveLength(12)
    expect(await openProcess().analyses.estimate(request)).toMatchObject({
      count: 3,
      before: [
        { what: 'analyzed', count: 9, repeated: false },
        { what: 'unanswered', count: 3, repeated: true },
      ],
    })
  })

  test('started automatically repeat no request, neither without a value nor lost', async () => {
    const { state, openProcess, time } = await setUp(3)
    state.empty.add('S10')
    await addRequestLease(answers, { sampleId: 'S11', untilMs: time.clock.now() - 1 })
    const messages: string[] = []
    for (let starts = 0; starts < 3; starts += 1) {
      const { jobs, analyses } = openProcess()
      const job = await time.finish(jobs.finished(analyses.automatic.run(idsUpTo(3), 'study')))
      expect(job).toMatchObject({ state: 'done', failed: 3 })
      messages.push(toEnglish(job.message!).split('\n')[0]!)
    }
    const reported = '0 samples analyzed, 1 requested earlier without a response, 2 failed.'
    expect(messages).toEqual([reported, reported, reported])
    // The activity and clock of two samples, and the clock of the sample whose activity was lost.
    expect(state.requests.toSorted()).toEqual(['S10', 'S10', 'S11', 'S12', 'S12'])
    expect(await openProcess().analyses.automatic.requested(idsUpTo(4))).toEqual(
      new Map([
        ['S10', 'answered'],
        ['S11', 'lost'],
        ['S12', 'answered'],
      ]),
    )
    // The user may request it again.
    await openProcess().run()
    expect(state.requests.filter((id) => id === 'S11')).toHaveLength(2)
  })

  test.each([
    rejected(joinMessages([`The sample has no expression data.`])),
    new Failure('unreadable', joinMessages([`The response cannot be read.`]), {
      endpoint: 'x',
      reason: joinMessages([`no JSON`]),
    }),
  ])('started automatically repeat no refused request: $message', async (refusal) => {
    const { state, openProcess, time } = await setUp(2)
    state.refuse.add('S10')
    state.refuseWith = refusal
    for (let starts = 0; starts < 3; starts += 1) {
      const { jobs, analyses } = openProcess()
      const requested = await analyses.automatic.requested(idsUpTo(2))
      const due = idsUpTo(2).filter((id) => !requested.has(id))
      await time.finish(jobs.finished(analyses.automatic.run(due, 'study')))
    }
    // The clock of the refused sample is not requested either.
    expect(state.requests.toSorted()).toEqual(['S10', 'S11', 'S11'])
    expect(await openProcess().analyses.automatic.requested(idsUpTo(2))).toEqual(
      new Map([
        ['S10', 'refused'],
        ['S11', 'answered'],
      ]),
    )
    const { analyses, run } = openProcess()
    expect(await analyses.estimate(request)).toMatchObject({
      count: 1,
      before: [{ what: 'analyzed', count: 1 }],
    })
    state.refuse.clear()
    expect((await run()).message).toEqual('1 sample analyzed, 1 already had a result.')
    expect(await answers.query.selectFrom('asked').selectAll().execute()).toEqual([])
  })

  test.each([
    new Failure('rateLimited', joinMessages([`Too many requests.`]), { retryAfterMs: 1000 }),
    new Failure('notSignedIn', joinMessages([`Sign in.`]), {}),
    new Failure('forbidden', joinMessages([`Not for this account.`]), {}),
  ])('stay refused if the service rejects their repetition: $message', async (turnedAway) => {
    const { state, openProcess } = await setUp(1)
    state.refuse.add('S10')
    state.refuseWith = rejected(joinMessages([`The sample has no expression data.`]))
    const { analyses, run } = openProcess()
    await run()
    state.refuseWith = turnedAway
    expect(await run()).toMatchObject({ state: 'failed', failureCode: turnedAway.code })
    expect(state.requests).toEqual(['S10', 'S10'])
    expect(await analyses.automatic.requested(['S10'])).toEqual(new Map([['S10', 'refused']]))
    expect(await analyses.estimate(request)).toMatchObject({ count: 1, before: [] })
    state.refuse.clear()
    expect((await run()).message).toEqual('1 sample analyzed.')
  })

  test('request a sample without a value once from two automatic runs at a time', async () => {
    const { state, openProcess, time } = await setUp(3)
    for (const id of idsUpTo(3)) state.empty.add(id)
    state.clockValues.push({ name: 'pathway_age', value: 40 })
    const both = [openProcess(), openProcess()].map(({ jobs, analyses }) =>
      jobs.finished(analyses.automatic.run(idsUpTo(3), 'study')),
    )
    const jobs = await time.finish(Promise.all(both))
    expect(state.requests.toSorted()).toEqual(idsUpTo(3).flatMap((id) => [id, id]))
    for (const job of jobs) expect(job).toMatchObject({ done: 0, failed: 3 })
  })

  test('request a kind without a value once, while another run requests the other kind', async () => {
    const { state, openProcess, time } = await setUp(1)
    state.empty.add('S10')
    await addRequestLease(answers, { sampleId: 'S10', kind: 'clock', untilMs: time.clock.now() + 12_000 })
    const { analyses, run } = openProcess()
    // Only its clock was requested before.
    expect(await analyses.estimate(request)).toMatchObject({ count: 1, before: [] })
    await run({ clock: true })
    expect(state.requests).toEqual(['S10', 'S10'])
  })

  test('report responses without a value, keep them in the history, and request them again', async () => {
    const { state, openProcess } = await setUp(2)
    state.empty.add('S10')
    const { run, analyses } = openProcess()
    const job = await run()
    expect(job).toMatchObject({ done: 1, failed: 1 })
    expect(toEnglish(job.message!)).toContain('ref-S10: the service responded without a value.')
    expect(await analyses.history({ sampleId: 'S10' })).toHaveLength(1)
    state.requests.length = 0
    state.empty.clear()
    expect(await run()).toMatchObject({ state: 'done', done: 2, failed: 0 })
    expect(state.requests).toEqual(['S10'])
  })
})
