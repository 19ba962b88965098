import { expect, test } from 'vitest'
import { createSerialQueue } from './serialQueue.ts'

/** Creates a queue whose calls end when the test ends them. Each returns its number. */
function setUp() {
  const started: { method: string; params: unknown; end(): void }[] = []
  const queue = createSerialQueue()
  const enqueue = (method: string, params: unknown) =>
    queue.runShared([method, params], () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const number = started.push({ method, params, end: () => resolve(number) })
      return promise
    })
  const settle = async () => {
    for (let at = 0; at < 3; at += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { started, enqueue, settle }
}

test('twenty equal simultaneous calls run once and share the result', async () => {
  const { started, enqueue, settle } = setUp()
  const answers = Array.from({ length: 20 }, () => enqueue('pca', { sampleIds: ['S1', 'S2'], scaled: true }))
  await settle()
  expect(started).toHaveLength(1)
  started[0]?.end()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
})

test('a call during an equal running call runs again, because the data may have changed', async () => {
  const { started, enqueue, settle } = setUp()
  const first = enqueue('pca', { scaled: true })
  await settle()
  const later = [enqueue('pca', { scaled: true }), enqueue('pca', { scaled: true })]
  await settle()
  expect(started).toHaveLength(1)
  started[0]?.end()
  await settle()
  started[1]?.end()
  expect([await first, ...(await Promise.all(later))]).toEqual([1, 2, 2])
})

test.each(['run', 'runShared'] as const)('%s runs calls in order, also after a failure', async (kind) => {
  const started: unknown[] = []
  const queue = createSerialQueue()
  const enqueue = (number: number) => {
    const work = async () => {
      started.push(number)
      if (number === 1) throw new Error('no')
      return number
    }
    return kind === 'run' ? queue.run(work) : queue.runShared(number, work)
  }
  const [first, second] = [enqueue(1), enqueue(2)]
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(2)
  expect(started).toEqual([1, 2])
})
