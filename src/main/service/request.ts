import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { CallOptions } from '../ports.ts'
import type { Breaker, Pass } from './breaker.ts'
import { answeredStatus } from './envelope.ts'
import {
  cancelled,
  createExchange,
  type ExchangeParts,
  type Outgoing,
  type Raw,
  refuseWhenOff,
} from './exchange.ts'
import type { Judged, Refusal } from './judge.ts'
import { NoAnswer } from './noAnswer.ts'
import type { Quota, Slot } from './quota.ts'
import { readRateHeaders } from './rateHeaders.ts'
import type { Retry } from './retry.ts'
import { readRetryAfter } from './retryAfter.ts'

export type RequestParts = ExchangeParts & {
  quota: Quota
  breaker: Breaker
  retry: Retry
}

export type Requests = {
  /** Sends until it is answered, as `look` reads the answer. Throws `NoAnswer` where none can be told to be final. */
  untilAnswered<T>(out: Outgoing, options: CallOptions, look: (raw: Raw) => Judged<T>): Promise<T>
  /** Sends, once more with a renewed credential after a 401, and gives whatever came. */
  exchange(out: Outgoing, options: CallOptions): Promise<Raw>
}

/** How often a call goes back into the quota after a 429: nothing was done, so that is safe for every method. */
const maxRefusals = 5
/** Above this the caller is told at once instead of being kept waiting. */
const longWaitMs = 5 * 60_000

/**
 * Sends requests to one service: offline switch, breaker, quota, credential, time limit. A 401 is repeated once with
 * a renewed credential, a 429 after the wait the service asked for, a lost request where that can do no harm.
 */
export function createRequests(parts: RequestParts): Requests {
  const { breaker, retry } = parts
  const send = createExchange(parts)

  /** One request in its place of the quota, and what it comes to; quota and breaker learn from it. */
  const inTurn = async <T>(out: Outgoing, options: CallOptions, look: (raw: Raw) => Judged<T>) => {
    const priority = options.priority ?? 'interactive'
    refuseWhenOff(parts)
    breaker.check(priority)
    // A token that has to be renewed first would hold a place meanwhile, and slip past a pause asked for in that time.
    if (!out.anonymous) await parts.credential.token()
    await refuseLongWait(parts.quota, priority)
    try {
      return await parts.quota.run(priority, options.signal, async (slot) => {
        const pass = enter(breaker, priority, slot)
        try {
          const raw = await send(out, options, slot)
          inform(slot, raw, parts.clock.now())
          const judged = look(raw)
          tell(pass, raw, judged)
          return { raw, judged }
        } catch (error) {
          if (error instanceof NoAnswer && error.passing) pass.failed(error.failure)
          throw error
        } finally {
          pass.end()
        }
      })
    } catch (error) {
      if (isFailure(error) || error instanceof NoAnswer || !options.signal?.aborted) throw error
      throw cancelled()
    }
  }

  const untilNoRefusal = async <T>(
    out: Outgoing,
    options: CallOptions,
    look: (raw: Raw) => Judged<T>,
  ): Promise<T> => {
    let renewed = out.renewed === true
    for (let refusals = 0; ; ) {
      const { raw, judged } = await inTurn(out, options, look)
      if ('value' in judged) return judged.value
      const { status, retryAfterMs } = judged.refusal
      if (status === 401 && !renewed && !out.anonymous) {
        renewed = true
        if (await parts.credential.renew(raw.token)) continue
      }
      if (status === 429 && refusals < maxRefusals && (retryAfterMs ?? 0) <= longWaitMs) {
        refusals += 1
        continue
      }
      throw ended(judged.refusal)
    }
  }

  return {
    async untilAnswered(out, options, look) {
      retry.earn()
      for (let tries = 0; ; tries += 1)
        try {
          return await untilNoRefusal(out, options, look)
        } catch (error) {
          if (!(error instanceof NoAnswer) || breaker.isOpen() || !mayRepeat(out, options, error)) throw error
          if (!(await retry.again(tries, error.retryAfterMs, options.signal))) throw error
        }
    },

    async exchange(out, options) {
      const asItCame = (raw: Raw): Judged<Raw> => ({ value: raw })
      try {
        const { raw } = await inTurn(out, options, asItCame)
        const refused = answeredStatus(raw.status, raw.body) === 401
        const renewed = refused && !out.anonymous && (await parts.credential.renew(raw.token))
        return renewed ? (await inTurn(out, options, asItCame)).raw : raw
      } catch (error) {
        throw error instanceof NoAnswer ? error.failure : error
      }
    },
  }
}

/** A pause outlasts the run that it was asked of: who waits at the screen is told, long work waits by itself. */
async function refuseLongWait(quota: Quota, priority: CallOptions['priority']): Promise<void> {
  if (priority !== 'interactive' || quota.status().waitMs <= longWaitMs) return
  await quota.refresh()
  const { waitMs } = quota.status()
  if (waitMs <= longWaitMs) return
  const message = `The service said that it takes no more requests at the moment. Try again in ${Math.ceil(waitMs / 60_000)} min.`
  throw new Failure('rateLimited', message, { retryAfterMs: waitMs })
}

function enter(breaker: Breaker, priority: Parameters<Breaker['enter']>[0], slot: Slot): Pass {
  try {
    return breaker.enter(priority)
  } catch (error) {
    slot.unsent()
    throw error
  }
}

/** What the quota learns from an answer. */
function inform(slot: Slot, { status, body, headers }: Raw, nowMs: number): void {
  if (answeredStatus(status, body) === 429) slot.refused(readRetryAfter(headers, nowMs))
  const seen = readRateHeaders(headers, nowMs)
  if (seen) slot.told(seen)
}

const serviceFails = (status: number): boolean => status >= 500 && status <= 599

/** A refusal shows that the service is well; only its own failures count. One that nobody judged tells nothing. */
function tell(pass: Pass, { status, body }: Raw, judged: Judged<unknown>): void {
  if ('refusal' in judged && serviceFails(judged.refusal.status)) pass.failed(judged.refusal.failure)
  else if (!serviceFails(answeredStatus(status, body))) pass.answered()
}

/** 408 of a server; 444 and 499 of nginx, 460 of load balancers: the client was gone before the answer was. */
const connectionWent: ReadonlySet<number> = new Set([408, 444, 460, 499])

/**
 * Statuses from 304 to 499 surely were not carried out. 301 to 303 are also how servers lead on to what a POST has
 * made (RFC 9110, 15.4); 5xx and those by which a server or a proxy says that the connection went say nothing.
 */
function ended({ status, failure, retryAfterMs }: Refusal): Error {
  const isDefinite = status >= 304 && status < 500 && !connectionWent.has(status)
  if (isDefinite) return failure
  return new NoAnswer(failure, { mayHaveArrived: true, passing: serviceFails(status), retryAfterMs })
}

/**
 * Reading twice does no harm, nor does anything that surely never arrived, but for orders: those are their sender's
 * to repeat. Who waited the whole time limit at the screen is told so, and not made to wait again.
 */
function mayRepeat(out: Outgoing, { priority = 'interactive' }: CallOptions, error: NoAnswer): boolean {
  if (!error.passing || (priority === 'interactive' && isFailure(error.failure, 'timeout'))) return false
  return out.method === 'GET' || (!error.mayHaveArrived && !out.once)
}
