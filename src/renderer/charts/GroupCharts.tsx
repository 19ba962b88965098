import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createAdjustedDrawing } from '../../figures/groups/adjusted.ts'
import { createBoxDrawing } from '../../figures/groups/boxes.ts'
import { createSlopesDrawing } from '../../figures/groups/slopes.ts'
import type { AdjustedChartProps, BoxChartProps, SlopesChartProps } from '../../figures/spec.ts'
import { Chart, toPick } from './frame/Chart.tsx'
import { usePalettes } from './frame/theme.ts'

/** A box per group with its n. If there are few values, each is also a point. */
export function BoxChart(props: BoxChartProps) {
  const { groups, styles, valueTitle, pointWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const drawing = useMemo(
    () => createBoxDrawing({ groups, styles, valueTitle, pointWord }, t),
    [groups, styles, valueTitle, pointWord, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  const onPick = toPick({ selected, onSelect }, drawing.idAt)
  return <Chart {...figure} {...drawing} paint={paint} onPick={onPick} />
}

const maxWidthPx = 560

/** A line per pair from the first value to the second, and the mean of all. */
export function SlopesChart(props: SlopesChartProps) {
  const { pairs, names, valueTitle, pairWord, selected, onSelect, ...figure } = props
  const [left, right] = names
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const drawing = useMemo(
    () => createSlopesDrawing({ pairs, names: [left, right], valueTitle, pairWord, palettes }, t),
    [pairs, left, right, valueTitle, pairWord, palettes, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  const onPick = toPick({ selected, onSelect }, drawing.idAt)
  return <Chart {...figure} {...drawing} paint={paint} onPick={onPick} maxWidthPx={maxWidthPx} />
}

/** Means of a model at each level or along a number, with their intervals, over the values of samples. */
export function AdjustedChart(props: AdjustedChartProps) {
  const { points, means, levels, styles, xTitle, valueTitle, pointWord, selected, onSelect, ...figure } =
    props
  const { t } = useTranslation('charts')
  const drawing = useMemo(
    () => createAdjustedDrawing({ points, means, levels, styles, xTitle, valueTitle, pointWord }, t),
    [points, means, levels, styles, xTitle, valueTitle, pointWord, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  const onPick = toPick({ selected, onSelect }, drawing.idAt)
  return <Chart {...figure} {...drawing} paint={paint} onPick={onPick} />
}
