import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventName } from '../../../shared/contract/events.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import { costContext } from '../../../shared/domain/app/testing/costContext.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import {
  type CallOptions,
  type Database,
  OutcomeUnknown,
  type Random,
  type RemoteService,
  type ScreeningResponse,
  type ServiceResponse,
} from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { registerSamples, sampleRow, service } from '../../store/testing/rows.ts'
import { createScreening } from './screening.ts'

const hit = (rank: number, drugId: string | null, name: string): ScreeningHit => ({
  rank,
  drugId,
  name,
  score: 1 / rank,
  raw: { rank, name },
})
const hits = [hit(2, null, 'metformin'), hit(1, 'D2', 'D2'), hit(3, null, 'Unheard of')]

let journal: Database<JournalSchema>
let answers: Database<AnswersSchema>
let closeStores: () => Promise<void>

beforeEach(async () => {
  ;({ journal, answers, close: closeStores } = await openStores())
  await registerSamples(journal, [
    sampleRow('S1', { client_reference: 'S1' }),
    sampleRow('S2', { client_reference: 'S2' }),
  ])
})
afterEach(() => closeStores())

type ScriptedAnswer = Partial<ScreeningResponse> | Failure | OutcomeUnknown

/** Creates a service with scripted responses, of which the last repeats forever, and records when it was polled. */
function createService(time: ReturnType<typeof createVirtualClock>) {
  const startMs = time.clock.now()
  const state = {
    creating: { taskId: 'T1', status: 'queued' } as ScriptedAnswer,
    beforeAnswer: async () => {},
    knowsSamples: true,
    polling: [] as ScriptedAnswer[],
    requests: [] as string[],
    pollsAtS: [] as number[],
  }
  const answer = (scripted: ScriptedAnswer): ServiceResponse<ScreeningResponse> => {
    if (scripted instanceof Error) throw scripted
    const status = scripted.status ?? 'completed'
    const value = {
      taskId: null,
      status,
      state: parseState(status),
      progress: null,
      createdAt: null,
      hits: null,
      ...scripted,
    }
    return {
      value,
      raw: { code: 200, data: value },
      fetchedAt: new Date(time.clock.now()).toISOString(),
      service,
      requestId: null,
      synthetic: true,
    }
  }
  const create = async (endpoint: string, options: CallOptions = {}) => {
    await options.beforeSend?.()
    state.requests.push(endpoint)
    await state.beforeAnswer()
    return answer(state.creating)
  }
  const remote: Pick<RemoteService, 'createScreening' | 'screening' | 'virtualScreening' | 'sampleStatus'> = {
    createScreening: (_params, options) => create('screening', options),
    virtualScreening: (_params, options) => create('virtual-screening', options),
    async sampleStatus(sampleId) {
      state.requests.push(`sample ${sampleId}`)
      if (!state.knowsSamples) throw notFound
      const value = { sampleId, status: 'completed', state: 'succeeded' as const, createdAt: null }
      return { ...answer({}), value }
    },
    async screening(taskId) {
      state.requests.push(taskId)
      state.pollsAtS.push((time.clock.now() - startMs) / 1000)
      const scripted = state.polling.length > 1 ? state.polling.shift() : state.polling[0]
      return answer(scripted instanceof Error ? scripted : { taskId, ...scripted })
    },
  }
  return { remote, state }
}

function setUp({ patient: waitsForUnknownStates = true } = {}) {
  const time = createVirtualClock()
  let count = 0
  const random: Random = { next: () => 0, id: () => `id-${++count}` }
  const { remote, state } = createService(time)
  const events: EventName[] = []
  const emit = (name: EventName) => void events.push(name)
  const jobs = createJobs({ clock: time.clock, random, emit })
  const notifications = { hits: 0 }
  const drugNames = { names: async (): Promise<{ drugId: string; name: string }[]> => [] }
  const words: { mean: Record<string, 'succeeded' | 'running'> | undefined } = { mean: undefined }
  const open = () =>
    createScreening({
      costContext,
      follows: true,
      journal,
      answers,
      remote,
      service: 'https://service.example',
      jobs,
      clock: time.clock,
      random,
      emit,
      lookUpDrugNames: () => drugNames.names(),
      waitsForUnknownStates,
      onHitsStored: () => void (notifications.hits += 1),
      stateWords: () => words.mean,
    })
  const screening = open()
  const create = () => screening.create({ sampleId: 'S1', endpoint: 'screening' })
  /** Creates a screening and follows it to its end. */
  const finish = async () => {
    const { jobId } = await create()
    return time.finish(jobs.finished(jobId!))
  }
  return { notifications, words, screening, create, finish, open, state, events, jobs, time, drugNames }
}

