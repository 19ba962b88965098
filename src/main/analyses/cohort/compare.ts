import {
  type Comparison,
  type ComparisonNote,
  type ComparisonRequest,
  type ComparisonRow,
  pairedTests,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'
import { benjaminiHochberg } from '../statistics/adjust.ts'
import { noiseOf } from '../statistics/noise.ts'
import { leastMannWhitneyP, leastSignedRankP } from '../statistics/rankTests.ts'
import { present } from '../statistics/values.ts'
import {
  type Contrast,
  contrastPairs,
  contrastSeveral,
  contrastTwo,
  effectNames,
  toFigures,
} from './contrasts.ts'
import { byName } from './joinNames.ts'
import { type Column, type Matrix, pick, provenanceOf } from './matrix.ts'
import { type Paired, pairValues, toPairs, toUnits, type Unit, valuesOf } from './units.ts'

/** Groups of rows of a matrix that are to be compared, and the keys of rows by which some belong together. */
export type Compared = Pick<ComparisonRequest, 'test' | 'replicatesBy'> & {
  matrix: Matrix
  columns: readonly Column[]
  groups: readonly { name: string; rows: Uint32Array }[]
  pairOf: ((row: number) => string | null) | null
  replicateOf: ((row: number) => string | null) | null
  /** What was left out before. */
  notes: readonly ComparisonNote[]
}

/** Rows by p, then by name; those without p last. */
export function compare(asked: Compared): Comparison {
  const { matrix, test, groups, replicateOf, pairOf } = asked
  const units = groups.map(({ rows }) => toUnits(rows, replicateKey(asked)))
  const paired = pairOf ? toPairs(units[0] ?? [], units[1] ?? [], pairOf) : null
  const used = usedRows(units, paired)
  const rows = asked.columns.map((column) => toRow(asked, column, units, paired))
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p))
  const origins = used.flat().flatMap((row) => matrix.origins[row] ?? [])
  const ordered = rows.map((row, at) => ({ ...row, q: adjusted[at] ?? null })).sort(byP)
  const noise = noiseSets(asked, units)
  const tested = ordered.filter(({ p }) => p !== null).length
  return {
    ...provenanceOf(origins),
    measure: matrix.measure,
    test,
    groups: groups.map(({ name }, at) => ({
      name,
      sampleIds: (used[at] ?? []).flatMap((row) => matrix.sampleIds[row] ?? []),
    })),
    effectName: effectNames[test],
    rows: ordered,
    notes: [
      ...sizeNotes(asked, units, paired, tested),
      ...asked.notes,
      ...pairNotes(paired),
      ...(replicateOf && !noise ? [{ kind: 'noReplicates' as const }] : []),
      ...serviceNotes(origins.map(({ service }) => service)),
      ...joinedNotes(asked),
    ],
    noise,
  }
}

type Groups = readonly (readonly Unit[])[]

/** What is measured again belongs to one pair. */
function replicateKey({ replicateOf, pairOf }: Compared): (row: number) => string | null {
  return (row) => {
    const replicate = replicateOf?.(row) ?? null
    return replicate === null ? null : JSON.stringify([replicate, pairOf?.(row) ?? null])
  }
}

function usedRows(units: Groups, paired: Paired | null): number[][] {
  const sides = paired
    ? [paired.pairs.flatMap(({ first }) => first), paired.pairs.flatMap(({ second }) => second)]
    : units
  return sides.map((side) => side.flatMap((unit) => [...unit]).sort((a, b) => a - b))
}

function toRow(
  { test, replicateOf }: Compared,
  { pathway, values }: Column,
  units: Groups,
  paired: Paired | null,
): ComparisonRow {
  const pairs = paired ? pairValues(values, paired.pairs) : null
  const groups = pairs ? [pairs.first, pairs.second] : units.map((group) => valuesOf(values, group))
  const contrast = contrastOf(test, groups)
  const smallestChange = replicateOf ? smallestChangeOf(values, units) : null
  const { difference } = contrast
  return {
    pathway,
    groups: groups.map(toFigures),
    pairs: pairs ? pairs.first.length : null,
    ...contrast,
    q: null,
    smallestChange,
    withinNoise: smallestChange !== null && difference !== null && Math.abs(difference) < smallestChange,
  }
}

function contrastOf(test: Compared['test'], groups: readonly Float64Array[]): Contrast {
  if (severalGroupTests.has(test)) return contrastSeveral(groups, test)
  const [a = new Float64Array(), b = new Float64Array()] = groups
  return pairedTests.has(test) ? contrastPairs(a, b, test) : contrastTwo(a, b, test)
}

function smallestChangeOf(values: Float64Array, units: Groups): number | null {
  const sets = units.flat().filter((unit) => unit.length > 1)
  return noiseOf(sets.map((unit) => present(pick(values, unit))))?.smallestChange ?? null
}

function byP(a: ComparisonRow, b: ComparisonRow): number {
  if (a.p === null || b.p === null) return Number(a.p === null) - Number(b.p === null) || byName(a, b)
  return a.p - b.p || byName(a, b)
}

function noiseSets({ replicatesBy }: Compared, units: Groups): Comparison['noise'] {
  const sets = units.flat().filter((unit) => unit.length > 1)
  if (replicatesBy === undefined || sets.length === 0) return null
  return { by: replicatesBy, sets: sets.length, df: sets.reduce((sum, unit) => sum + unit.length - 1, 0) }
}

/** Below it nothing is said of a group but that it is small. */
const smallGroup = 5
const level = 0.05

function sizeNotes(
  { test }: Compared,
  units: Groups,
  paired: Paired | null,
  tested: number,
): ComparisonNote[] {
  const sizes = paired ? [paired.pairs.length] : units.map((group) => group.length)
  const least = Math.min(...sizes)
  const p = leastP(test, sizes)
  // Where one pathway alone could not get a q below the level, the size of the groups decides what is found.
  const isTold = p !== null && p * Math.max(1, tested) > level
  return [
    // All pathways may reach that p together, and q is p then.
    ...(isTold ? [{ kind: 'leastP' as const, p, leastQ: p }] : []),
    ...(least < smallGroup ? [{ kind: 'smallGroups' as const, least }] : []),
  ]
}

/** Only tests by ranks have a smallest p. */
function leastP(test: Compared['test'], [a = 0, b = 0]: readonly number[]): number | null {
  if (test === 'mann-whitney') return a > 0 && b > 0 ? leastMannWhitneyP(a, b) : null
  return test === 'wilcoxon-signed-rank' && a > 0 ? leastSignedRankP(a) : null
}

const pairNotes = (paired: Paired | null): ComparisonNote[] => [
  ...(paired && paired.alone > 0 ? [{ kind: 'noPair' as const, samples: paired.alone }] : []),
  ...(paired && paired.several > 0 ? [{ kind: 'severalInPair' as const, pairs: paired.several }] : []),
]

function serviceNotes(services: readonly string[]): ComparisonNote[] {
  const all = [...new Set(services)].sort()
  return all.length > 1 ? [{ kind: 'severalServices', services: all }] : []
}

function joinedNotes({ matrix, columns }: Compared): ComparisonNote[] {
  const compared = new Set(columns.map(({ pathway }) => pathway))
  return matrix.joined
    .filter(({ pathway }) => compared.has(pathway))
    .map((joined) => ({ kind: 'joinedNames', ...joined }))
}
