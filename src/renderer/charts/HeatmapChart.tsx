import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from './Chart.tsx'
import { groupColours } from './colours.ts'
import { HeatmapLegend } from './HeatmapLegend.tsx'
import { HeatmapTip } from './HeatmapTip.tsx'
import { binColumns, type Heatmap, toHeatmapTable } from './heatmap.ts'
import { toMatrixData, toMatrixOptions } from './heatmapOptions.ts'
import { createHeatmapPainter, type HoveredCell } from './heatmapPainter.ts'
import { useChartTheme } from './theme.ts'

type Props = {
  heatmap: Heatmap
  /** What the colours stand for, with unit or its absence. */
  measure: string
  summary: string
  fileName: string
}

const rowPx = 20
const axesPx = 150
const narrowestColumnPx = 2
const everyColumnPx = 5
/** Canvases wider than this are refused by some drivers. */
const widestPx = 15_000

/** Pathways × samples as colours, samples by group; hover names the cell, clicking does nothing that hides data. */
export function HeatmapChart({ heatmap, measure, summary, fileName }: Props) {
  const { t } = useTranslation('charts')
  const theme = useChartTheme()
  const { ref, width } = useElementSize()
  const [widthMode, setWidthMode] = useState<'fit' | 'every'>('fit')
  const [cell, setCell] = useState<HoveredCell | null>(null)
  const room = Math.max(50, Math.floor((width - axesPx) / narrowestColumnPx))
  const crowded = width > 0 && heatmap.columns.length > room
  const wide = crowded && widthMode === 'every'
  const shown = useMemo(() => (wide ? heatmap : binColumns(heatmap, room)), [heatmap, wide, room])
  const colours = useMemo(() => groupColours(heatmap.columns.flatMap(({ group }) => group ?? [])), [heatmap])
  const [painter] = useState(() => createHeatmapPainter(setCell))
  const plugins = useMemo(() => [painter.plugin], [painter])
  // Runs before the chart below updates, as effects of a layout come before all others.
  useLayoutEffect(() => {
    painter.show({ heatmap: shown, theme, colours, noGroup: t('noGroup') })
  }, [painter, shown, theme, colours, t])
  const data = useMemo(() => toMatrixData(shown), [shown])
  const options = useMemo(
    () => toMatrixOptions(shown, theme, { columns: t('sample'), rows: t('pathway') }),
    [shown, theme, t],
  )
  const table = useMemo(() => toHeatmapTable(heatmap, t('sample'), t('group')), [heatmap, t])
  return (
    <div ref={ref}>
      <Chart
        type="matrix"
        data={data}
        options={options}
        plugins={plugins}
        summary={summary}
        table={table}
        fileName={fileName}
        heightPx={Math.max(280, heatmap.rows.length * rowPx + axesPx)}
        widthPx={wide ? Math.min(widestPx, heatmap.columns.length * everyColumnPx + axesPx) : undefined}
        legend={
          <>
            <HeatmapLegend heatmap={heatmap} colours={colours} measure={measure} />
            {crowded && (
              <SegmentedControl
                size="xs"
                aria-label={t('width')}
                value={widthMode}
                onChange={(value) => setWidthMode(value === 'every' ? 'every' : 'fit')}
                data={[
                  { value: 'fit', label: t('fit') },
                  { value: 'every', label: t('every') },
                ]}
              />
            )}
            {shown !== heatmap && (
              <span>{t('binned', { count: Math.max(...shown.columns.map(({ size }) => size)) })}</span>
            )}
          </>
        }
        overlay={cell && <HeatmapTip heatmap={shown} cell={cell} />}
      />
    </div>
  )
}