const notFound = new Failure('notFound', joinMessages([`The service does not know sample S1.`]), {
  what: joinMessages([`sample S1`]),
})
const offline = new Failure('offline', joinMessages([`The service cannot be reached.`]), {
  reason: 'network',
})

describe('a screening that returns a task', () => {
  test('is polled until it ends, and its hits are stored by rank', async () => {
    const { screening, create, state, jobs, time, events, notifications } = setUp()
    state.polling = [
      { status: 'running', progress: 0.5 },
      { status: 'completed', hits },
    ]
    const { taskId, jobId } = await create()
    expect(taskId).toBe('T1')
    expect(await screening.list({})).toMatchObject([
      { taskId: 'T1', sampleId: 'S1', state: 'queued', endpoint: 'screening', synthetic: true },
    ])
    const job = await time.finish(jobs.finished(jobId!))
    expect(job).toMatchObject({ kind: 'screening', state: 'done', done: 1, message: '3 drugs were ranked.' })
    const shown = await screening.show({ taskId })
    expect(shown).toMatchObject({ state: 'succeeded', status: 'completed', fetchedAt: expect.any(String) })
    expect(shown.hits.map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(shown.hits[0]?.raw).toEqual({ rank: 1, name: 'D2' })
    expect(shown.raw).toMatchObject({ code: 200, data: { status: 'completed' } })
    // Called once: the first response had no hits.
    expect(notifications.hits).toBe(1)
    expect(events.filter((name) => name === 'screening.changed')).toHaveLength(3)
  })

  test('is polled after two seconds, then at growing intervals up to a minute', async () => {
    const { create, state, time, jobs } = setUp()
    state.polling = [{ status: 'quarantined' }]
    await create()
    await time.advance(400_000)
    const gaps = state.pollsAtS.map((at, index) => at - (state.pollsAtS[index - 1] ?? 0))
    expect(gaps.slice(0, 4)).toEqual([2, 3, 4.5, 6.75])
    expect(gaps.slice(-2)).toEqual([60, 60])
    await jobs.close()
  })

  test('is given up after two hours and keeps its unknown state word', async () => {
    const { screening, finish, state } = setUp()
    state.polling = [{ status: 'quarantined' }]
    const job = await finish()
    expect(job.state).toBe('failed')
    expect(toEnglish(job.message!)).toContain('“quarantined”')
    expect(state.pollsAtS.at(-1)).toBeLessThanOrEqual(7200)
    expect(await screening.list({})).toMatchObject([{ state: 'unknown', status: 'quarantined' }])
  })

  test('is not waited for if its state stays unknown and the user cannot explain it', async () => {
    const { finish, state } = setUp({ patient: false })
    state.polling = [{ status: 'running' }, { status: 'quarantined' }]
    const job = await finish()
    expect(job).toMatchObject({ state: 'failed', failureCode: 'timeout' })
    expect(toEnglish(job.message!)).toContain('under state_words in a dialect file (login … --dialect FILE)')
    expect(state.pollsAtS.at(-1)).toBeGreaterThan(120)
    expect(state.pollsAtS.at(-1)).toBeLessThan(300)
  })

  test('lists an unknown state word, and applies the meaning that the user sets immediately', async () => {
    const { screening, create, state, jobs, time, words, events } = setUp()
    state.creating = new OutcomeUnknown(offline)
    await expect(screening.create({ sampleId: 'S2', endpoint: 'screening' })).rejects.toMatchObject({
      code: 'offline',
    })
    state.creating = { taskId: 'T1', status: 'queued' }
    state.polling = [{ status: 'Ranked', hits }]
    const { jobId } = await create()
    await time.advance(100_000)
    // The request without a response has no state word from the service.
    expect(await screening.unknownWords({})).toEqual({ words: [{ word: 'Ranked', count: 1 }] })
    const pollCount = state.pollsAtS.length
    words.mean = { ranked: 'succeeded' }
    state.polling = [{ status: 'Ranked', state: 'succeeded', hits }]
    events.length = 0
    await screening.stateWordsChanged()
    expect(events).toEqual(['screening.changed'])
    expect((await screening.list({})).find(({ taskId }) => taskId === 'T1')?.state).toBe('succeeded')
    expect(await screening.unknownWords({})).toEqual({ words: [] })
    const beforeMs = time.clock.now()
    expect(await time.finish(jobs.finished(jobId!))).toMatchObject({ state: 'done', done: 1 })
    expect(time.clock.now()).toBe(beforeMs)
    expect(state.pollsAtS).toHaveLength(pollCount + 1)
    words.mean = undefined
    await screening.stateWordsChanged()
    expect(await screening.unknownWords({})).toEqual({ words: [{ word: 'Ranked', count: 1 }] })
    await jobs.close()
  })

  test('waits as long as the service demands, and waits out being offline', async () => {
    const { finish, state } = setUp()
    state.polling = [
      new Failure('rateLimited', joinMessages([`Too many requests.`]), { retryAfterMs: 90_000 }),
      offline,
      new Failure('serviceFailed', joinMessages([`Broken.`]), {
        status: 503,
        endpoint: 'GET /screening/{task_id}',
      }),
      { status: 'completed', hits },
    ]
    expect((await finish()).state).toBe('done')
    expect(state.pollsAtS.slice(0, 2)).toEqual([2, 92])
    expect(state.pollsAtS).toHaveLength(4)
  })

  test('uses the name of its sample in the job title, not the ID', async () => {
    const { create, jobs } = setUp()
    await journal.query
      .updateTable('samples')
      .set({ client_reference: 'liver-1' })
      .where('sample_id', '=', 'S1')
      .execute()
    await create()
    expect(jobs.list().map(({ title }) => title)).toEqual(['Screening for liver-1'])
  })

  test('is shown as stopped, with the reason, until the user follows it again', async () => {
    const { screening, create, state, jobs, time, events } = setUp()
    state.polling = [new Failure('forbidden', joinMessages([`The service refused.`]), {})]
    const { jobId } = await create()
    const before = events.filter((name) => name === 'screening.changed').length
    expect(await time.finish(jobs.finished(jobId!))).toMatchObject({
      state: 'failed',
      message: 'The service refused.',
    })
    await Promise.resolve()
    expect(state.pollsAtS).toHaveLength(1)
    expect(events.filter((name) => name === 'screening.changed').length).toBe(before + 1)
    expect(await screening.show({ taskId: 'T1' })).toMatchObject({
      clientReference: 'S1',
      jobId: null,
      whyStopped: 'The service refused.',
    })
    state.polling = [{ status: 'completed', hits }]
    const again = await screening.follow({ taskId: 'T1' })
    expect((await time.finish(jobs.finished(again.jobId!))).state).toBe('done')
    const shown = await screening.show({ taskId: 'T1' })
    expect([shown.state, 'whyStopped' in shown]).toEqual(['succeeded', false])
    expect(await screening.follow({ taskId: 'T1' })).toEqual({ jobId: null })
  })

  test('reports a failed state', async () => {
    const { screening, finish, state } = setUp()
    state.polling = [{ status: 'expired' }]
    expect(await finish()).toMatchObject({ failed: 1, message: expect.stringContaining('“expired”') })
    expect(await screening.show({ taskId: 'T1' })).toMatchObject({
      state: 'failed',
      hits: [],
      raw: null,
      fetchedAt: null,
    })
  })

  test('shows its own job while it runs, even beside others for the same sample', async () => {
    const { screening, create, state, jobs, time } = setUp()
    state.polling = [{ status: 'running' }]
    const first = await create()
    state.creating = { taskId: 'T10', status: 'queued' }
    const second = await create()
    expect(second.jobId).not.toBe(first.jobId)
    expect(await screening.show({ taskId: first.taskId })).toMatchObject({ jobId: first.jobId })
    expect(await screening.show({ taskId: 'T10' })).toMatchObject({ jobId: second.jobId })
    state.polling = [{ status: 'completed', hits }]
    await time.finish(jobs.finished(first.jobId!))
    expect(await screening.show({ taskId: first.taskId })).toMatchObject({ jobId: null })
  })

  test('resumes after a restart, once', async () => {
    const { create, open, state, jobs, time } = setUp()
    state.polling = [{ status: 'running' }]
    const { jobId } = await create()
    await time.advance(3000)
    jobs.cancel(jobId!)
    await time.finish(jobs.finished(jobId!))
    const after = open()
    await after.resume()
    await after.resume()
    const running = jobs.list().filter((job) => job.state === 'running')
    expect(running).toHaveLength(1)
    state.polling = [{ status: 'completed', hits }]
    await time.finish(jobs.finished(running[0]!.jobId))
    expect((await after.show({ taskId: 'T1' })).hits).toHaveLength(3)
    await after.resume()
    expect(jobs.list().filter((job) => job.state === 'running')).toEqual([])
  })
})

describe('a screening that returns results', () => {
  test('shows them immediately under an ID of our own, on either endpoint', async () => {
    const { screening, state, jobs } = setUp()
    state.creating = { status: 'fine', hits }
    const { taskId, jobId } = await screening.create({ sampleId: 'S1', endpoint: 'virtual-screening' })
    expect(state.requests).toEqual(['virtual-screening'])
    expect(taskId).toMatch(/^local-/)
    expect(jobId).toBeNull()
    expect(jobs.list()).toEqual([])
    expect(await screening.show({ taskId })).toMatchObject({ state: 'succeeded', status: 'fine' })
    expect((await screening.show({ taskId })).hits).toHaveLength(3)
  })

  test('keeps the ID from the service', async () => {
    const { screening, create, state } = setUp()
    state.creating = { taskId: 'T7', status: 'completed', hits }
    expect(await create()).toEqual({ taskId: 'T7', jobId: null })
    await screening.resume()
    expect(state.requests).toEqual(['screening'])
  })

  test('fetches them again if they were lost', async () => {
    const { screening, create, state } = setUp()
    state.creating = { taskId: 'T7', status: 'completed', hits }
    state.polling = [{ status: 'completed', hits: hits.slice(0, 1) }]
    await create()
    await answers.query.deleteFrom('screening_results').execute()
    expect((await screening.show({ taskId: 'T7' })).hits).toHaveLength(1)
  })

  test('shows the task with the reason if they were lost and cannot be fetched', async () => {
    const { screening, create, state } = setUp()
    state.creating = { taskId: 'T8', status: 'completed', hits }
    await create()
    await answers.query.deleteFrom('screening_results').execute()
    state.polling = [offline]
    const shown = await screening.show({ taskId: 'T8' })
    expect(shown).toMatchObject({ state: 'succeeded', hits: [], whyNoHits: 'The service cannot be reached.' })
    state.polling = [{ status: 'completed', hits }]
    const again = await screening.show({ taskId: 'T8' })
    expect([again.hits.length, 'whyNoHits' in again]).toEqual([3, false])
  })
})

describe('the request for a screening', () => {
  const lost = new Failure('timeout', joinMessages([`No answer.`]), {
    endpoint: 'POST /screening',
    afterMs: 1,
  })

  test('is listed as unanswered before it is sent, and as its task after the response', async () => {
    const { screening, create, state, jobs } = setUp()
    let meanwhile: unknown
    let refused: unknown
    state.beforeAnswer = async () => {
      meanwhile = await screening.list({})
      const [pending] = await screening.list({})
      refused = await Promise.resolve(screening.forget({ taskId: pending?.taskId ?? '' })).catch(
        (error: unknown) => error,
      )
    }
    await create()
    expect(refused).toMatchObject({ code: 'rejected', message: expect.stringContaining('still waiting') })
    expect(meanwhile).toMatchObject([
      { sampleId: 'S1', state: 'unknown', status: 'no answer', unanswered: true, endpoint: 'screening' },
    ])
    const listed = await screening.list({})
    expect(listed).toMatchObject([{ taskId: 'T1', state: 'queued' }])
    expect(listed[0]).not.toHaveProperty('unanswered')
    await jobs.close()
  })

  test('stays listed if its response is lost, and the error warns against sending it again', async () => {
    const { screening, create, open, state, jobs } = setUp()
    state.creating = new OutcomeUnknown(lost)
    const creating = create()
    await expect(creating).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('Check with the service before you start another one'),
    })
    const [task] = await open().list({})
    expect(task).toMatchObject({ sampleId: 'S1', unanswered: true, service: 'https://service.example' })
    expect(await screening.estimate({ sampleId: 'S1' })).toMatchObject({
      before: [{ what: 'screeningInDoubt', count: 1, repeated: true }],
    })
    expect(await screening.show({ taskId: task?.taskId ?? '' })).toMatchObject({ hits: [], jobId: null })
    // There is no task to poll.
    await open().resume()
    expect(jobs.list()).toEqual([])
  })

  test('can be hidden and restored, unlike tasks with a response', async () => {
    const { screening, create, open, state, events, jobs } = setUp()
    state.creating = new OutcomeUnknown(lost)
    await expect(create()).rejects.toThrow('No answer.')
    const before = await screening.list({})
    const taskId = before[0]?.taskId ?? ''
    await screening.forget({ taskId })
    expect(await screening.list({})).toEqual([])
    expect(events.at(-1)).toBe('screening.changed')
    await screening.remember({ taskId })
    expect(await screening.list({})).toEqual(before)
    await expect(screening.remember({ taskId })).rejects.toMatchObject({ code: 'notFound' })
    await screening.forget({ taskId })
    // It also works after a restart, since hidden requests stay in the journal.
    expect(await open().list({})).toEqual([])
    await open().remember({ taskId })
    expect(await screening.list({})).toEqual(before)
    state.creating = { taskId: 'T1', status: 'queued' }
    await create()
    await expect(screening.forget({ taskId: 'T1' })).rejects.toMatchObject({ code: 'notFound' })
    expect(await screening.list({})).toHaveLength(2)
    await jobs.close()
  })

  test('is not sent for a sample that is not in the register', async () => {
    const { screening, state } = setUp()
    await expect(screening.create({ sampleId: 'zzz', endpoint: 'screening' })).rejects.toMatchObject({
      code: 'notFound',
      message: 'The register has no sample zzz.',
    })
    expect(state.requests).toEqual([])
  })

  test('distinguishes a missing endpoint from a sample that the service does not have', async () => {
    const { create, state } = setUp()
    state.creating = notFound
    await expect(create()).rejects.toMatchObject({
      code: 'serviceFailed',
      message: expect.stringMatching(/POST \/screening.*--endpoint virtual-screening/),
    })
    state.knowsSamples = false
    await expect(create()).rejects.toMatchObject({ code: 'notFound', message: notFound.message })
  })

  test('leaves the task of another sample unchanged if its response names that task', async () => {
    const { screening, create, state, jobs } = setUp()
    state.creating = { taskId: 'T1', status: 'completed', hits }
    await create()
    state.creating = { taskId: 'T1', status: 'completed', hits: hits.slice(0, 1) }
    await expect(screening.create({ sampleId: 'S2', endpoint: 'screening' })).rejects.toMatchObject({
      code: 'unreadable',
    })
    expect(await screening.show({ taskId: 'T1' })).toMatchObject({ sampleId: 'S1', hits: [{}, {}, {}] })
    const listed = new Map((await screening.list({})).map((task) => [task.sampleId, task.unanswered]))
    expect(listed).toEqual(
      new Map([
        ['S1', undefined],
        ['S2', true],
      ]),
    )
    await jobs.close()
  })
})

