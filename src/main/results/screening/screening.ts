import type { Services } from '../../../shared/contract/contract.ts'
import { Failure, isFailure, notFound, rejected } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import type { ScreeningTask } from '../../../shared/domain/drugs/screening.ts'
import { type CostContext, toScreeningCall } from '../../../shared/domain/requests/paidCall.ts'
import { isFinal } from '../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { backoffMs, withJitter } from '../../concurrency/backoff.ts'
import type { Jobs } from '../../concurrency/jobs.ts'
import {
  type Clock,
  type Database,
  type Emit,
  OutcomeUnknown,
  type Random,
  type RemoteService,
  type ScreeningResponse,
  type ServiceResponse,
} from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import { requireRegistered } from '../../store/requireRegistered.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { createHits, type LookUpDrugNames } from './hits.ts'
import { createTasks, isLocalTask, type Tasks, toLocalTaskId, toPendingId } from './tasks.ts'

export type Screening = Services['screening'] & {
  /** Continues polling all tasks that had not ended when the app was closed. */
  resume(): Promise<void>
  /** Applies changed meanings of state words: updates all states and polls unfinished tasks immediately. */
  stateWordsChanged(): Promise<void>
}

/** Creates virtual screening. The response decides what an endpoint returned: tasks are polled, results stored. */
export function createScreening(options: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  remote: StartScreeningDeps['remote'] & Pick<RemoteService, 'screening'>
  service: string
  costContext: () => Promise<CostContext>
  /** True if the state of a task is polled until it ends. */
  follows: boolean
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  lookUpDrugNames: LookUpDrugNames
  /** False: polling does not wait for tasks in an unknown state. */
  waitsForUnknownStates: boolean
  stateWords: () => ServiceDialect['state_words']
  /** Called after results were stored. */
  onHitsStored: () => void
}): Screening {
  const { remote, jobs, clock, random, emit } = options
  const tasks = createTasks(options.journal)
  const hits = createHits(options.answers, options.lookUpDrugNames)
  /** The polling job of each task, by task ID, so that no task is polled twice. */
  const polling = new Map<string, string>()
  /** The IDs of the requests that this process waits for. */
  const inFlight = new Set<string>()
  /** The reason why polling of a task stopped, by task ID. */
  const stopReasons = new Map<string, Message>()
  let wake = new AbortController()

  const storeHits = async (taskId: string, answer: ServiceResponse<ScreeningResponse>): Promise<void> => {
    if (!answer.value.hits) return
    await hits.store(taskId, answer.value.hits, answer.raw, answer.fetchedAt)
    options.onHitsStored()
  }

  const poll = (task: Pick<ScreeningTask, 'taskId' | 'sampleId' | 'clientReference'>): string => {
    const running = polling.get(task.taskId)
    if (running !== undefined) return running
    const name = task.clientReference ?? task.sampleId
    const spec = { kind: 'screening' as const, title: message('analyses.screeningFor', { name }), total: 1 }
    const jobId = jobs.start(spec, async (progress, signal) => {
      const last = await pollUntilFinal({
        fetchTask: (taskSignal) =>
          remote.screening(task.taskId, { signal: taskSignal, priority: 'polling', sampleId: task.sampleId }),
        async onAnswer(answer) {
          await storeHits(task.taskId, answer)
          if (await tasks.update(task.taskId, answer)) emit('screening.changed', { taskId: task.taskId })
        },
        clock,
        random,
        signal,
        waitsForUnknownStates: options.waitsForUnknownStates,
        wake: () => wake.signal,
      })
      progress.advance(last.state === 'succeeded' ? { done: 1 } : { failed: 1 })
      return formatOutcome(last)
    })
    polling.set(task.taskId, jobId)
    stopReasons.delete(task.taskId)
    void jobs.finished(jobId).then(({ state, message }) => {
      polling.delete(task.taskId)
      if (state === 'done') return
      if (message !== null) stopReasons.set(task.taskId, message)
      emit('screening.changed', { taskId: task.taskId })
    })
    return jobId
  }

  /** Fetches the hits of an ended task again if they were lost. Returns the reason if that fails. */
  const fetchLostHits = async ({ taskId, sampleId, state }: ScreeningTask): Promise<Message | undefined> => {
    if (state !== 'succeeded' || isLocalTask(taskId) || (await hits.get(taskId))) return undefined
    try {
      await storeHits(taskId, await remote.screening(taskId, { priority: 'interactive', sampleId }))
      return undefined
    } catch (error) {
      if (!isFailure(error) || error.code === 'cancelled') throw error
      return error.userMessage
    }
  }

  return {
    async estimate({ sampleId }) {
      await requireRegistered(options.journal.query, [sampleId])
      const earlier = (await tasks.list()).filter((task) => task.sampleId === sampleId)
      const unanswered = earlier.filter((task) => task.unanswered).length
      const before = [
        { what: 'screened' as const, count: earlier.length - unanswered, repeated: true },
        { what: 'screeningInDoubt' as const, count: unanswered, repeated: true },
      ]
      return toScreeningCall(
        { ...(await options.costContext()), before: before.filter((one) => one.count > 0) },
        options.follows,
      )
    },
    async create({ sampleId, endpoint }) {
      await requireRegistered(options.journal.query, [sampleId])
      const id = random.id()
      const request = { sampleId, endpoint, pendingId: toPendingId(id) }
      inFlight.add(request.pendingId)
      try {
        const answer = asFinished(await startScreening(options, tasks, request))
        const taskId = answer.value.taskId ?? toLocalTaskId(id)
        await tasks.rejectOtherSample({ taskId, sampleId })
        // Store the hits first: a task listed as ended must have them, since they may not be available again.
        await storeHits(taskId, answer)
        await tasks.add({ taskId, sampleId, endpoint, answer }, request.pendingId)
        emit('screening.changed', { taskId })
        if (isFinal(answer.value.state)) return { taskId, jobId: null }
        return { taskId, jobId: poll((await tasks.get(taskId)) ?? { taskId, sampleId }) }
      } catch (error) {
        emit('screening.changed', { taskId: request.pendingId })
        throw error
      } finally {
        inFlight.delete(request.pendingId)
      }
    },

    list: () => tasks.list(),

    async show({ taskId }) {
      const task = await tasks.get(taskId)
      if (!task) throw unknownScreeningFailure()
      const lostHitsReason = await fetchLostHits(task)
      const stored = await hits.get(taskId)
      const jobId = polling.get(taskId) ?? null
      const stopReason = stopReasons.get(taskId)
      return {
        ...task,
        hits: stored?.hits ?? [],
        raw: stored?.raw ?? null,
        fetchedAt: stored?.fetchedAt ?? null,
        jobId,
        ...(lostHitsReason === undefined ? {} : { whyNoHits: lostHitsReason }),
        ...(stopReason === undefined ? {} : { whyStopped: stopReason }),
      }
    },

    async follow({ taskId }) {
      const task = (await tasks.unfinished()).find((one) => one.taskId === taskId)
      const jobId = task ? poll(task) : null
      if (jobId !== null) emit('screening.changed', { taskId })
      return { jobId }
    },

    async forget({ taskId }) {
      if (inFlight.has(taskId)) throw rejected(message('export.pathclockStillWaitingResponse'), 'taskId')
      if (!(await tasks.hide(taskId))) throw unknownScreeningFailure()
      emit('screening.changed', { taskId })
      return null
    },

    async remember({ taskId }) {
      if (!(await tasks.unhide(taskId))) throw unknownScreeningFailure()
      emit('screening.changed', { taskId })
      return null
    },

    unknownWords: async () => ({ words: await tasks.unknownWords() }),

    async resume() {
      for (const task of await tasks.unfinished()) poll(task)
    },

    async stateWordsChanged() {
      const changed = await tasks.reparseStates(options.stateWords())
      if (changed.length === 0) return
      const previousWake = wake
      wake = new AbortController()
      previousWake.abort()
      const isChanged = new Set(changed)
      const unfinished = options.waitsForUnknownStates ? await tasks.unfinished() : []
      for (const task of unfinished) if (isChanged.has(task.taskId)) poll(task)
      for (const taskId of changed) emit('screening.changed', { taskId })
    },
  }
}

