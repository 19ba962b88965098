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
  const sent = await finish(
    sendRow(
      {
        remote: { createOrder },
        clock,
        random: { next: () => 0.5, id: () => '' },
        idempotency: () => idempotency,
      },
      row,
      { signal: never, queueSignal: never, beforeSend: async () => void leftAt.push(clock.now()) },
    ),
  )
  return { sent, keys, leftAt, state: sent.outcome.state }
}

describe('an order whose response was lost', () => {
  test.each([undefined, 'none', 'client_reference'] as const)(
    'is not sent again if idempotency is %s',
    async (idempotency) => {
      const { state, keys } = await send(idempotency, 'lost', 'created')
      expect([state, keys]).toEqual(['unknown', ['key-2']])
    },
  )

  test('is sent again with the same key after a wait if the service honors keys', async () => {
    const { state, keys, leftAt } = await send('honoured', 'lost', 'created')
    expect([state, keys]).toEqual(['created', ['key-2', 'key-2']])
    expect((leftAt[1] ?? 0) - (leftAt[0] ?? 0)).toBe(2000)
  })

  test('is sent again at most twice, then its outcome is unknown', async () => {
    const { state, keys } = await send('honoured', 'lost', 'lost', 'lost', 'created')
    expect([state, keys.length]).toEqual(['unknown', 3])
  })

  test('stays unknown if the repetition is refused, since the first request may have placed it', async () => {
    const { state, keys } = await send('honoured', 'lost', 'refused', 'created')
    expect([state, keys.length]).toEqual(['unknown', 2])
  })

  test('is retried once more if the network was down for the repetition', async () => {
    expect((await send('honoured', 'lost', 'offline', 'created')).state).toBe('created')
    const { sent, state } = await send('honoured', 'lost', 'offline', 'offline')
    expect([state, sent.stop?.code]).toEqual(['unknown', 'offline'])
  })
})

describe('an order that was never sent', () => {
  test('stays queued and stops the batch, whatever the failure', async () => {
    const { sent, state, keys } = await send('honoured', 'unlocated', 'created')
    expect([state, sent.stop?.code, keys.length]).toEqual(['queued', 'timeout', 1])
  })

  test('is not retried by the sender, since no response was lost', async () => {
    const { state, keys } = await send('honoured', 'offline', 'created')
    expect([state, keys.length]).toEqual(['queued', 1])
  })

  test('fails when the service refuses it', async () => {
    expect((await send('honoured', 'refused')).state).toBe('failed')
  })
})
