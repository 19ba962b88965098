import { Failure } from '../../../../shared/contract/failures.ts'
import { type OrderFields, parseState, type SampleState } from '../../../../shared/domain/samples/sample.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import {
  type CallOptions,
  type Clock,
  type OrderResponse,
  OutcomeUnknown,
  type RemoteService,
  type ServiceResponse,
} from '../../../ports.ts'

/** The client's own timeout, as in the real client. */
const clientTimeoutMs = 30_000

type Order = { sampleId: string; fields: OrderFields; key: string; status: string }

/**
 * Creates an in-memory service that honors idempotency keys: an order is placed when its request arrives, once per key,
 * even if the response is lost. Every response takes 100 ms of the clock. `words`: the client's setting for state
 * words.
 */
export function createFakeOrderService(clock: Clock, words: Record<string, SampleState> = {}) {
  const orders = new Map<string, Order>()
  const fakeService = {
    orders,
    /** The references of all requests that arrived, including repeated ones. */
    arrived: [] as string[],
    /** `sampleId atMs` of every status request. */
    statusRequests: [] as string[],
    maxInFlight: 0,
    abortedRequests: 0,
    offline: false,
    /** The time a request waits for the quota before it leaves. */
    quotaMs: 0,
    /** References whose orders are placed but whose responses are lost. */
    lose: new Set<string>(),
    refuse: new Map<string, Failure>(),
    /** Returns the ID of a placed order; `count` is the number of orders including it. */
    nameSample: (_fields: OrderFields, count: number): string => `S-${count}`,
    onArrival: (_fields: OrderFields): void => undefined,
    /** The response time of an order by its reference; 100 ms by default. */
    answerMs: new Map<string, number>(),
    /** References that arrive but never get a response: the client times out. */
    silent: new Set<string>(),
    /** Returns the status of a sample by its ID; a `Failure` is thrown. */
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

  const toAnswer = (sampleId: string, status: string): ServiceResponse<OrderResponse> => {
    const fetchedAt = new Date(clock.now()).toISOString()
    const value = { sampleId, status, state: parseState(status, words), createdAt: fetchedAt }
    const service = 'https://service.example/api/v1'
    return { value, raw: {}, fetchedAt, service, requestId: 'r-1', synthetic: true }
  }

  const requireNetwork = (): void => {
    if (fakeService.offline)
      throw new Failure('offline', joinMessages([`The service cannot be reached.`]), { reason: 'network' })
  }
  const cancelled = () => new Failure('cancelled', joinMessages([`The request was cancelled.`]), {})

  const answerOrder = async (
    fields: OrderFields,
    key: string,
    { signal, queueSignal, beforeSend }: CallOptions,
  ) => {
    const queueSignals = [signal, queueSignal].filter((one) => one !== undefined)
    await clock
      .sleep(fakeService.quotaMs, AbortSignal.any(queueSignals))
      .catch(() => Promise.reject(cancelled()))
    requireNetwork()
    await beforeSend?.()
    const reference = fields.client_reference
    fakeService.arrived.push(reference)
    fakeService.onArrival(fields)
    const refusal = fakeService.refuse.get(reference)
    const order = refusal ? null : placeOrder(fields, key)
    const isSilent = fakeService.silent.has(reference)
    const answerMs = isSilent ? clientTimeoutMs : (fakeService.answerMs.get(reference) ?? 100)
    await clock.sleep(answerMs, signal).catch(() => Promise.reject(new OutcomeUnknown(cancelled())))
    if (!order) throw refusal
    const lost = joinMessages([`The service gave no whole answer.`])
    if (isSilent || fakeService.lose.has(reference))
      throw new OutcomeUnknown(new Failure('timeout', lost, { endpoint: '', afterMs: 1 }))
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
      requireNetwork()
      const status = fakeService.status(sampleId)
      if (typeof status !== 'string') throw status
      return toAnswer(sampleId, status)
    },
  }
  return { fakeService, remote }
}
