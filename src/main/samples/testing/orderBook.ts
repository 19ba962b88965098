import { Failure } from '../../../shared/contract/failures.ts'
import { type OrderFields, parseState, type SampleState } from '../../../shared/domain/sample.ts'
import {
  type Answer,
  type CallOptions,
  type Clock,
  type OrderAnswer,
  OutcomeUnknown,
  type RemoteService,
} from '../../ports.ts'

type Order = { sampleId: string; fields: OrderFields; key: string; status: string }

/**
 * A service in memory that keeps its word: an order is placed when its request arrives, once for each idempotency
 * key, whether or not the answer reaches anybody. Every answer takes 100 ms of the clock. `words`: as the client is set.
 */
export function createOrderBook(clock: Clock, words: Record<string, SampleState> = {}) {
  const orders = new Map<string, Order>()
  const book = {
    orders,
    /** References of the requests that arrived, repeated ones too. */
    arrived: [] as string[],
    /** `sampleId atMs` of every question for a state. */
    asked: [] as string[],
    mostInFlight: 0,
    /** Questions for a state that were given up. */
    givenUp: 0,
    offline: false,
    /** The wait for a place in the quota, before a request leaves. */
    quotaMs: 0,
    /** References whose orders are placed but whose answers are lost. */
    lose: new Set<string>(),
    refuse: new Map<string, Failure>(),
    /** The id of a placed order; `count` orders stand by then, it included. */
    nameSample: (_fields: OrderFields, count: number): string => `S-${count}`,
    /** Called when a request arrives. */
    onArrival: (_fields: OrderFields): void => undefined,
    /** References that arrive and are never answered. */
    silent: new Set<string>(),
    /** The state of a sample by its id; thrown when it is a failure. */
    status: (_sampleId: string): string | Failure => 'completed',
  }
  let inFlight = 0

  const place = (fields: OrderFields, key: string): Order => {
    const former = orders.get(key)
    if (former) return former
    const order = { sampleId: book.nameSample(fields, orders.size + 1), fields, key, status: 'queued' }
    orders.set(key, order)
    return order
  }

  const toAnswer = (sampleId: string, status: string): Answer<OrderAnswer> => ({
    value: {
      sampleId,
      status,
      state: parseState(status, words),
      createdAt: new Date(clock.now()).toISOString(),
    },
    raw: {},
    fetchedAt: new Date(clock.now()).toISOString(),
    service: 'https://service.example/api/v1',
    requestId: 'r-1',
    synthetic: true,
  })

  const cancelled = () => new Failure('cancelled', 'The request was cancelled.', {})

  const answerOrder = async (fields: OrderFields, key: string, { signal, onLeave }: CallOptions) => {
    await clock.sleep(book.quotaMs, signal).catch(() => Promise.reject(cancelled()))
    if (book.offline) throw new Failure('offline', 'The service cannot be reached.', { reason: 'network' })
    await onLeave?.()
    const reference = fields.client_reference
    book.arrived.push(reference)
    book.onArrival(fields)
    const refusal = book.refuse.get(reference)
    const order = refusal ? null : place(fields, key)
    const answerMs = book.silent.has(reference) ? 1e12 : 100
    await clock
      .sleep(answerMs, signal)
      .catch(() => Promise.reject(new OutcomeUnknown(new Failure('cancelled', 'It was given up.', {}))))
    if (!order) throw refusal
    if (book.lose.has(reference))
      throw new OutcomeUnknown(
        new Failure('timeout', 'The service gave no whole answer.', { endpoint: '', afterMs: 1 }),
      )
    return toAnswer(order.sampleId, order.status)
  }

  const remote: Pick<RemoteService, 'createOrder' | 'sampleStatus'> = {
    async createOrder(fields, { idempotencyKey, ...options }) {
      book.mostInFlight = Math.max(book.mostInFlight, (inFlight += 1))
      try {
        const order = { ...fields, client_reference: String(fields['client_reference']) }
        return await answerOrder(order, idempotencyKey, options)
      } finally {
        inFlight -= 1
      }
    },
    async sampleStatus(sampleId, options) {
      book.asked.push(`${sampleId} ${clock.now()}`)
      await clock.sleep(100, options?.signal).catch(() => {
        book.givenUp += 1
        throw cancelled()
      })
      if (book.offline) throw new Failure('offline', 'The service cannot be reached.', { reason: 'network' })
      const status = book.status(sampleId)
      if (typeof status !== 'string') throw status
      return toAnswer(sampleId, status)
    },
  }
  return { book, remote }
}