const unknownScreeningFailure = () =>
  notFound(message('export.computerNoSuchScreening'), message('shared.screening'))

/** Marks results without a task as succeeded: they cannot be requested again, so they are complete. */
function asFinished(answer: ServiceResponse<ScreeningResponse>): ServiceResponse<ScreeningResponse> {
  const { taskId, hits, state } = answer.value
  return taskId === null && hits && !isFinal(state)
    ? { ...answer, value: { ...answer.value, state: 'succeeded' } }
    : answer
}

function formatOutcome({ state, status, hits }: ScreeningResponse): Message {
  if (state === 'succeeded') return message('analyses.drugsRanked', { count: hits?.length ?? 0 })
  return message('analyses.serviceSaysStartNew', { status })
}

type StartScreeningDeps = {
  remote: Pick<RemoteService, 'createScreening' | 'virtualScreening' | 'sampleStatus'>
  /** The address of the service, for requests without a response. */
  service: string
  clock: Clock
}
type ScreeningRequest = Pick<ScreeningTask, 'sampleId' | 'endpoint'> & { pendingId: string }

/** Sends a new screening after storing it in the journal, so that the user sees one that may have started. */
async function startScreening(
  { remote, service, clock }: StartScreeningDeps,
  tasks: Tasks,
  request: ScreeningRequest,
): Promise<ServiceResponse<ScreeningResponse>> {
  const { sampleId, endpoint, pendingId } = request
  const beforeSend = () => tasks.addPending({ ...request, service, at: new Date(clock.now()).toISOString() })
  const options = { priority: 'interactive', beforeSend } as const
  try {
    return endpoint === 'screening'
      ? await remote.createScreening({ sampleId }, options)
      : await remote.virtualScreening({ sampleId }, options)
  } catch (error) {
    if (error instanceof OutcomeUnknown)
      throw error.failure.withMore(message('analyses.screeningStartedRequestListed', { pendingId }))
    await tasks.removePending(pendingId)
    throw isFailure(error, 'notFound') ? await explainNotFound(remote, request, error) : error
  }
}

