import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Distance, Linkage } from '../../../../shared/domain/results/cohort.ts'
import type { Matrix } from '../multivariate/matrix.ts'

/** R's numbers by name (null for NaN), or its refusal. */
type Answer = Record<string, number | null>
type Tree = { merge: number[]; height: number[]; order: number[] }

/** A generated data set with R's results for it: see makeFixtures.R. */
export type Fixture = {
  shape: string
  a: number[]
  b: number[]
  groups: number[][]
  p: (number | null)[]
  /** A covariate with enough values for all groups. */
  ages: number[]
  benjaminiHochberg: (number | null)[]
  holm: (number | null)[]
  matrix: (number | null)[]
  rows: number
  columns: number
  pca: { sds: number[]; loadings: number[] } | null
  scaledPca: { sds: number[]; loadings: number[] } | null
  trees: Partial<Record<Distance, Record<Linkage, Tree | null>>>
} & Record<TestOfR, Answer>

export type TestOfR =
  | 'welch'
  | 'paired'
  | 'mannWhitney'
  | 'signedRank'
  | 'kruskalWallis'
  | 'welchAnova'
  | 'correlation'
  | 'shift'
  | 'pseudomedian'
  | 'hedgesG'
  | 'hedgesGPaired'
  | 'cliffsDelta'
  | 'rankBiserial'
  | 'regression'
  | 'pairedRegression'
  | 'ancova'
  | 'anova'

export const readFixtures = (): Fixture[] =>
  readFileSync(join(import.meta.dirname, 'fixtures.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

export const matrixOf = ({ matrix, rows, columns }: Fixture): Matrix => ({
  values: Float64Array.from(matrix, (value) => value ?? Number.NaN),
  rows,
  columns,
})

/** Returns a, b, and the pairs of their values in order. */
export function groupsOf(fixture: Fixture) {
  const [a, b] = [Float64Array.from(fixture.a), Float64Array.from(fixture.b)]
  const pairs = Math.min(a.length, b.length)
  const [x, y] = [a.slice(0, pairs), b.slice(0, pairs)]
  const groups = fixture.groups.map((group) => Float64Array.from(group))
  return { a, b, x, y, groups, differences: x.map((value, at) => value - (y[at] ?? Number.NaN)) }
}

/** Returns the difference relative to the number, or to the scale if the number is close to 0. */
export const apart = (ours: number, theirs: number, scale = 0): number =>
  ours === theirs ? 0 : Math.abs(ours - theirs) / Math.max(Math.abs(theirs), scale)
export const agrees = (ours: number, theirs: number, scale = 0): boolean => apart(ours, theirs, scale) <= 1e-9
