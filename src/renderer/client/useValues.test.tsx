import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { everySample } from '../../shared/domain/results/cohort.ts'
import { pack } from '../../shared/domain/results/packedNumbers.ts'
import { useValues } from './useValues.ts'

const host = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('./host.ts', () => ({ transport: host }))

const answer = (value: number, page: object = {}) => ({
  ok: true,
  value: {
    measure: 'activity',
    snapshot: 'first',
    samples: [{ sampleId: 's1', clientReference: 'A' }],
    pathways: ['mTOR'],
    values: pack(Float64Array.of(value)),
    totalSamples: 1,
    newestFetchedAt: null,
    ...page,
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

const show = (queries = new QueryClient()) =>
  render(
    <QueryClientProvider client={queries}>
      <Value />
    </QueryClientProvider>,
  )

beforeEach(() => {
  tables.clear()
  tasks.length = 0
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the same table if equal values arrive again', async () => {
  host.call.mockImplementation(async () => answer(0.5))
  const queries = new QueryClient()
  show(queries)
  await screen.findByText('0.5')
  await act(() => queries.invalidateQueries())
  expect(tables.size).toBe(1)
  host.call.mockImplementation(async () => answer(0.75))
  await act(() => queries.invalidateQueries())
  await screen.findByText('0.75')
  expect(tables.size).toBe(2)
})

it('compares new values with those shown in a task of its own', async () => {
  const postTask = <T,>(task: () => T) => new Promise<T>((done) => tasks.push(() => done(task())))
  vi.stubGlobal('scheduler', { postTask })
  host.call.mockImplementation(async () => answer(0.5))
  show()
  await expect.poll(() => tasks.length).toBe(1)
  expect(tables.size).toBe(0)
  await act(async () => tasks[0]?.())
  await screen.findByText('0.5')
})

it('reads all pages of one snapshot, and starts again if the results change between two pages', async () => {
  const snapshots = ['old', 'new', 'new', 'new']
  const inputs: unknown[] = []
  host.call.mockImplementation(async (_name: string, input: { offset?: number; snapshot?: string }) => {
    inputs.push([input.offset, input.snapshot])
    return answer(input.offset ?? 0, { totalSamples: 2, snapshot: snapshots.shift() })
  })
  show()
  await expect.poll(() => tables.size).toBe(1)
  expect(inputs).toEqual([
    [undefined, undefined],
    [1, 'old'],
    [undefined, undefined],
    [1, 'new'],
  ])
  expect([...tables]).toMatchObject([{ values: Float64Array.of(0, 1), samples: [{}, {}] }])
})
