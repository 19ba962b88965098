import type { PointShape } from '../data.ts'
import { breakLine } from './lines.ts'

/** The ends of a color scale are quantiles, and more digits would suggest a precision that colors do not have. */
export const scaleDigits = 4

/** One entry of a legend. The page shows it as HTML and figures paint it, so that both match. */
export type LegendItem =
  | { kind: 'scale'; label: string; stops: readonly string[]; ticks: readonly string[] }
  | { kind: 'point'; label: string; colour: string; edge: string; shape: PointShape }
  | { kind: 'swatch'; label: string; colour: string }
  | { kind: 'line'; label: string; colour: string; dashed: boolean }
  | { kind: 'sizes'; label: string; sizes: readonly { radiusPx: number; label: string }[] }
  | { kind: 'hatch'; label: string }
  | { kind: 'clip'; label: string }
  | { kind: 'note'; label: string }
  /** A group of related entries below one name. */
  | { kind: 'set'; label: string; items: readonly SingleItem[] }

export type SingleItem = Exclude<LegendItem, { kind: 'set' }>

export const toNotes = (notes: readonly string[]): LegendItem[] =>
  notes.map((label) => ({ kind: 'note', label }))

export const scaleBarPx = 160
const markPx = 18
const gapPx = 16
const rowPx = 20
const scaleRowPx = 30

export type PlacedItem = { item: SingleItem; x: number; y: number; widthPx: number }
export type PlacedLegend = { items: PlacedItem[]; heightPx: number }

type Measure = (text: string) => number

function widthOf(item: SingleItem, measure: Measure): number {
  const text = measure(item.label)
  if (item.kind === 'note') return text
  if (item.kind === 'scale') return text + 6 + scaleBarPx
  if (item.kind === 'sizes')
    return item.sizes.reduce((sum, { radiusPx, label }) => sum + radiusPx * 2 + measure(label) + 14, text)
  return markPx + text
}

const withItsName = (set: Extract<LegendItem, { kind: 'set' }>): SingleItem[] => [
  { kind: 'note', label: `${set.label}:` },
  ...set.items,
]

/**
 * Lays out entries from left to right in as many lines as needed. A set that does not fit starts a new line. `y` is the
 * vertical middle.
 */
export function layOutLegend(items: readonly LegendItem[], widthPx: number, measure: Measure): PlacedLegend {
  const placed: PlacedItem[] = []
  let x = 0
  let top = 0
  let lineHeight = 0
  const startLine = () => {
    top += lineHeight
    x = 0
    lineHeight = 0
  }
  const place = (item: SingleItem): void => {
    const width = Math.min(widthOf(item, measure), widthPx)
    const height = item.kind === 'scale' ? scaleRowPx : rowPx
    if (x > 0 && x + width > widthPx) startLine()
    lineHeight = Math.max(lineHeight, height)
    placed.push({ item, x, y: top + rowPx / 2, widthPx: width })
    x += width + gapPx
  }
  for (const item of items) {
    if (item.kind === 'note') {
      for (const label of breakLine(item.label, widthPx, measure)) place({ ...item, label })
      continue
    }
    if (item.kind !== 'set') {
      place(item)
      continue
    }
    const entries = withItsName(item)
    const width = entries.reduce((sum, entry) => sum + widthOf(entry, measure) + gapPx, -gapPx)
    if (x > 0 && x + width > widthPx) startLine()
    entries.forEach(place)
  }
  return { items: placed, heightPx: placed.length === 0 ? 0 : top + lineHeight + 6 }
}
