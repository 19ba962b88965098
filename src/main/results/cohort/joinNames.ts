import { compareText } from '../../../shared/compareText.ts'
import type { JoinedNames } from '../../../shared/domain/results/cohort.ts'
import type { Column } from './cohortMatrix.ts'

/** The names of each pathway that has several, in the order of the alias table. */
export type PathwayNames = readonly (readonly string[])[]

/** A lookup of the alias table: names of one pathway share a key. */
export type Spellings = { keyOf(name: string): string; rankOf(name: string): number }

export function toSpellings(pathways: PathwayNames): Spellings {
  const positions = new Map(
    pathways.flatMap((names, at) => names.map((name, rank) => [name, { key: `${at}`, rank }] as const)),
  )
  return {
    // The `=` distinguishes names from positions in the list.
    keyOf: (name) => positions.get(name)?.key ?? `=${name}`,
    rankOf: (name) => positions.get(name)?.rank ?? 0,
  }
}

/** Merges the columns of one pathway under its first name, whose value wins. `joined`: samples with several values. */
export function joinNames(
  columns: readonly Column[],
  { keyOf, rankOf }: Spellings,
): { columns: Column[]; joined: JoinedNames[] } {
  const joined: JoinedNames[] = []
  const all = [...Map.groupBy(columns, ({ pathway }) => keyOf(pathway)).values()].map((same) => {
    const [first, ...others] = same.sort((a, b) => rankOf(a.pathway) - rankOf(b.pathway))
    if (!first || others.length === 0) return same.slice(0, 1)
    const values = Float64Array.from(first.values)
    let samplesWithSeveral = 0
    for (let row = 0; row < values.length; row += 1) {
      const present = same.filter((column) => !Number.isNaN(column.values[row]))
      if (present.length > 1) samplesWithSeveral += 1
      values[row] = present[0]?.values[row] ?? Number.NaN
    }
    const names = same.map(({ pathway }) => pathway)
    joined.push({ pathway: first.pathway, names, samplesWithSeveral })
    return [{ pathway: first.pathway, names, values }]
  })
  return { columns: all.flat().sort(byName), joined: joined.sort(byName) }
}

/** Blind to case; code units decide between names that differ in case alone. */
export const compareNames = (a: string, b: string): number =>
  compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b)

export const byName = (a: { pathway: string }, b: { pathway: string }): number =>
  compareNames(a.pathway, b.pathway)

type Tested = { pathway: string; p: number | null }

/** By p, then by name; without p last. */
export function byP(a: Tested, b: Tested): number {
  if (a.p === null || b.p === null) return Number(a.p === null) - Number(b.p === null) || byName(a, b)
  return a.p - b.p || byName(a, b)
}
