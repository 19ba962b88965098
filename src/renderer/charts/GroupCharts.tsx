import { useMemo } from 'react'
import { createAdjustedDrawing } from '../../figures/groups/adjusted.ts'
import { createBoxDrawing } from '../../figures/groups/boxes.ts'
import { createSlopesDrawing } from '../../figures/groups/slopes.ts'
import type { AdjustedChartProps, BoxChartProps, SlopesChartProps } from '../../figures/spec.ts'
import { DrawnChart } from './frame/DrawnChart.tsx'

/** A box per group with its n. If there are few values, each is also a point. */
export const BoxChart = ({ groups, styles, valueTitle, pointWord, ...figure }: BoxChartProps) => (
  <DrawnChart {...figure} create={createBoxDrawing} input={{ groups, styles, valueTitle, pointWord }} />
)

const maxWidthPx = 560

/** A line per pair from the first value to the second, and the mean of all. */
export function SlopesChart({ pairs, names, valueTitle, pairWord, ...figure }: SlopesChartProps) {
  const [left, right] = names
  const sides = useMemo(() => [left, right] as const, [left, right])
  const input = { pairs, names: sides, valueTitle, pairWord }
  return <DrawnChart {...figure} create={createSlopesDrawing} input={input} maxWidthPx={maxWidthPx} />
}

/** Means of a model at each level or along a number, with their intervals, over the values of samples. */
export function AdjustedChart(props: AdjustedChartProps) {
  const { points, means, levels, styles, xTitle, valueTitle, pointWord, ...figure } = props
  const input = { points, means, levels, styles, xTitle, valueTitle, pointWord }
  return <DrawnChart {...figure} create={createAdjustedDrawing} input={input} />
}
