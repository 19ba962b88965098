import type { Plugin } from 'chart.js'
import { formatValue } from './numbers.ts'

/** Writes each bar's value at its end; none where bars are too thin for text. */
export const valueLabels: Plugin<'bar'> = {
  id: 'valueLabels',
  afterDatasetsDraw(chart) {
    const { ctx } = chart
    const values = chart.data.datasets[0]?.data ?? []
    const bars = chart.getDatasetMeta(0).data
    const perBarPx = chart.chartArea.height / Math.max(1, bars.length)
    if (perBarPx < 12) return
    const ticks = chart.options.scales?.y?.ticks
    ctx.save()
    ctx.font = `11px ${String(chart.options.font?.family ?? 'sans-serif')}`
    ctx.fillStyle = typeof ticks?.color === 'string' ? ticks.color : '#888'
    ctx.textBaseline = 'middle'
    bars.forEach((bar, index) => {
      const value = values[index]
      if (typeof value !== 'number') return
      ctx.textAlign = value < 0 ? 'right' : 'left'
      ctx.fillText(formatValue(value), bar.x + (value < 0 ? -4 : 4), bar.y)
    })
    ctx.restore()
  },
}
