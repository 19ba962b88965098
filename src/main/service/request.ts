import { type Failure, isFailure } from '../../shared/contract/failures.ts'
import type { CallOptions } from '../ports.ts'
import { answeredStatus } from './envelope.ts'
import {
  cancelled,
  createExchange,
  type ExchangeParts,
  type Outgoing,
  type Raw,
  refuseWhenOff,
} from './exchange.ts'
import type { Judged } from './judge.ts'
import { NoAnswer } from './noAnswer.ts'
import type { Quota } from './quota.ts'
import { readRetryAfter } from './retryAfter.ts'

export type RequestParts = ExchangeParts & { quota: Quota }

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
 * Sends requests to one service: offline switch, quota, credential, time limit. A 401 is repeated once with a renewed
 * credential, a 429 after the wait the service asked for.
 */
export function createRequests(parts: RequestParts): Requests {
  const send = createExchange(parts)

  /** One request in its place of the quota, which learns from the answer. */
  const inTurn = async (out: Outgoing, options: CallOptions): Promise<Raw> => {
    refuseWhenOff(parts)
    try {
      return await parts.quota.run(options.priority ?? 'interactive', options.signal, async (slot) => {
        const raw = await send(out, options, slot)
        if (answeredStatus(raw.status, raw.body) === 429)
          slot.refused(readRetryAfter(raw.headers, parts.clock.now()))
        return raw
      })
    } catch (error) {
      if (isFailure(error) || error instanceof NoAnswer || !options.signal?.aborted) throw error
      throw cancelled()
    }
  }

  return {
    async untilAnswered(out, options, look) {
      let renewed = false
      for (let refusals = 0; ; ) {
        const raw = await inTurn(out, options)
        const judged = look(raw)
        if ('value' in judged) return judged.value
        const { status, failure, retryAfterMs } = judged.refusal
        if (status === 401 && !renewed && !out.anonymous) {
          renewed = true
          if (await parts.credential.renew(raw.token)) continue
        }
        if (status === 429 && refusals < maxRefusals && (retryAfterMs ?? 0) <= longWaitMs) {
          refusals += 1
          continue
        }
        throw ended(status, failure)
      }
    },

    async exchange(out, options) {
      try {
        const raw = await inTurn(out, options)
        const refused = answeredStatus(raw.status, raw.body) === 401
        const renewed = refused && !out.anonymous && (await parts.credential.renew(raw.token))
        return renewed ? await inTurn(out, options) : raw
      } catch (error) {
        throw error instanceof NoAnswer ? error.failure : error
      }
    },
  }
}

/**
 * Statuses from 304 to 499 surely were not carried out. 301 to 303 are also how servers lead on to what a POST has
 * made (RFC 9110, 15.4); 408 and 5xx say nothing.
 */
function ended(status: number, failure: Failure): Failure | NoAnswer {
  const isDefinite = status >= 304 && status < 500 && status !== 408
  return isDefinite ? failure : new NoAnswer(failure, { mayHaveArrived: true, passing: false })
}
