import type { DataTable } from '../ui/dataTable.ts'
import { formatP } from '../ui/numbers.ts'
import type { ScatterGroup, ScatterLine, ScatterPoint, VolcanoRow } from './props.ts'
import { isDrawable } from './scatter.ts'

type VolcanoWords = { up: string; down: string; no: string; noise: string; tiny: string }

export type Volcano = { points: ScatterPoint[]; groups: ScatterGroup[]; lines: ScatterLine[] }

/** Below this, p and q are 0 to a computer, and −log10 has no end. */
const tiniest = 1e-300
const tallest = 300

type Input = {
  rows: readonly VolcanoRow[]
  against: 'p' | 'q'
  threshold: number
  thresholdLabel: string
  words: VolcanoWords
}

/** Difference to the right, −log10 of p or q upwards; shapes say the side as well as colours do. */
export function buildVolcano({ rows, against, threshold, thresholdLabel, words }: Input): Volcano {
  const points = rows.map((row): ScatterPoint => {
    const level = row[against]
    const y = level === null || Number.isNaN(level) ? null : -Math.log10(Math.max(level, tiniest))
    const significant = level !== null && level < threshold && !row.withinNoise
    return {
      id: row.pathway,
      label: row.pathway,
      x: row.difference,
      y: y === null ? null : Math.max(0, y),
      group: groupOf(row, significant, words),
      ...(significant && y !== null && isDrawable(row.difference) ? { weight: y + 1 } : {}),
      facts: factsOf(row, level, words),
    }
  })
  const across: ScatterLine[] =
    threshold > 0 ? [{ kind: 'y', at: Math.min(tallest, -Math.log10(threshold)), label: thresholdLabel }] : []
  return { points, groups: groupsOf(words), lines: across }
}

function groupOf(row: VolcanoRow, significant: boolean, words: VolcanoWords): string {
  if (row.withinNoise) return words.noise
  if (!significant || row.difference === null) return words.no
  return row.difference > 0 ? words.up : words.down
}

const groupsOf = (words: VolcanoWords): ScatterGroup[] => [
  { name: words.up, colour: '#C8443B', shape: 'triangle' },
  { name: words.down, colour: '#2F79B5', shape: 'triangleDown' },
  { name: words.no, colour: '#8A8F98', shape: 'circle' },
  { name: words.noise, colour: '#8A8F98', shape: 'crossRot' },
]

function factsOf(row: VolcanoRow, level: number | null, words: VolcanoWords): string[] {
  const both = [
    row.p === null ? null : `p = ${formatP(row.p)}`,
    row.q === null ? null : `q = ${formatP(row.q)}`,
  ]
  const told = both.filter((part) => part !== null).join(' · ')
  const tiny = level !== null && level < tiniest ? [words.tiny] : []
  return [...(told === '' ? [] : [told]), ...tiny]
}

/** The numbers themselves; the logarithm is only for the picture. */
export const toVolcanoTable = (
  rows: readonly VolcanoRow[],
  pathwayWord: string,
  title: string,
): DataTable => ({
  columns: [pathwayWord, title, 'p', 'q'],
  rows: rows.map(({ pathway, difference, p, q }) => [pathway, difference, p, q]),
})
