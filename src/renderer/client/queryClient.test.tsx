import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { seedQuery, useCall } from './call.ts'
import { createQueryClient } from './queryClient.ts'

const host = vi.hoisted(() => ({
  replies: [] as ((value: unknown) => void)[],
  calls: [] as string[],
  listeners: new Map<string, ((payload: unknown) => void)[]>(),
  undelivered: new Set<string>(),
}))
vi.mock('./host.ts', () => ({
  transport: {
    call: (name: string) => {
      host.calls.push(name)
      return new Promise((resolve) => host.replies.push((value) => resolve({ ok: true, value })))
    },
    listen: (name: string, listener: (payload: unknown) => void) => {
      host.listeners.set(name, [...(host.listeners.get(name) ?? []), listener])
      if (host.undelivered.delete(name)) listener({})
      return () => undefined
    },
    whenDisconnected: () => () => undefined,
    whenReconnected: () => () => undefined,
  },
}))

const push = (name: string, payload: object = {}) => {
  for (const listener of host.listeners.get(name) ?? []) listener(payload)
}

const show = (page: ReactElement, client = createQueryClient()) =>
  render(<QueryClientProvider client={client}>{page}</QueryClientProvider>)

function Total() {
  const { data } = useCall('drugs.facets', {})
  return <p>{data ? `counted ${data.countedOf}` : 'none yet'}</p>
}

it('requests a first response again if an event made it outdated while it was loading', async () => {
  show(<Total />)
  expect(host.replies).toHaveLength(1)
  act(() => push('drugs.changed'))
  // The first response is still used: with frequent events, discarding it would show nothing.
  expect(host.replies).toHaveLength(1)
  host.replies[0]?.({ countedOf: 0 })
  await screen.findByText('counted 0')
  await expect.poll(() => host.replies).toHaveLength(2)
  host.replies[1]?.({ countedOf: 12 })
  await screen.findByText('counted 12')
  expect(host.replies).toHaveLength(2)
})

it('requests a first call again if it is older than an event that arrived before any listener', async () => {
  host.replies.length = 0
  host.undelivered.add('drugs.changed')
  const answer = Promise.resolve({ countedOf: 3 })
  let seeded: Promise<void> | undefined
  const client = createQueryClient((queries) => {
    // Like responses that stay fresh for a while.
    queries.setQueryDefaults(['drugs.facets'], { staleTime: 60_000 })
    seeded = seedQuery(queries, { name: 'drugs.facets', input: {}, answer })
  })
  await seeded
  show(<Total />, client)
  await screen.findByText('counted 3')
  await expect.poll(() => host.replies).toHaveLength(1)
  host.replies[0]?.({ countedOf: 4 })
  await screen.findByText('counted 4')
})

const of = { filter: { study: 's1' } }

function StudyResults() {
  useCall('studies.show', { studyId: 's1' })
  useCall('studies.ofSample', { sampleId: 'S-1' })
  useCall('studies.overview', { studyId: 's1' })
  useCall('analyses.estimate', { of, pathways: [], clock: true, again: false })
  useCall('results.pca', { measure: 'activity', of })
  return null
}

const ofStudy = ['studies.overview', 'studies.show']
const ofSamples = ['analyses.estimate', 'results.pca', 'studies.ofSample', ...ofStudy]

it.each([
  ['a note of a study', 'studies.changed', { samples: false }, ['studies.ofSample', ...ofStudy]],
  ['samples that entered a study', 'studies.changed', { samples: true }, ofSamples],
  ['a sample that was registered', 'samples.changed', { batchId: 'b1' }, ofSamples],
  ['a result', 'results.changed', {}, ['analyses.estimate', 'results.pca', ...ofStudy]],
])('requests again what %s makes outdated, and nothing else', async (_what, event, payload, methods) => {
  host.replies.splice(0)
  host.listeners.clear()
  show(<StudyResults />)
  await expect.poll(() => host.replies).toHaveLength(5)
  for (const reply of host.replies) reply({})
  // Waits until the hook has the last reply.
  await act(async () => undefined)
  host.calls.splice(0)
  act(() => push(event, payload))
  await expect.poll(() => host.calls.toSorted()).toEqual(methods)
})

it("refreshes a study's overview at intervals while results arrive, and immediately when a job ends", async () => {
  vi.useFakeTimers()
  try {
    host.listeners.clear()
    let reads = 0
    const options = { queryKey: ['studies.overview', {}], queryFn: async () => ++reads }
    const stop = new QueryObserver(createQueryClient(), options).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    for (let second = 0; second < 10; second++) {
      push('results.changed')
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(reads).toBe(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reads).toBe(3)
    push('job.ended')
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toBe(4)
    stop()
  } finally {
    vi.useRealTimers()
  }
})
