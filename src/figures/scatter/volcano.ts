import { formatAlone, minP } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { ScatterGroup, ScatterLine, ScatterPoint, VolcanoRow } from '../data.ts'
import type { Words } from '../frame/drawing.ts'
import { formatPAndQ, isDrawable } from '../frame/numbers.ts'
import type { VolcanoChartProps } from '../spec.ts'
import { defaultPalettes, sidesOf } from '../style/colours.ts'

type VolcanoWords = { up: string; down: string; no: string; noise: string; tiny: string }

type Volcano = { points: ScatterPoint[]; groups: ScatterGroup[]; lines: ScatterLine[] }

/** −log10 of `minP`. Smaller values are drawn at the same height. */
const maxY = 300

type Input = Pick<VolcanoChartProps, 'rows' | 'against' | 'threshold' | 'palettes'> & {
  thresholdLabel: string
  words: VolcanoWords
}

/** Plots the effect to the right and −log10 of p or q upwards. Shape and color both show the side. */
export function buildVolcano({ rows, against, threshold, thresholdLabel, words, palettes }: Input): Volcano {
  const points = rows.map((row): ScatterPoint => {
    const level = row[against]
    const y = level === null || Number.isNaN(level) ? null : -Math.log10(Math.max(level, minP))
    const significant = level !== null && level < threshold && !row.withinNoise && row.canBeClaimed
    return {
      id: row.pathway,
      label: row.pathway,
      x: row.effect,
      y: y === null ? null : Math.max(0, y),
      group: groupOf(row, significant, words),
      ...(significant && y !== null && isDrawable(row.effect) ? { weight: y + 1 } : {}),
      facts: factsOf(row, level, words),
    }
  })
  const thresholdLines: ScatterLine[] =
    threshold > 0 ? [{ kind: 'y', at: Math.min(maxY, -Math.log10(threshold)), label: thresholdLabel }] : []
  return { points, groups: groupsOf(words, palettes), lines: thresholdLines }
}

function groupOf(row: VolcanoRow, significant: boolean, words: VolcanoWords): string {
  if (row.withinNoise) return words.noise
  if (!significant || row.effect === null) return words.no
  return row.effect > 0 ? words.up : words.down
}

function groupsOf(words: VolcanoWords, palettes = defaultPalettes): ScatterGroup[] {
  const { high, low } = sidesOf(palettes, 'both')
  return [
    { name: words.up, colour: high, shape: 'triangle' },
    { name: words.down, colour: low, shape: 'triangleDown' },
    { name: words.no, colour: '#8A8F98', shape: 'circle' },
    { name: words.noise, colour: '#8A8F98', shape: 'crossRot' },
  ]
}

function factsOf(row: VolcanoRow, level: number | null, words: VolcanoWords): string[] {
  const pValueText = formatPAndQ(row)
  const tiny = level !== null && level < minP ? [words.tiny] : []
  return [...(pValueText === '' ? [] : [pValueText]), ...tiny]
}

/** Returns a table of the original numbers. Only the picture uses the logarithm. */
export const toVolcanoTable = (
  rows: readonly VolcanoRow[],
  pathwayWord: string,
  title: string,
): DataTable => ({
  columns: [pathwayWord, title, 'p', 'q'],
  rows: rows.map(({ pathway, effect, p, q }) => [pathway, effect, p, q]),
  chances: [2, 3],
})

type DrawingInput = Pick<VolcanoChartProps, 'rows' | 'against' | 'threshold' | 'effectTitle' | 'palettes'>

/** Draws a scatter, with the threshold as a line and labels at the most extreme points. */
export function createVolcano({ rows, against, threshold, effectTitle, palettes }: DrawingInput, t: Words) {
  const words = {
    up: t('volcano.up'),
    down: t('volcano.down'),
    no: t('volcano.no'),
    noise: t('volcano.noise'),
    tiny: t('volcano.tiny', { of: against }),
  }
  const thresholdLabel = t('volcano.threshold', { of: against, at: formatAlone(threshold) })
  return {
    ...buildVolcano({ rows, against, threshold, thresholdLabel, words, palettes }),
    xTitle: effectTitle,
    yTitle: t('volcano.axis', { of: against }),
    pointWord: t('pathway'),
    table: () => toVolcanoTable(rows, t('pathway'), effectTitle),
  }
}
