import { Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import { isFinal } from '../../shared/domain/sample.ts'
import type { Answer, Clock, Database, Emit, OrderAnswer, Random, RemoteService } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { createAnnouncer } from './announcer.ts'
import { openSamples } from './registerRows.ts'
import { createSchedule } from './schedule.ts'

/**
 * `open`: not final when the deadline passed. `failed`: the service does not know them, or nobody can read it.
 * `unknownWords`: what the service says of those that were not waited for, since nobody knows what it means.
 */
export type PollOutcome = { final: number; failed: number; open: number; unknownWords: string[] }

/** One party that waits for samples; the same sample is asked for once for all of them. */
export type Watch = {
  /** Waits for more samples; those it waits for already are asked for at once. False: it has ended. */
  add(sampleIds: Iterable<string>): boolean
  /** Rejects with what stands in the way of any answer, and with the signal's reason. */
  ended: Promise<PollOutcome>
}

export type Polling = {
  watch(
    sampleIds: Iterable<string>,
    signal: AbortSignal,
    told: (by: { done?: number; failed?: number }) => void,
  ): Watch
  /** The register's states were read anew: what is final by now is waited for no longer, all else is asked at once. */
  statesChanged(): Promise<void>
}

type Watcher = {
  open: Set<string>
  counts: { final: number; failed: number }
  told: (by: { done?: number; failed?: number }) => void
  end(error?: unknown): void
}

const maxInFlight = 4
/** Long after most analyses have ended; a sample that outlasts it is asked for at the next refresh. */
const deadlineMs = 2 * 60 * 60_000

/** A word that nobody knows, and that has not changed for so long, may be the last one: a person is asked. */
const unknownForMs = 2 * 60_000
/** How often such a sample is asked for. */
const unknownPauseMs = 5 * 60_000

/** Nothing more can come until a person acts, so everybody who waits is told. */
const stoppingCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'forbidden',
  'keychain',
  'file',
])
/** The next answer may be better, or nobody waits for it. Anything else is about this one sample, which is given up. */
const passingCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rateLimited',
  'serviceFailed',
  'timeout',
  'cancelled',
])

/**
 * Asks for the states of samples until they are final: at once, after 2 s, then ever longer up to 60 s. One schedule
 * serves the whole register, at most four requests at a time, at the priority of polling.
 */
