import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everySample } from '../../shared/domain/results/cohort.ts'
import { pack } from '../../shared/domain/results/packedNumbers.ts'
import { useValues } from './useValues.ts'

const host = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('./host.ts', () => ({ transport: host }))

const answer = (value: number) => ({
  ok: true,
  value: {
    measure: 'activity',
    samples: [{ sampleId: 's1', clientReference: 'A' }],
    pathways: ['mTOR'],
    values: pack(Float64Array.of(value)),
    totalSamples: 1,
    newestFetchedAt: null,
  },
})
const valuesQuery = { measure: 'activity' as const, of: everySample, pathways: ['mTOR'] }
const tables = new Set<unknown>()
const tasks: (() => void)[] = []

function Value() {
  const table = useValues(valuesQuery).data
  if (table) tables.add(table)
  return <p>{table?.values[0]}</p>
}

beforeEach(() => {
  tables.clear()
  tasks.length = 0
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the same table if equal values arrive again', async () => {
  host.call.mockImplementation(async () => answer(0.5))
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <Value />
    </QueryClientProvider>,
  )
  await screen.findByText('0.5')
  await act(() => queries.invalidateQueries())
  expect(tables.size).toBe(1)
  host.call.mockImplementation(async () => answer(0.75))
  await act(() => queries.invalidateQueries())
  await screen.findByText('0.75')
  expect(tables.size).toBe(2)
})

it('joins values in their own task, and compares them with the former ones in another', async () => {
  const postTask = <T,>(task: () => T) => new Promise<T>((done) => tasks.push(() => done(task())))
  vi.stubGlobal('scheduler', { postTask })
  host.call.mockImplementation(async () => answer(0.5))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Value />
    </QueryClientProvider>,
  )
  for (const count of [1, 2]) {
    await expect.poll(() => tasks.length).toBe(count)
    expect(tables.size).toBe(0)
    await act(async () => tasks[count - 1]?.())
  }
  await screen.findByText('0.5')
})
