import { Failure } from '../../../../shared/contract/failures.ts'
import { type OrderFields, parseState, type SampleState } from '../../../../shared/domain/samples/sample.ts'
import { message } from '../../../../shared/messages/message.ts'
import {
  type CallOptions,
  type Clock,
  type OrderResponse,
  OutcomeUnknown,
  type RemoteService,
  type ServiceResponse,
} from '../../../ports.ts'

/** When the client gives up a request that is not answered, as the real one does. */
const clientTimeoutMs = 30_000

type Order = { sampleId: string; fields: OrderFields; key: string; status: string }

/**
 * A service in memory that keeps its word: an order is placed when its request arrives, once for each idempotency
 * key, whether or not the answer reaches anybody. Every answer takes 100 ms of the clock. `words`: as the client is set.
 */
export function createFakeOrderService(clock: Clock, words: Record<string, SampleState> = {}) {
  const orders = new Map<string, Order>()
  const fakeService = {
    orders,
    /** References of the requests that arrived, repeated ones too. */
    arrived: [] as string[],
    /** `sampleId atMs` of every question for a state. */
    statusRequests: [] as string[],
    maxInFlight: 0,
    /** Questions for a state that were given up. */
    abortedRequests: 0,
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
    /** How long the service takes to answer an order, by its reference; 100 ms where it is not named. */
    answerMs: new Map<string, number>(),
    /** References that arrive and are never answered: the client gives them up at its own deadline. */
    silent: new Set<string>(),
    /** The state of a sample by its id; thrown when it is a failure. */
    status: (_sampleId: string): string | Failure => 'completed',
  }
  let inFlight = 0

  const placeOrder = (fields: OrderFields, key: string): Order => {
    const existing = orders.get(key)
    if (existing) return existing
    const order = { sampleId: fakeService.nameSample(fields, orders.size + 1), fields, key, status: 'queued' }
    orders.set(key, order)
    return order
  }

  const toAnswer = (sampleId: string, status: string): ServiceResponse<OrderResponse> => ({
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

  const cancelled = () => new Failure('cancelled', message`The request was cancelled.`, {})

  const answerOrder = async (
    fields: OrderFields,
    key: string,
    { signal, queueSignal, beforeSend }: CallOptions,
  ) => {
    const queueSignals = [signal, queueSignal].filter((one) => one !== undefined)
    await clock
      .sleep(fakeService.quotaMs, AbortSignal.any(queueSignals))
      .catch(() => Promise.reject(cancelled()))
    if (fakeService.offline)
      throw new Failure('offline', message`The service cannot be reached.`, { reason: 'network' })
    await beforeSend?.()
    const reference = fields.client_reference
    fakeService.arrived.push(reference)
    fakeService.onArrival(fields)
    const refusal = fakeService.refuse.get(reference)
    const order = refusal ? null : placeOrder(fields, key)
    const isSilent = fakeService.silent.has(reference)
    const answerMs = isSilent ? clientTimeoutMs : (fakeService.answerMs.get(reference) ?? 100)
    await clock
      .sleep(answerMs, signal)
      .catch(() =>
        Promise.reject(new OutcomeUnknown(new Failure('cancelled', message`It was given up.`, {}))),
      )
    if (!order) throw refusal
    if (isSilent || fakeService.lose.has(reference))
      throw new OutcomeUnknown(
        new Failure('timeout', message`The service gave no whole answer.`, { endpoint: '', afterMs: 1 }),
      )
    return toAnswer(order.sampleId, order.status)
  }

  const remote: Pick<RemoteService, 'createOrder' | 'sampleStatus'> = {
    async createOrder(fields, { idempotencyKey, ...options }) {
      fakeService.maxInFlight = Math.max(fakeService.maxInFlight, (inFlight += 1))
      try {
        const order = { ...fields, client_reference: String(fields['client_reference']) }
        return await answerOrder(order, idempotencyKey, options)
      } finally {
        inFlight -= 1
      }
    },
    async sampleStatus(sampleId, options) {
      fakeService.statusRequests.push(`${sampleId} ${clock.now()}`)
      await clock.sleep(100, options?.signal).catch(() => {
        fakeService.abortedRequests += 1
        throw cancelled()
      })
      if (fakeService.offline)
        throw new Failure('offline', message`The service cannot be reached.`, { reason: 'network' })
      const status = fakeService.status(sampleId)
      if (typeof status !== 'string') throw status
      return toAnswer(sampleId, status)
    },
  }
  return { fakeService, remote }
}
