import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ChartOptions } from 'chart.js'
import { useDeferredValue, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { buildHeatmap } from '../../figures/heatmap/heatmap.ts'
import { HeatmapChart } from './HeatmapChart.tsx'
import { renderInPage } from './testing/renderInPage.tsx'

const columnsOfMadeCharts: number[] = []

vi.mock('react-chartjs-2', () => ({
  Chart: ({ options }: { options: ChartOptions<'matrix'> }) => {
    const columns = Number(options.scales?.['x']?.max) + 0.5
    // A chart is created once, from its first props.
    useState(() => columnsOfMadeCharts.push(columns))
    return <canvas role="img" />
  },
}))

const heatmap = buildHeatmap({
  rows: ['mTOR'],
  columns: Array.from({ length: 100 }, (_, index) => ({ id: `S${index}`, label: `S${index}`, group: null })),
  values: Array.from({ length: 100 }, (_, index) => index),
})

function DeferredScreen() {
  const isDeferred = useDeferredValue(true, false)
  return isDeferred ? (
    <HeatmapChart heatmap={heatmap} measure="Activity" summary="All" fileName="all" />
  ) : null
}

it('a heatmap on a deferred screen is created once, with the number of columns that fit', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 400))
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <DeferredScreen />
    </QueryClientProvider>,
  )
  await screen.findByRole('img')
  expect(columnsOfMadeCharts).toEqual([100])
})
