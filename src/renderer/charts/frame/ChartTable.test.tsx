import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../../../figures/drawSpec.ts'
import { buildHeatmap } from '../../../figures/heatmap/heatmap.ts'
import { toHeatmapLegend } from '../../../figures/heatmap/heatmapDrawing.ts'
import { renderInPage } from '../testing/renderInPage.tsx'
import { ChartTable } from './ChartTable.tsx'
import { Legend } from './Legend.tsx'

describe('the data table of a chart', () => {
  it('has a header for each column, and marks missing values instead of showing 0', () => {
    renderInPage(
      <ChartTable
        caption="Ranked bars"
        table={{
          columns: ['Pathway', 'Activity'],
          rows: [
            ['mTOR', 1.25],
            ['AMPK', null],
          ],
        }}
      />,
    )
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Pathway',
      'Activity',
    ])
    const [, first, second] = screen.getAllByRole('row')
    expect(within(first!).getByText('1.250').title).toBe('1.25')
    expect(within(second!).getByText('–').title).toBe('no value')
  })

  it('formats p and q as such, however small, and counts without decimals', () => {
    renderInPage(
      <ChartTable
        caption="Volcano"
        table={{
          columns: ['Pathway', 'n', 'Difference', 'p', 'q'],
          rows: [
            ['mTOR', 12, 0.00012, 2.7e-12, 0],
            ['AMPK', 9, 2, 0.5, null],
          ],
          chances: [3, 4],
        }}
      />,
    )
    const read = screen.getAllByRole('row').map((row) => row.textContent)
    expect(read.slice(1)).toEqual(['mTOR120.0002.7 × 10⁻¹²< 10⁻³⁰⁰', 'AMPK92.0005.0 × 10⁻¹–'])
  })

  it('shows the first hundred rows and the total number', () => {
    const rows = Array.from({ length: 250 }, (_, index) => [`p${index}`, index])
    renderInPage(<ChartTable caption="Heatmap" table={{ columns: ['Pathway', 'Activity'], rows }} />)
    expect(screen.getAllByRole('row')).toHaveLength(101)
    expect(screen.getByText(/First 100 of 250 rows/)).toBeTruthy()
  })
})

describe('the legend of a heatmap', () => {
  it('shows the ends of the color scale, the groups and the counts of missing and clipped values', () => {
    const values: (number | null)[] = Array.from({ length: 300 }, (_, index) => Math.sin(index))
    values[4] = 60
    values[5] = null
    const heatmap = buildHeatmap({
      rows: ['mTOR'],
      columns: values.map((_, index) => ({ id: `${index}`, label: `${index}`, group: 'treated' })),
      values,
    })
    const titles = { measure: 'Activity', group: 'Group', perColumn: 1 }
    const colours = new Map([['treated', '#0072B2']])
    const items = toHeatmapLegend(heatmap, colours, titles, createFigureWords('en'))
    renderInPage(<Legend items={items} />)
    expect(screen.getByText('treated')).toBeTruthy()
    expect(screen.getByText('1 missing value')).toBeTruthy()
    expect(screen.getByText('1 value beyond the colors')).toBeTruthy()
    expect(screen.getByText(/^≥ 1$/)).toBeTruthy()
  })
})
