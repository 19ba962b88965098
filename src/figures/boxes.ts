import type { DataTable } from '../shared/format/dataTable.ts'
import { type GroupStyle, groupStyles, noGroupStyle } from './colours.ts'
import type { BoxGroup, BoxValue } from './data.ts'
import { isDrawable, quantile } from './numbers.ts'

/** Figures of one group, quantiles as R's type 7; whiskers end at the last value within 1.5 times the box. */
export type Box = {
  name: string
  n: number
  median: number
  q1: number
  q3: number
  whiskerLow: number
  whiskerHigh: number
  style: GroupStyle
}

/** A value that is shown as a point; `shift` −1 to 1 of half its group's width. */
export type BoxPoint = { id: string; label: string; value: number; group: number; shift: number }

export type Boxes = { boxes: Box[]; points: BoxPoint[]; undrawableCount: number }

/** From here on only what lies beyond the whiskers is shown as points. */
export const maxPoints = 30
/** Quartiles of fewer values say less than the values themselves. */
const minForBox = 5
const whiskerShare = 1.5

export function buildBoxes(groups: readonly BoxGroup[], groupNames?: readonly string[]): Boxes {
  const styles = groupStyles(groupNames ?? groups.map(({ name }) => name))
  const drawable = groups.map(({ name, values }) => ({
    name,
    values: values.filter(({ value }) => isDrawable(value)),
  }))
  const boxes = drawable.map(({ name, values }) =>
    toBox(
      name,
      values.map(({ value }) => value ?? Number.NaN),
      styles.get(name) ?? noGroupStyle,
    ),
  )
  const points = drawable.flatMap(({ values }, group) => {
    const box = boxes[group]
    return box ? toPoints(values, box, group) : []
  })
  const all = groups.reduce((sum, { values }) => sum + values.length, 0)
  return { boxes, points, undrawableCount: all - boxes.reduce((sum, { n }) => sum + n, 0) }
}

function toBox(name: string, values: readonly number[], style: GroupStyle): Box {
  const sorted = Float64Array.from(values).sort()
  const q1 = quantile(sorted, 0.25)
  const q3 = quantile(sorted, 0.75)
  const reach = whiskerShare * (q3 - q1)
  return {
    name,
    n: sorted.length,
    median: quantile(sorted, 0.5),
    q1,
    q3,
    whiskerLow: sorted.find((value) => value >= q1 - reach) ?? q1,
    whiskerHigh: sorted.findLast((value) => value <= q3 + reach) ?? q3,
    style,
  }
}

function toPoints(values: readonly BoxValue[], box: Box, group: number): BoxPoint[] {
  return values.flatMap(({ id, label, value }) => {
    const shown = value !== null && (box.n < maxPoints || value < box.whiskerLow || value > box.whiskerHigh)
    return shown ? [{ id, label, value, group, shift: shiftOf(id) }] : []
  })
}

/** The same point stands at the same place each time: its shift comes from its name (FNV-1a), not from chance. */
export function shiftOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  // The last letters of names that count up only reach the low bits; mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 0x7fffffff - 1
}

export const hasBox = ({ n }: Box): boolean => n >= minForBox

/** One line a value. */
export const toBoxTable = (
  groups: readonly BoxGroup[],
  words: { group: string; point: string; value: string },
): DataTable => ({
  columns: [words.point, words.group, words.value],
  rows: groups.flatMap(({ name, values }) => values.map(({ label, value }) => [label, name, value])),
})