test('hits are linked to the cached drugs by ID, and by a name that only one drug has', async () => {
  const { screening, create, state, drugNames } = setUp()
  drugNames.names = async () => [
    { drugId: 'D1', name: 'Metformin' },
    { drugId: 'D2', name: 'Rapamycin' },
    { drugId: 'D3', name: 'Twice' },
    { drugId: 'D4', name: 'TWICE' },
  ]
  state.creating = { status: 'completed', hits: [...hits, hit(4, null, 'twice')] }
  const { taskId } = await create()
  const shown = (await screening.show({ taskId })).hits
  expect(shown.map(({ drugId, name }) => [drugId, name])).toEqual([
    ['D2', 'Rapamycin'],
    ['D1', 'metformin'],
    [null, 'Unheard of'],
    [null, 'twice'],
  ])
})

test('hits are shown unchanged if the cached drugs cannot be read', async () => {
  const { screening, create, state, drugNames } = setUp()
  drugNames.names = () =>
    Promise.reject(new Failure('file', joinMessages([`The disk is gone.`]), { name: 'drugs.db' }))
  state.creating = { status: 'completed', hits }
  const { taskId } = await create()
  expect((await screening.show({ taskId })).hits).toHaveLength(3)
})

test('a screening that could not be sent is not listed', async () => {
  const { screening, create, state } = setUp()
  state.creating = offline
  await expect(create()).rejects.toBe(offline)
  expect(await screening.list({})).toEqual([])
  await expect(screening.show({ taskId: 'T1' })).rejects.toMatchObject({ code: 'notFound' })
})
