import { describe, expect, test } from 'vitest'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createVirtualClock } from '../../../api/testing/virtualClock.ts'
import { OutcomeUnknown, type RemoteService } from '../../../ports.ts'
import { sendRow } from './sendBatch.ts'

type Step = 'created' | 'lost' | 'refused' | 'offline' | 'unlocated'

const row = { body: { client_reference: 'P-2' }, idempotencyKey: 'key-2' }
const never = new AbortController().signal
const lost = () =>
  new OutcomeUnknown(
    new Failure('timeout', joinMessages([`No whole answer.`]), { endpoint: 'POST /samples', afterMs: 1 }),
  )

/** Sends one row to a service that does `steps` one after another. */
async function send(idempotency: ServiceDialect['idempotency'], ...steps: Step[]) {
  const { clock, finish } = createVirtualClock()
  const keys: string[] = []
  const leftAt: number[] = []
  const createOrder: RemoteService['createOrder'] = async (_fields, { idempotencyKey, beforeSend }) => {
    const step = steps[keys.push(idempotencyKey) - 1]
    if (step === 'offline')
      throw new Failure('offline', joinMessages([`Not reached.`]), { reason: 'network' })
    if (step === 'unlocated')
      throw new Failure('timeout', joinMessages([`Too slow.`]), { endpoint: 'GET /users/me', afterMs: 1 })
    await beforeSend?.()
    if (step === 'lost') throw lost()
    if (step === 'refused') throw rejected(joinMessages([`No such tissue.`]))
    const value = { sampleId: 'S-1', status: 'queued', state: 'queued', createdAt: null } as const
    return { value, raw: {}, fetchedAt: '', service: '', requestId: null, synthetic: false }
  }
  const random = { next: () => 0.5, id: () => '' }
  const deps = { remote: { createOrder }, clock, random, idempotency: () => idempotency }
  const beforeSend = async () => void leftAt.push(clock.now())
  const sent = await finish(sendRow(deps, row, { signal: never, queueSignal: never, beforeSend }))
  return { sent, keys, leftAt, state: sent.outcome.state }
}

describe('an order whose response was lost', () => {
  test.each<[string, ServiceDialect['idempotency'], Step[], state: string, requests: number]>([
    ['is not sent again if the idempotency is unknown', undefined, ['lost', 'created'], 'unknown', 1],
    ['is not sent again if there is none', 'none', ['lost', 'created'], 'unknown', 1],
    ['is not sent again if the reference is compared', 'client_reference', ['lost', 'created'], 'unknown', 1],
    ['is sent again if the service honors keys', 'honoured', ['lost', 'created'], 'created', 2],
    ['is sent again at most twice', 'honoured', ['lost', 'lost', 'lost', 'created'], 'unknown', 3],
    // The first request may have placed it.
    ['stays unknown if the repetition is refused', 'honoured', ['lost', 'refused', 'created'], 'unknown', 2],
    [
      'is retried once more if the network was down',
      'honoured',
      ['lost', 'offline', 'created'],
      'created',
      3,
    ],
  ])('%s', async (_, idempotency, steps, state, requests) => {
    const sent = await send(idempotency, ...steps)
    expect([sent.state, sent.keys]).toEqual([state, Array(requests).fill('key-2')])
  })

  test('is sent again after 2 s', async () => {
    const [first = 0, second = 0] = (await send('honoured', 'lost', 'created')).leftAt
    expect(second - first).toBe(2000)
  })

  test('stops the batch if the network is down for every repetition', async () => {
    const { sent, state } = await send('honoured', 'lost', 'offline', 'offline')
    expect([state, sent.stop?.code]).toEqual(['unknown', 'offline'])
  })
})

describe('an order that was never sent', () => {
  test.each<[string, Step[], state: string, stop: string | undefined]>([
    ['stays queued and stops the batch, whatever the failure', ['unlocated', 'created'], 'queued', 'timeout'],
    ['is not retried by the sender, since no response was lost', ['offline', 'created'], 'queued', 'offline'],
    ['fails when the service refuses it', ['refused'], 'failed', undefined],
  ])('%s', async (_, steps, state, stop) => {
    const { sent, state: found, keys } = await send('honoured', ...steps)
    expect([found, sent.stop?.code, keys.length]).toEqual([state, stop, 1])
  })
})
