import { expect, it } from 'vitest'
import { lazy, singleFlight } from './lazy.ts'

it('makes a value once', async () => {
  let made = 0
  const value = lazy(async () => ++made)
  expect([await value(), await value()]).toEqual([1, 1])
  const plain = lazy(() => ++made)
  expect([plain(), plain()]).toEqual([2, 2])
})

it('tries again after the value could not be made', async () => {
  let made = 0
  const loaded = lazy(async () => {
    made += 1
    if (made === 1) throw new Error('too many open files')
    return made
  })
  await expect(loaded()).rejects.toThrow('too many open files')
  expect([await loaded(), await loaded()]).toEqual([2, 2])
})

it('shares one run between simultaneous calls, and runs again after it ended, also by an error', async () => {
  let runs = 0
  const run = singleFlight(async () => {
    runs += 1
    if (runs === 2) throw new Error('offline')
    return runs
  })
  expect(await Promise.all([run(), run()])).toEqual([1, 1])
  await expect(run()).rejects.toThrow('offline')
  expect(await run()).toBe(3)
})
