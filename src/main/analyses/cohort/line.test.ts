import { expect, test } from 'vitest'
import { createLine } from './line.ts'

/** A line whose calls end when they are told to, each with how many there were before. */
function setUp() {
  const begun: { method: string; asked: unknown; end(): void }[] = []
  const ask = createLine((method, asked) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const number = begun.push({ method, asked, end: () => resolve(number) })
    return promise
  })
  const settle = async () => {
    for (let at = 0; at < 3; at += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, ask, settle }
}

test('the same call twenty times at once is worked on once, and all are answered', async () => {
  const { begun, ask, settle } = setUp()
  const answers = Array.from({ length: 20 }, () => ask('pca', { sampleIds: ['S1', 'S2'], scaled: true }))
  await settle()
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
})

test('a call that comes while the same is worked on is worked on anew, for what may have changed since', async () => {
  const { begun, ask, settle } = setUp()
  const first = ask('pca', { scaled: true })
  await settle()
  const later = [ask('pca', { scaled: true }), ask('pca', { scaled: true })]
  await settle()
  expect(begun).toHaveLength(1)
  begun[0]?.end()
  await settle()
  begun[1]?.end()
  expect([await first, ...(await Promise.all(later))]).toEqual([1, 2, 2])
})

test('other calls are worked on in their order, also after one that failed', async () => {
  const begun: unknown[] = []
  const ask = createLine(async (_method, asked) => {
    begun.push(asked)
    if (asked === 1) throw new Error('no')
    return asked
  })
  const [first, second] = [ask('pca', 1), ask('pca', 2)]
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe(2)
  expect(begun).toEqual([1, 2])
})
