import { Button, SegmentedControl } from '@mantine/core'
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Heatmap } from '../../figures/heatmap.ts'
import type { Region } from '../../figures/heatmapLayout.ts'
import { maxRows } from '../../figures/heatmapView.ts'
import classes from './Chart.module.css'
import { RowPages } from './RowPages.tsx'
import type { HeatmapView } from './useHeatmapView.ts'

type Props = {
  view: HeatmapView
  heatmap: Heatmap
  picked: Region | null
  clear: () => void
  selected: number
}

/** Zooming, how wide the columns are, which rows, and how many samples are chosen. */
export function HeatmapTools({ view, heatmap, picked, clear, selected }: Props) {
  const { t } = useTranslation('charts')
  return (
    <div className={classes.tools}>
      {selected > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={clear}>
          {t('clearChosen', { count: selected })}
        </Button>
      )}
      {picked && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomIn size={14} aria-hidden />}
          onClick={() => view.zoomTo(picked)}
        >
          {t('zoomTo')}
        </Button>
      )}
      {view.isZoomed && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomReset size={14} aria-hidden />}
          onClick={view.zoomOut}
        >
          {t('zoomReset')}
        </Button>
      )}
      {!view.isZoomed && heatmap.rows.length > maxRows && (
        <RowPages
          from={view.firstRow}
          setFrom={(from) => view.setFirstRow(from ?? 0)}
          total={heatmap.rows.length}
          each={maxRows}
        />
      )}
      {view.crowded && (
        <SegmentedControl
          size="xs"
          aria-label={t('width')}
          value={view.widthMode}
          onChange={(value) => view.setWidthMode(value === 'every' ? 'every' : 'fit')}
          data={[
            { value: 'fit', label: t('fit') },
            { value: 'every', label: t('every') },
          ]}
        />
      )}
    </div>
  )
}
