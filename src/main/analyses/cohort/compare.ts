import {
  type Comparison,
  type ComparisonNote,
  type ComparisonRequest,
  type ComparisonRow,
  pairedTests,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'
import { benjaminiHochberg } from '../statistics/adjust.ts'
import { type Noise, noiseLimit, noiseOf } from '../statistics/noise.ts'
import { present } from '../statistics/values.ts'
import {
  type Contrast,
  contrastPairs,
  contrastSeveral,
  contrastTwo,
  effectNames,
  pairwiseTest,
  statisticNames,
  toFigures,
} from './contrasts.ts'
import { byName } from './joinNames.ts'
import { type Column, type Matrix, pick, provenanceOf } from './matrix.ts'
import { fewValues, hasFewValues, leastPairwiseP, sizeNotes } from './sizeNotes.ts'
import {
  noiseShare,
  type Paired,
  pairNoiseShare,
  pairValues,
  toPairs,
  toUnits,
  type Unit,
  valuesOf,
} from './units.ts'

/** Groups of rows of a matrix that are to be compared, and the keys of rows by which some belong together. */
export type ComparisonInput = Pick<ComparisonRequest, 'test' | 'replicatesBy'> & {
  matrix: Matrix
  columns: readonly Column[]
  groups: readonly { name: string; rows: Uint32Array }[]
  pairOf: ((row: number) => string | null) | null
  replicateOf: ((row: number) => string | null) | null
  /** What was left out before. */
  notes: readonly ComparisonNote[]
}

/** Rows by p, then by name; those without p last. */
export function compare(input: ComparisonInput): Comparison {
  const { matrix, test, groups, replicateOf, pairOf } = input
  const units = groups.map(({ rows }) => toUnits(rows, replicateKey(input)))
  const paired = pairOf ? toPairs(units[0] ?? [], units[1] ?? [], pairOf) : null
  const used = usedRows(units, paired)
  const rows = input.columns.map((column) => toRow(input, column, units, paired))
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p))
  const origins = used.flat().flatMap((row) => matrix.origins[row] ?? [])
  const ordered = rows.map((row, at) => ({ ...row, q: adjusted[at] ?? null })).sort(byP)
  const noise = noiseSets(input, units)
  const sizes = paired ? [paired.pairs.length] : units.map((group) => group.length)
  return {
    ...provenanceOf(origins),
    measure: matrix.measure,
    test,
    groups: groups.map(({ name }, at) => ({
      name,
      sampleIds: (used[at] ?? []).flatMap((row) => matrix.sampleIds[row] ?? []),
    })),
    effectName: effectNames[test],
    pairwiseEffectName: severalGroupTests.has(test) ? effectNames[pairwiseTest(test)] : null,
    statisticName: statisticNames[test],
    rows: ordered,
    fewValues: fewValues(ordered),
    leastPairwiseP: leastPairwiseP(test, sizes),
    notes: [
      ...sizeNotes(test, sizes, ordered),
      ...input.notes,
      ...pairNotes(paired),
      ...(replicateOf && !noise ? [{ kind: 'noReplicates' as const }] : []),
      ...serviceNotes(origins.map(({ service }) => service)),
      ...joinedNotes(input),
    ],
    noise,
  }
}

type Groups = readonly (readonly Unit[])[]

/** What is measured again belongs to one pair. */
function replicateKey({ replicateOf, pairOf }: ComparisonInput): (row: number) => string | null {
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
  { test, replicateOf }: ComparisonInput,
  { pathway, values }: Column,
  units: Groups,
  paired: Paired | null,
): ComparisonRow {
  const pairs = paired ? pairValues(values, paired.pairs) : null
  const groups = pairs ? [pairs.first, pairs.second] : units.map((group) => valuesOf(values, group))
  const { pairwise, ...contrast } = contrastOf(test, groups)
  const figures = groups.map(toFigures)
  const pairCount = pairs ? pairs.first.length : null
  const noise = replicateOf ? noiseIn(values, units) : null
  const shares = noise ? units.map((group) => noiseShare(values, group)) : []
  const shareOf = (a: number, b: number) => (shares[a] ?? 0) + (shares[b] ?? 0)
  const share = noise && paired ? pairNoiseShare(values, paired.pairs) : shareOf(0, 1)
  return {
    pathway,
    groups: figures,
    pairs: pairCount,
    ...contrast,
    q: null,
    fewValues: hasFewValues({ p: contrast.p, pairs: pairCount, groups: figures }),
    smallestChange: noise?.smallestChange ?? null,
    ...besideNoise(contrast.difference, noise, share),
    pairwise: pairwise.map((pair) => ({
      ...pair,
      ...besideNoise(pair.difference, noise, shareOf(pair.a, pair.b)),
    })),
  }
}

function besideNoise(
  difference: number | null,
  noise: Noise | null,
  share: number,
): Pick<ComparisonRow, 'noiseLimit' | 'withinNoise'> {
  if (difference === null || noise === null) return { noiseLimit: null, withinNoise: false }
  const limit = noiseLimit(noise, share)
  return { noiseLimit: limit, withinNoise: Math.abs(difference) < limit }
}

function contrastOf(test: ComparisonInput['test'], groups: readonly Float64Array[]): Contrast {
  if (severalGroupTests.has(test)) return contrastSeveral(groups, test)
  const [a = new Float64Array(), b = new Float64Array()] = groups
  return pairedTests.has(test) ? contrastPairs(a, b, test) : contrastTwo(a, b, test)
}

function noiseIn(values: Float64Array, units: Groups): Noise | null {
  const sets = units.flat().filter((unit) => unit.length > 1)
  return noiseOf(sets.map((unit) => present(pick(values, unit))))
}

function byP(a: ComparisonRow, b: ComparisonRow): number {
  if (a.p === null || b.p === null) return Number(a.p === null) - Number(b.p === null) || byName(a, b)
  return a.p - b.p || byName(a, b)
}

function noiseSets({ replicatesBy }: ComparisonInput, units: Groups): Comparison['noise'] {
  const sets = units.flat().filter((unit) => unit.length > 1)
  if (replicatesBy === undefined || sets.length === 0) return null
  return { by: replicatesBy, sets: sets.length, df: sets.reduce((sum, unit) => sum + unit.length - 1, 0) }
}

const pairNotes = (paired: Paired | null): ComparisonNote[] => [
  ...(paired && paired.alone > 0 ? [{ kind: 'noPair' as const, samples: paired.alone }] : []),
  ...(paired && paired.several > 0 ? [{ kind: 'severalInPair' as const, pairs: paired.several }] : []),
]

function serviceNotes(services: readonly string[]): ComparisonNote[] {
  const all = [...new Set(services)].sort()
  return all.length > 1 ? [{ kind: 'severalServices', services: all }] : []
}

function joinedNotes({ matrix, columns }: ComparisonInput): ComparisonNote[] {
  const compared = new Set(columns.map(({ pathway }) => pathway))
  return matrix.joined
    .filter(({ pathway }) => compared.has(pathway))
    .map((joined) => ({ kind: 'joinedNames', ...joined }))
}
