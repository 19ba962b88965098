import { formatAlone, minP } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { ScatterGroup, ScatterLine, ScatterPoint, VolcanoRow } from '../data.ts'
import type { Words } from '../frame/drawing.ts'
import { formatPAndQ, isDrawable } from '../frame/numbers.ts'
import type { DrawingInput, VolcanoChartProps } from '../spec.ts'
import { defaultPalettes, sidesOf } from '../style/colours.ts'

/** −log10 of `minP`. Smaller values are drawn at the same height. */
const maxY = 300

/**
 * Plots the effect to the right and −log10 of p or q upwards, with the threshold as a line and labels at the most
 * extreme points. Shape and color both show the side. The table has the original numbers.
 */
export function createVolcano(
  { rows, against, threshold, effectTitle, palettes = defaultPalettes }: DrawingInput<VolcanoChartProps>,
  t: Words,
) {
  const { high, low } = sidesOf(palettes, 'both')
  const groups = {
    up: { name: t('volcano.up'), colour: high, shape: 'triangle' },
    down: { name: t('volcano.down'), colour: low, shape: 'triangleDown' },
    no: { name: t('volcano.no'), colour: '#8A8F98', shape: 'circle' },
    noise: { name: t('volcano.noise'), colour: '#8A8F98', shape: 'crossRot' },
  } satisfies Record<string, ScatterGroup>
  const points = rows.map((row): ScatterPoint => {
    const level = row[against]
    const y = level === null || Number.isNaN(level) ? null : Math.max(0, -Math.log10(Math.max(level, minP)))
    const significant = level !== null && level < threshold && !row.withinNoise && row.canBeClaimed
    const isTiny = level !== null && level < minP
    return {
      id: row.pathway,
      label: row.pathway,
      x: row.effect,
      y,
      group: groups[sideOf(row, significant)].name,
      ...(significant && y !== null && isDrawable(row.effect) ? { weight: y + 1 } : {}),
      facts: [formatPAndQ(row), isTiny ? t('volcano.tiny', { of: against }) : ''].filter(Boolean),
    }
  })
  const label = t('volcano.threshold', { of: against, at: formatAlone(threshold) })
  const at = Math.min(maxY, -Math.log10(threshold))
  return {
    points,
    groups: Object.values(groups),
    lines: threshold > 0 ? [{ kind: 'y', at, label } satisfies ScatterLine] : [],
    xTitle: effectTitle,
    yTitle: t('volcano.axis', { of: against }),
    pointWord: t('pathway'),
    table: () => toVolcanoTable(rows, t('pathway'), effectTitle),
  }
}

function sideOf(row: VolcanoRow, significant: boolean): 'up' | 'down' | 'no' | 'noise' {
  if (row.withinNoise) return 'noise'
  if (!significant || row.effect === null) return 'no'
  return row.effect > 0 ? 'up' : 'down'
}

export const toVolcanoTable = (
  rows: readonly VolcanoRow[],
  pathwayWord: string,
  title: string,
): DataTable => ({
  columns: [pathwayWord, title, 'p', 'q'],
  rows: rows.map(({ pathway, effect, p, q }) => [pathway, effect, p, q]),
  chances: [2, 3],
})