/** Finds out whether “not found” means the sample or the endpoint, by requesting the sample's status. */
async function explainNotFound(
  remote: StartScreeningDeps['remote'],
  { sampleId, endpoint }: ScreeningRequest,
  failure: Failure,
): Promise<Failure> {
  const status = await remote.sampleStatus(sampleId, { priority: 'interactive' }).catch(() => null)
  if (!status) return failure
  const [path, other] =
    endpoint === 'screening'
      ? ['POST /screening', 'virtual-screening']
      : ['POST /moa/virtual-screening', 'screening']
  return new Failure(
    'serviceFailed',
    message('analyses.serviceKnowsSampleAnswered', { path, other }),
    { status: 404, endpoint: path },
    { cause: failure },
  )
}

const waits = { initialMs: 2000, factor: 1.5, maxMs: 60_000 }
/** Much longer than any screening we know of. A task that takes longer is polled again at the next start. */
const deadlineMs = 2 * 60 * 60_000
/** An unknown state that has not changed for this long may be the final one. */
const maxUnknownMs = 2 * 60_000

/**
 * Polls until the task's state is final: after 2 s, then at growing intervals up to 60 s, with up to 10% jitter so that
 * many tasks are not polled together. A wait that the service demands takes precedence. Being offline is waited out.
 * Throws `timeout` after two hours, or after two minutes in an unknown state unless `waitsForUnknownStates`. Throws
 * failures that end polling (`forbidden`, `notFound`, …).
 */
async function pollUntilFinal(options: {
  fetchTask: (signal: AbortSignal) => Promise<ServiceResponse<ScreeningResponse>>
  /** Called with every response, including the last. */
  onAnswer: (answer: ServiceResponse<ScreeningResponse>) => Promise<void>
  clock: Clock
  random: Random
  signal: AbortSignal
  /** False: unknown states are not waited for, since the user cannot explain one while this runs. */
  waitsForUnknownStates: boolean
  /** Aborted when the meanings of state words change: the task is polled immediately. */
  wake: () => AbortSignal
}): Promise<ScreeningResponse> {
  const { fetchTask, onAnswer, clock, random, signal, waitsForUnknownStates, wake } = options
  const startMs = clock.now()
  const untilMs = startMs + deadlineMs
  let attempt = 0
  let waitMs = backoffMs(attempt, waits)
  let status = ''
  let unknownSinceMs: number | null = null
  while (clock.now() + waitMs <= untilMs) {
    const wakeSignal = wake()
    try {
      await clock.sleep(withJitter(waitMs, [1, 1.1], random), AbortSignal.any([signal, wakeSignal]))
    } catch (error) {
      if (!wakeSignal.aborted || signal.aborted) throw error
    }
    attempt += 1
    waitMs = backoffMs(attempt, waits)
    try {
      const answer = await fetchTask(signal)
      await onAnswer(answer)
      const { state } = answer.value
      if (isFinal(state)) return answer.value
      const isSame = answer.value.status === status
      status = answer.value.status
      if (state !== 'unknown') unknownSinceMs = null
      else if (unknownSinceMs === null || !isSame) unknownSinceMs = clock.now()
    } catch (error) {
      waitMs = Math.max(waitMs, retryDelayMs(error))
    }
    if (!waitsForUnknownStates && unknownSinceMs !== null && clock.now() - unknownSinceMs >= maxUnknownMs)
      throw new Failure('timeout', message('analyses.serviceSaysPathclockNotKnow', { status }), {
        endpoint: 'GET /screening/{task_id}',
        afterMs: clock.now() - startMs,
      })
  }
  throw new Failure('timeout', message('analyses.serviceStillSaysAfter', { status }), {
    endpoint: 'GET /screening/{task_id}',
    afterMs: deadlineMs,
  })
}

/** Returns the wait after a failed request; throws the error if waiting would not help. */
function retryDelayMs(error: unknown): number {
  if (isFailure(error, 'rateLimited')) return error.details.retryAfterMs
  if (isFailure(error, 'offline') || isFailure(error, 'timeout') || isFailure(error, 'serviceFailed'))
    return 0
  throw error
}
