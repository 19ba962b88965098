import { Matrix } from 'ml-matrix'
import type { Design } from './leastSquares.ts'

/** A predictor of a model: a factor with its levels (the reference first), or numbers. One value per sample. */
export type Term = { name: string } & (
  | { kind: 'factor'; levels: readonly string[]; values: readonly string[] }
  | { kind: 'number'; values: readonly number[] }
)

/**
 * outcome ~ terms, with an interaction of two of them, or null. The names are R's. `absorbed`: a term of the
 * interaction whose own columns are left out, because it is constant within each block (sex within a donor).
 */
export type Model = {
  terms: readonly Term[]
  interaction: readonly [string, string] | null
  absorbed?: string
}

/** The columns of one term, or of the interaction, in a design. */
type Part = { name: string; columns: number[] }
export type ModelDesign = Design & { parts: readonly Part[] }

/** Values of terms by their names: a level, or a number. */
export type Setting = Readonly<Record<string, string | number>>

/**
 * Returns the columns of a model, coded as R's `model.matrix` does: an intercept, a column for each level but the
 * reference, and the products of the interaction. `intercept`: false if each block has its own.
 */
export function createDesign(model: Model, count: number, intercept = true): ModelDesign {
  const names: string[] = intercept ? ['(Intercept)'] : []
  const parts: Part[] = []
  const add = (name: string, columns: string[]) => {
    parts.push({ name, columns: columns.map((_, at) => names.length + at) })
    names.push(...columns)
  }
  for (const term of model.terms) if (term.name !== model.absorbed) add(term.name, columnNames(term))
  const [first, second] = interactingTerms(model)
  if (first && second)
    add(
      `${first.name}:${second.name}`,
      columnNames(second).flatMap((right) => columnNames(first).map((left) => `${left}:${right}`)),
    )
  const rows = Array.from({ length: count }, (_, sample) =>
    rowOf(model, intercept, (term) => term.values[sample] ?? Number.NaN),
  )
  return { names, matrix: names.length === 0 ? Matrix.zeros(count, 0) : new Matrix(rows), parts }
}

const columnNames = (term: Term): string[] =>
  term.kind === 'number' ? [term.name] : term.levels.slice(1).map((level) => `${term.name}${level}`)

const interactingTerms = ({ terms, interaction }: Model): (Term | undefined)[] =>
  (interaction ?? []).map((name) => terms.find((term) => term.name === name))

/**
 * Returns the row of a design at a setting. As in R's emmeans, a factor that is not set is averaged over its levels,
 * with equal shares, and a number over the samples.
 */
export const rowAt = (model: Model, setting: Setting, intercept: boolean): number[] =>
  rowOf(model, intercept, ({ name }) => (Object.hasOwn(setting, name) ? setting[name] : undefined))

function rowOf(
  model: Model,
  intercept: boolean,
  valueOf: (term: Term) => string | number | undefined,
): number[] {
  const code = (term: Term): number[] => {
    const value = valueOf(term)
    if (term.kind === 'number') return [typeof value === 'number' ? value : meanOfNumbers(term.values)]
    const others = term.levels.slice(1)
    if (typeof value === 'string') return others.map((level) => (level === value ? 1 : 0))
    return others.map(() => 1 / term.levels.length)
  }
  const [first, second] = interactingTerms(model)
  const products =
    first && second ? code(second).flatMap((right) => code(first).map((left) => left * right)) : []
  const own = model.terms.filter(({ name }) => name !== model.absorbed)
  return [...(intercept ? [1] : []), ...own.flatMap(code), ...products]
}

const meanOfNumbers = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the weights of the coefficients for the change of the outcome from one setting to another. */
export function changeOf(model: Model, from: Setting, to: Setting, intercept: boolean): number[] {
  const base = rowAt(model, from, intercept)
  return rowAt(model, to, intercept).map((weight, index) => weight - (base[index] ?? 0))
}