export function createPolling(parts: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'sampleStatus'>
  clock: Clock
  random: Random
  emit: Emit
  /** False: nobody can say what an unknown word means while this waits, so it is not waited for. Default: true. */
  patient?: boolean
}): Polling {
  const { journal, remote, clock, patient = true } = parts
  /** Samples with a word that nobody knows: since when they have it. */
  const unknown = new Map<string, { word: string; sinceMs: number }>()
  const watchers = new Set<Watcher>()
  const schedule = createSchedule(parts)
  const announcer = createAnnouncer(parts, null)
  /** The samples whose state is being asked for, each with what gives its request up. */
  const asking = new Map<string, AbortController>()
  let alarm = new AbortController()

  const wanted = (sampleId: string): boolean => [...watchers].some(({ open }) => open.has(sampleId))

  /** Whether the word that a sample has is unknown for long. */
  const isStuck = (sampleId: string): boolean => {
    const since = unknown.get(sampleId)
    return since !== undefined && clock.now() - since.sinceMs >= unknownForMs
  }

  const noteWord = (sampleId: string, { state, status }: OrderAnswer): void => {
    if (state !== 'unknown') unknown.delete(sampleId)
    else if (unknown.get(sampleId)?.word !== status)
      unknown.set(sampleId, { word: status, sinceMs: clock.now() })
  }

  const endStuck = (): void => {
    if (patient) return
    for (const watcher of watchers) if ([...watcher.open].every(isStuck)) watcher.end()
  }

  const settle = (sampleId: string, how: 'final' | 'failed'): void => {
    schedule.remove(sampleId)
    unknown.delete(sampleId)
    for (const watcher of watchers) {
      if (!watcher.open.delete(sampleId)) continue
      watcher.counts[how] += 1
      watcher.told(how === 'final' ? { done: 1 } : { failed: 1 })
      if (watcher.open.size === 0) watcher.end()
    }
    endStuck()
  }

  const ask = async (sampleId: string, signal: AbortSignal): Promise<void> => {
    try {
      const answer = await remote.sampleStatus(sampleId, { signal, priority: 'polling' })
      if (await keepState(journal, sampleId, answer)) announcer.changed()
      noteWord(sampleId, answer.value)
      if (isFinal(answer.value.state)) settle(sampleId, 'final')
      else schedule.later(sampleId, isStuck(sampleId) ? unknownPauseMs : 0)
      if (isStuck(sampleId)) endStuck()
    } catch (error) {
      if (isFailure(error) && passingCodes.has(error.code))
        schedule.later(sampleId, isFailure(error, 'rateLimited') ? error.details.retryAfterMs : 0)
      else if (isFailure(error) && !stoppingCodes.has(error.code)) settle(sampleId, 'failed')
      else {
        // Not being asked for any more: whoever waits for it next has it asked for anew.
        schedule.later(sampleId)
        for (const watcher of watchers) watcher.end(withAdvice(error))
      }
    }
  }

  const pump = (): void => {
    alarm.abort()
    while (asking.size < maxInFlight) {
      const next = schedule.next()
      if (!next) break
      if (!wanted(next.sampleId)) {
        schedule.remove(next.sampleId)
        continue
      }
      if (next.atMs > clock.now()) {
        wakeAt(next.atMs)
        break
      }
      begin(next.sampleId)
    }
    if (asking.size === 0) announcer.flush()
  }

  const begin = (sampleId: string): void => {
    const request = new AbortController()
    schedule.take(sampleId)
    asking.set(sampleId, request)
    void ask(sampleId, request.signal).then(() => {
      asking.delete(sampleId)
      pump()
    })
  }

  const giveUpUnwanted = (): void => {
    for (const [sampleId, request] of asking) if (!wanted(sampleId)) request.abort(unwanted())
  }

  const wakeAt = (atMs: number): void => {
    alarm = new AbortController()
    clock.sleep(atMs - clock.now(), alarm.signal).then(pump, () => undefined)
  }

  const watch: Polling['watch'] = (sampleIds, signal, told) => {
    const over = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<PollOutcome>()
    const cancel = (): void => watcher.end(signal.reason)
    const watcher: Watcher = {
      open: new Set(),
      counts: { final: 0, failed: 0 },
      told,
      end(error) {
        if (!watchers.delete(watcher)) return
        signal.removeEventListener('abort', cancel)
        over.abort()
        giveUpUnwanted()
        announcer.flush()
        const words = [...watcher.open].flatMap((sampleId) =>
          isStuck(sampleId) ? [unknown.get(sampleId)?.word ?? ''] : [],
        )
        if (error === undefined)
          resolve({ ...watcher.counts, open: watcher.open.size, unknownWords: [...new Set(words)] })
        else reject(error)
        pump()
      },
    }
    const add = (more: Iterable<string>): boolean => {
      if (!watchers.has(watcher)) return false
      for (const sampleId of more) {
        watcher.open.add(sampleId)
        schedule.soon(sampleId)
      }
      pump()
      return true
    }
    watchers.add(watcher)
    signal.addEventListener('abort', cancel)
    clock.sleep(deadlineMs, over.signal).then(
      () => watcher.end(),
      () => undefined,
    )
    add(sampleIds)
    if (signal.aborted) cancel()
    else if (watcher.open.size === 0) watcher.end()
    return { add, ended: promise }
  }

  const statesChanged = async (): Promise<void> => {
    const open = [...new Set([...watchers].flatMap((watcher) => [...watcher.open]))]
    const still = new Set(await openSamples(journal.query, open))
    for (const sampleId of open) {
      unknown.delete(sampleId)
      if (still.has(sampleId)) schedule.soon(sampleId)
      else settle(sampleId, 'final')
    }
    announcer.changed()
    announcer.flush()
    pump()
  }
  return { watch, statesChanged }
}

/** Takes over what the service said; true when a person would see a difference. */
async function keepState(
  journal: Database<JournalSchema>,
  sampleId: string,
  { value, fetchedAt, synthetic }: Answer<OrderAnswer>,
): Promise<boolean> {
  const former = await journal.query
    .selectFrom('samples')
    .select('status')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  await journal.query
    .updateTable('samples')
    .set({ status: value.status, state: value.state, checked_at: fetchedAt })
    // Once synthetic, always so: an answer that does not say it takes nothing back.
    .$if(synthetic, (query) => query.set({ synthetic: 1 }))
    .where('sample_id', '=', sampleId)
    .execute()
  return former?.status !== value.status
}

const unwanted = (): Failure => new Failure('cancelled', 'Nobody waits for this sample any more.', {})

const withAdvice = (error: unknown): unknown =>
  isFailure(error)
    ? new Failure(error.code, `${error.message} Then refresh the samples again.`, error.details, {
        cause: error,
      })
    : error
