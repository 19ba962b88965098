import { expect, test } from 'vitest'
import { forEachConcurrently } from './pool.ts'

/** Creates a pool whose items end when the test ends them. */
function setUp(items: Iterable<number> | AsyncIterable<number>, signal = new AbortController().signal) {
  const started: { item: number; signal: AbortSignal; end(): void; fail(error: unknown): void }[] = []
  const errors: unknown[] = []
  const options = { limit: 2, signal, onError: (error: unknown) => void errors.push(error) }
  const pool = forEachConcurrently(items, options, (item, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    started.push({ item, signal, end: resolve, fail: reject })
    return promise
  })
  pool.catch(() => undefined)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { started, errors, pool, settle }
}

async function* numbers(count: number) {
  for (let number = 0; number < count; number += 1) yield number
}

test.each([
  ['a list', [0, 1, 2]],
  ['a stream', numbers(3)],
])('the items of %s start in order, limited to a number at a time', async (_name, items) => {
  const { started, pool, settle } = setUp(items)
  await settle()
  expect(started.map(({ item }) => item)).toEqual([0, 1])
  started[1]?.end()
  await settle()
  expect(started.map(({ item }) => item)).toEqual([0, 1, 2])
  started[0]?.end()
  started[2]?.end()
  await pool
})

test('the first error is thrown after the running items have ended, and no other item starts', async () => {
  const { started, errors, pool, settle } = setUp([0, 1, 2, 3])
  await settle()
  started[0]?.fail(new Error('first'))
  await settle()
  expect(errors).toEqual([new Error('first')])
  expect(started[1]?.signal.aborted).toBe(true)
  started[1]?.fail(new Error('second'))
  await expect(pool).rejects.toThrow('first')
  expect(started).toHaveLength(2)
})

test('an aborted pool starts no other item, and throws the reason', async () => {
  const caller = new AbortController()
  const { started, pool, settle } = setUp(numbers(4), caller.signal)
  await settle()
  caller.abort(new Error('stopped'))
  started[0]?.end()
  started[1]?.end()
  await expect(pool).rejects.toThrow('stopped')
  expect(started).toHaveLength(2)
})
