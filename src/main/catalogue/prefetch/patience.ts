import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { Clock } from '../../ports.ts'
import { createLine } from './line.ts'

/** Why nothing is asked at the moment, in words for a person. */
export type Hold = { kind: 'switch' | 'trouble' | 'hour' | 'elsewhere'; message: string }

/** Thrown before a request leaves: as many have left within the hour as a person allows. */
export class HourIsFull extends Error {
  override readonly name = 'HourIsFull'
  readonly waitMs: number
  constructor(waitMs: number) {
    super('no more requests within this hour')
    this.waitMs = waitMs
  }
}

const firstPauseMs = 5000
const longestPauseMs = 5 * 60_000
/** How often the offline switch is looked at: that costs nothing, since nothing leaves. */
const switchPauseMs = 5000
/** More may be allowed meanwhile. */
const hourPauseMs = 30_000
/** One question is given up after so many failures while the service answers others. */
const maxStrikes = 5
/** Who does not wait for better times gives up after so many failures in a row. */
const maxInRow = 4

type Parts = {
  clock: Clock
  signal: AbortSignal
  perHour: () => number
  /** False: ends where only waiting helps, instead of waiting without end. */
  patient: boolean
  /** Asks for next to nothing: whether the service answers at all. */
  probe: () => Promise<unknown>
  held: (hold: Hold | null) => void
}

export type Patience = {
  /**
   * Asks until there is an answer: waits while the hour is full, the service is out of reach or fails, or the offline
   * switch is on. Meanwhile one question at a time is tried, after ever longer pauses. Throws what waiting does not
   * help with; `one`: also what fails five times while the service answers others.
   */
  ask<T>(call: () => Promise<T>, which: 'one' | 'list'): Promise<T>
}

type Outcome<T> = { value: T } | { error: Failure | null }

export function createPatience({ clock, signal, perHour, patient, probe, held }: Parts): Patience {
  const line = createLine()
  let answers = 0
  let inRow = 0
  let untilMs = 0

  const hold = (kind: Hold['kind'], message: string, waitMs: number): void => {
    untilMs = Math.max(untilMs, clock.now() + waitMs)
    held({ kind, message })
  }

  const answered = (): void => {
    answers += 1
    inRow = 0
    untilMs = 0
    held(null)
  }

  /** What is behind an error that waiting helps with; all others are thrown on. Null: nothing was asked. */
  const waitFor = (error: unknown): Failure | null => {
    if (error instanceof HourIsFull) {
      hold('hour', hourMessage(perHour(), error.waitMs), Math.min(error.waitMs, hourPauseMs))
      return null
    }
    if (!isFailure(error) || !isPassing(error)) throw error
    if (isFailure(error, 'offline') && error.details.reason === 'switch') {
      if (!patient) throw error
      hold('switch', error.message, switchPauseMs)
      return null
    }
    inRow += 1
    const isOver = isFailure(error, 'offline') || inRow >= maxInRow
    if (!patient && isOver && !isFailure(error, 'rateLimited')) throw error
    const grownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (inRow - 1))
    const waitMs = Math.max(grownMs, askedWaitMs(error))
    hold('trouble', `${error.message} ${againIn(waitMs)}`, waitMs)
    return error
  }

  const attempt = async <T>(call: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      const value = await call()
      answered()
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      return { error: waitFor(error) }
    }
  }

  const holdOver = async (): Promise<void> => {
    while (untilMs > clock.now()) await clock.sleep(untilMs - clock.now(), signal)
    signal.throwIfAborted()
  }

  return {
    async ask(call, which) {
      let strikes = 0
      let answersThen = -1
      for (;;) {
        const leave = inRow > 0 ? await line.enter() : () => undefined
        try {
          await holdOver()
          // Nobody was answered since this failed: is it this question, or the service?
          const isSick = which === 'one' && answersThen === answers
          if (isSick && !('value' in (await attempt(probe)))) continue
          const outcome = await attempt(call)
          if ('value' in outcome) return outcome.value
          if (!outcome.error || !isStrike(outcome.error)) continue
          answersThen = answers
          strikes += 1
          const isLost = which === 'one' || isFailure(outcome.error, 'unreadable')
          if (isLost && strikes >= maxStrikes) throw outcome.error
        } finally {
          leave()
        }
      }
    },
  }
}

/** A redirect, or a code that is not taken for success, is a matter of settings and stays. */
const isPassing = (failure: Failure): boolean =>
  isFailure(failure, 'serviceFailed')
    ? failure.details.status >= 400 || failure.details.status === 200
    : ['offline', 'timeout', 'rateLimited', 'unreadable'].includes(failure.code)

/** How long the service asked to wait. */
const askedWaitMs = (failure: Failure): number =>
  isFailure(failure, 'rateLimited') || isFailure(failure, 'serviceFailed')
    ? (failure.details.retryAfterMs ?? 0)
    : 0

/** It may be about what was asked, and not about the service or the way to it. */
const isStrike = (failure: Failure): boolean =>
  ['serviceFailed', 'timeout', 'unreadable'].includes(failure.code)

const againIn = (waitMs: number): string =>
  waitMs >= 120_000
    ? `Tried again in ${Math.ceil(waitMs / 60_000)} min.`
    : `Tried again in ${Math.max(1, Math.ceil(waitMs / 1000))} s.`

const hourMessage = (perHour: number, waitMs: number): string =>
  `${perHour} ${perHour === 1 ? 'request' : 'requests'} an hour are allowed for this, and they are used. It goes on in ${Math.ceil(waitMs / 60_000)} min.`
