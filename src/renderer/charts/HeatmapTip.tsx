import { useTranslation } from 'react-i18next'
import classes from './Chart.module.css'
import { clippedAt } from './colours.ts'
import { cellValue, type Heatmap } from './heatmap.ts'
import type { HoveredCell } from './heatmapPainter.ts'
import { formatValue } from './numbers.ts'

/** Names and value of the cell under the pointer, in full; placed so that it never covers the cell. */
export function HeatmapTip({ heatmap, cell }: { heatmap: Heatmap; cell: HoveredCell }) {
  const { t } = useTranslation('charts')
  const column = heatmap.columns[cell.column]
  const pathway = heatmap.rows[cell.row]
  if (!column || pathway === undefined) return null
  const value = cellValue(heatmap, cell.column, cell.row)
  const leftHalf = cell.column < heatmap.columns.length / 2
  const transform = leftHalf ? 'translate(14px, 12px)' : 'translate(calc(-100% - 14px), 12px)'
  return (
    <div className={classes.tip} style={{ left: cell.x, top: cell.y, transform }}>
      {pathway} <strong>{value === null ? t('missing') : formatValue(value)}</strong>
      <span>{column.label}</span>
      <span>
        {column.group ?? t('noGroup')}
        {column.size > 1 && ` · ${t('meanOf', { count: column.size })}`}
        {value !== null && clippedAt(heatmap.scale, value) && ` · ${t('clippedEnd')}`}
      </span>
    </div>
  )
}
