import { CholeskyDecomposition } from 'ml-matrix'
import type { ModelNote } from '../../../../shared/domain/results/model.ts'
import { countEach } from '../values.ts'
import type { Model, ModelDesign, Term } from './design.ts'
import { type Block, designOf } from './fitModel.ts'
import { decorrelate, factorize } from './leastSquares.ts'

/** A field with more levels names samples rather than groups. */
const mostLevels = 200
/** Levels with this few samples, and residuals with this few degrees of freedom, are noted. */
const fewSamples = 2
export const fewDf = 3
/** Overlap of terms that makes an interval this many times as wide is noted; √2 is a doubled variance. */
const notedWidening = Math.SQRT2

type Factor = Extract<Term, { kind: 'factor' }>

/** The reason why a model cannot be fitted. `term` and `with` are names of terms. */
export type DesignProblem =
  | { why: 'notFinite'; term: string; count: number }
  | { why: 'constant'; term: string }
  | { why: 'oneLevel'; term: string; level: string }
  | { why: 'tooManyLevels'; term: string; levels: number; most: number }
  /** A compared level with a single sample. */
  | { why: 'oneSample'; term: string; level: string }
  /** Combinations of levels without a sample; up to three are named. */
  | { why: 'emptyCells'; terms: [string, string]; cells: [string, string][]; count: number }
  /** The number of an interaction is constant in one level of its factor. */
  | { why: 'constantWithin'; term: string; factor: string; level: string }
  | { why: 'noResidualDf'; samples: number; coefficients: number }
  /** Every term is constant within each block. */
  | { why: 'onlyBetweenBlocks' }
  /** `all`: samples of these levels are all in `in`, and no others are. Null if more than two factors are involved. */
  | { why: 'confounded'; term: string; with: string[]; all: { levels: string[]; in: string[] } | null }

/** A limitation of a model that is fitted. */
type DesignNote = Extract<ModelNote, { kind: 'fewSamples' | 'fewDf' | 'inflation' }>
type Inflation = Extract<ModelNote, { kind: 'inflation' }>

/**
 * Checks a model before it is fitted; `problem` is null if it can be. `compared`: the terms that the contrasts are about;
 * other factors may have levels of one sample.
 */
export function checkDesign(
  model: Model,
  count: number,
  block: Block | null = null,
  compared: readonly string[] = model.terms.slice(0, 1).map(({ name }) => name),
): { problem: DesignProblem | null; notes: DesignNote[] } {
  const problem = checkTerms(model, compared) ?? checkRank(model, count, block)
  return { problem, notes: problem ? [] : notesOf(model, count, block) }
}

/** Checks what can be checked without the columns of a design, which need memory for each level and sample. */
export const checkTerms = (model: Model, compared: readonly string[] = []): DesignProblem | null =>
  model.terms.map((term) => checkTerm(term, compared)).find((one) => one !== null) ?? checkInteraction(model)

function checkTerm(term: Term, compared: readonly string[]): DesignProblem | null {
  const { name } = term
  if (term.kind === 'number') {
    const bad = term.values.filter((value) => !Number.isFinite(value)).length
    if (bad > 0) return { why: 'notFinite', term: name, count: bad }
    return term.values.every((value) => value === term.values[0]) ? { why: 'constant', term: name } : null
  }
  const counts = countEach(term.values)
  if (counts.size > mostLevels)
    return { why: 'tooManyLevels', term: name, levels: counts.size, most: mostLevels }
  if (counts.size < 2) return { why: 'oneLevel', term: name, level: term.values[0] ?? '' }
  const single = [...counts].find(([, samples]) => samples === 1)
  return single && compared.includes(name) ? { why: 'oneSample', term: name, level: single[0] } : null
}

function checkInteraction({ terms, interaction }: Model): DesignProblem | null {
  const [first, second] = (interaction ?? []).map((name) => terms.find((term) => term.name === name))
  if (!first || !second) return null
  if (first.kind === 'factor' && second.kind === 'factor') {
    const filled = new Set(first.values.map((value, at) => JSON.stringify([value, second.values[at]])))
    const cells = first.levels
      .flatMap((one): [string, string][] => second.levels.map((other) => [one, other]))
      .filter((cell) => !filled.has(JSON.stringify(cell)))
    if (cells.length === 0) return null
    return {
      why: 'emptyCells',
      terms: [first.name, second.name],
      cells: cells.slice(0, 3),
      count: cells.length,
    }
  }
  const [factor, number] = first.kind === 'factor' ? [first, second] : [second, first]
  if (factor.kind !== 'factor' || number.kind !== 'number') return null
  for (const level of factor.levels) {
    const own = number.values.filter((_, at) => factor.values[at] === level)
    if (own.every((value) => value === own[0]))
      return { why: 'constantWithin', term: number.name, factor: factor.name, level }
  }
  return null
}

/** Returns the columns that are fitted: with an intercept per block, only their differences within blocks. */
function fittedColumns({ matrix }: ModelDesign, block: Block | null): Float64Array[] {
  const columns = Array.from({ length: matrix.columns }, (_, at) => Float64Array.from(matrix.getColumn(at)))
  return block?.as === 'intercept'
    ? columns.map((column) => decorrelate(column, block.ids, 'fixed'))
    : columns
}

