import { expect, test } from 'vitest'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createSchedule } from './pollSchedule.ts'

const seconds = (count: number): number => count * 1000

function createTimed() {
  const time = { nowMs: seconds(1000) }
  const clock = { now: () => time.nowMs, sleep: async () => {} }
  return { time, schedule: createSchedule({ clock, random: { next: () => 0, id: () => '' } }) }
}

test('returns new samples before waiting ones, in the order they were added', () => {
  const { time, schedule } = createTimed()
  for (const sampleId of ['A', 'B', 'C']) schedule.soon(sampleId)
  schedule.markInFlight('A')
  schedule.later('A')
  schedule.markInFlight('B')
  expect(schedule.next()?.sampleId).toBe('C')
  schedule.soon('D')
  expect(schedule.next()?.sampleId).toBe('C')
  schedule.remove('C')
  expect(schedule.next()?.sampleId).toBe('D')
  schedule.remove('D')
  expect(schedule.next()).toMatchObject({ sampleId: 'A', atMs: time.nowMs + seconds(2) })
  schedule.remove('A')
  expect(schedule.next()).toBeUndefined()
})

test('polls a sample again immediately if it was added again while its request was in flight', () => {
  const { time, schedule } = createTimed()
  schedule.soon('A')
  schedule.markInFlight('A')
  schedule.soon('A')
  expect(schedule.next()).toBeUndefined()
  schedule.later('A', seconds(30))
  expect(schedule.next()).toMatchObject({ sampleId: 'A', atMs: 0 })
  schedule.markInFlight('A')
  schedule.later('A', seconds(30))
  expect(schedule.next()).toMatchObject({ atMs: time.nowMs + seconds(30) })
})

test('returns the sample that is due first after any sequence of operations', () => {
  const { time, schedule } = createTimed()
  const random = createSeededRandom(5)
  const pick = (): string => `S-${Math.floor(random() * 40)}`
  const waiting = new Map<string, number>()
  const inFlight = new Set<string>()
  for (let step = 0; step < 5000; step++) {
    time.nowMs += Math.floor(random() * 100)
    const [sampleId, action] = [pick(), Math.floor(random() * 4)]
    if (action === 0 && !inFlight.has(sampleId)) {
      schedule.soon(sampleId)
      waiting.set(sampleId, 0)
    } else if (action === 1) {
      schedule.remove(sampleId)
      waiting.delete(sampleId)
      inFlight.delete(sampleId)
    } else if (action === 2 && waiting.has(sampleId)) {
      schedule.markInFlight(sampleId)
      waiting.delete(sampleId)
      inFlight.add(sampleId)
    } else if (!waiting.has(sampleId)) {
      const waitMs = Math.floor(random() * seconds(300)) + seconds(60)
      schedule.later(sampleId, waitMs)
      if (inFlight.delete(sampleId)) waiting.set(sampleId, time.nowMs + waitMs)
    }
    const next = schedule.next()
    expect(next?.atMs).toBe(waiting.size === 0 ? undefined : Math.min(...waiting.values()))
    expect(next === undefined || waiting.get(next.sampleId) === next.atMs).toBe(true)
  }
})

/** A sorted list needs more than 40 s for this, a heap 0.5 s (6 s on a busy computer). */
test('50,000 samples are added twice and removed one by one without blocking the process', () => {
  const { schedule } = createTimed()
  const sampleIds = Array.from({ length: 50_000 }, (_, index) => `S-${index}`)
  for (const sampleId of sampleIds) schedule.soon(sampleId)
  for (const sampleId of sampleIds) schedule.later(sampleId)
  const startedMs = performance.now()
  for (const sampleId of sampleIds) schedule.soon(sampleId)
  for (let next = schedule.next(); next; next = schedule.next()) schedule.remove(next.sampleId)
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})
