import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it, vi } from 'vitest'
import { useCall, useLargeResult, useSlicedResult } from './call.ts'

const host = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('./host.ts', () => ({ transport: host }))

function Screen() {
  const { data, loading } = useLargeResult({ data: 'all samples', loading: false, isPreviousData: false })
  return <p>{data ?? (loading ? 'under way' : 'none')}</p>
}

it('a large cached response is rendered after the screen, which shows that it is loading', async () => {
  render(<Screen />)
  expect(screen.getByText('under way')).toBeTruthy()
  await screen.findByText('all samples')
})

it('a response that a click changes stays for the first render after the click, marked as loading', async () => {
  const drawn: string[] = []
  const List = ({ page }: { page: string }) => {
    const { data, loading } = useSlicedResult({ data: page, loading: false, isPreviousData: false })
    drawn.push(loading ? `${data}, loading` : data)
    return <p>{data}</p>
  }
  const { rerender } = render(<List page="all" />)
  rerender(<List page="treated" />)
  await screen.findByText('treated')
  expect(drawn).toEqual(['all', 'all, loading', 'treated'])
})

it('a component that reads only the data does not render again when an equal response arrives', async () => {
  host.call.mockResolvedValue({ ok: true, value: { total: 3 } })
  const queries = new QueryClient()
  const drawn = vi.fn()
  const Total = () => <p>{useCall('samples.facets', {}).data?.total}</p>
  render(
    <QueryClientProvider client={queries}>
      <Profiler id="total" onRender={drawn}>
        <Total />
      </Profiler>
    </QueryClientProvider>,
  )
  await screen.findByText('3')
  drawn.mockClear()
  await act(() => queries.invalidateQueries())
  expect(host.call).toHaveBeenCalledTimes(2)
  expect(drawn).not.toHaveBeenCalled()
})