function checkRank(model: Model, count: number, block: Block | null): DesignProblem | null {
  const { design, model: reduced } = designOf(model, count, block)
  if (design.names.length === 0) return { why: 'onlyBetweenBlocks' }
  const intercepts = block?.as === 'intercept' ? new Set(block.ids).size : 0
  const coefficients = design.names.length + intercepts
  if (count <= coefficients) return { why: 'noResidualDf', samples: count, coefficients }
  const found = factorize(fittedColumns(design, block))
  if (!('column' in found)) return null
  const partOf = (column: number) => design.parts.find(({ columns }) => columns.includes(column))?.name
  const term = partOf(found.column) ?? ''
  const others = [...new Set(found.of.map(partOf))].filter((name) => name !== undefined && name !== term)
  const factors = [...others, term].map((name) => reduced.terms.find((one) => one.name === name))
  const [one, other] = factors
  const all =
    factors.length === 2 && one?.kind === 'factor' && other?.kind === 'factor'
      ? findSeparate(one, other)
      : null
  return { why: 'confounded', term, with: others as string[], all }
}

/**
 * Returns levels of two factors that occur only with each other, as the smallest connected set; one without the
 * reference if there is one. Null if all levels are connected.
 */
function findSeparate(one: Factor, other: Factor): { levels: string[]; in: string[] } | null {
  const keyed = one.values.map((value, at): [string, [string, string]] => {
    const pair: [string, string] = [value, other.values[at] ?? '']
    return [JSON.stringify(pair), pair]
  })
  const pairs = [...new Map(keyed).values()]
  const left = new Set(one.levels.filter((level) => one.values.includes(level)))
  const sets: { levels: string[]; in: string[] }[] = []
  for (const start of left) {
    const [mine, theirs] = [new Set([start]), new Set<string>()]
    for (let before = -1; before < mine.size + theirs.size; ) {
      before = mine.size + theirs.size
      for (const [a, b] of pairs)
        if (mine.has(a) || theirs.has(b)) {
          mine.add(a)
          theirs.add(b)
        }
    }
    for (const level of mine) left.delete(level)
    sets.push({ levels: [...mine], in: [...theirs] })
  }
  if (sets.length < 2) return null
  const isReference = ({ levels }: { levels: string[] }) => Number(levels.includes(one.levels[0] ?? ''))
  const size = (set: { levels: string[]; in: string[] }) => set.levels.length + set.in.length
  return sets.toSorted((a, b) => size(a) - size(b) || isReference(a) - isReference(b))[0] ?? null
}

function notesOf(model: Model, count: number, block: Block | null): DesignNote[] {
  const { design } = designOf(model, count, block)
  const intercepts = block?.as === 'intercept' ? new Set(block.ids).size : 0
  const df = count - design.names.length - intercepts
  const small = model.terms.flatMap((term): DesignNote[] =>
    term.kind === 'number'
      ? []
      : [...countEach(term.values)]
          .filter(([, samples]) => samples <= fewSamples)
          .map(([level, samples]) => ({ kind: 'fewSamples', term: term.name, level, samples })),
  )
  const inflated = inflationsOf(model, count, block).filter(({ widening }) => widening >= notedWidening)
  return [...small, ...(df <= fewDf ? [{ kind: 'fewDf', df } as const] : []), ...inflated]
}

/**
 * Returns the generalized variance inflation of each term beside the others (Fox and Monette 1992), without the
 * interaction: GVIF^(1 / 2df) is the factor by which the overlap widens its intervals. The design is not confounded.
 */
export function inflationsOf(model: Model, count: number, block: Block | null): Inflation[] {
  const { design } = designOf({ terms: model.terms, interaction: null }, count, block)
  const factors = factorize(fittedColumns(design, block))
  if ('column' in factors) return []
  // Without the first row and column of R, the columns are centered.
  const cross = factors.r.transpose().mmul(factors.r)
  const first = block?.as === 'intercept' ? [] : [0]
  const logDeterminant = (columns: readonly number[]): number => {
    const used = [...first, ...columns]
    const { lowerTriangularMatrix } = new CholeskyDecomposition(cross.selection(used, used))
    return columns.reduce((sum, _, at) => {
      const index = at + first.length
      return sum + 2 * Math.log(lowerTriangularMatrix.get(index, index))
    }, 0)
  }
  const gvifOf = (own: readonly number[], others: readonly number[]): number =>
    Math.exp(logDeterminant(own) + logDeterminant(others) - logDeterminant([...own, ...others]))
  return design.parts.flatMap(({ name, columns }): Inflation[] => {
    const others = design.parts.filter((part) => part.name !== name)
    const overlaps = others.map((part) => ({ with: part.name, gvif: gvifOf(columns, part.columns) }))
    const most = overlaps.toSorted((a, b) => b.gvif - a.gvif)[0]
    if (!most) return []
    const gvif = gvifOf(
      columns,
      others.flatMap((part) => part.columns),
    )
    return [
      { kind: 'inflation', term: name, gvif, widening: gvif ** (1 / (2 * columns.length)), with: most.with },
    ]
  })
}
