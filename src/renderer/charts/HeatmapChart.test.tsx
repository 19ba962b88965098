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
    // A chart is made once, of what it is given first.
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

it('a heatmap on a screen that is drawn deferred is made once, with as many columns as its width has room for', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 400))
  renderInPage(
    <QueryClientProvider client={new QueryClient()}>
      <DeferredScreen />
    </QueryClientProvider>,
  )
  await screen.findByRole('img')
  expect(columnsOfMadeCharts).toEqual([100])
})
