import { Matrix } from 'ml-matrix'
import { type AliasedColumn, type Design, findAliased } from './leastSquares.ts'

/** A predictor of a model: a factor with its levels (the reference first), or numbers. One value per sample. */
export type Term = { name: string } & (
  | { kind: 'factor'; levels: readonly string[]; values: readonly string[] }
  | { kind: 'number'; values: readonly number[] }
)

/** outcome ~ terms, with an interaction of two of them, or null. The names are R's. */
export type Model = { terms: readonly Term[]; interaction: readonly [string, string] | null }

/** The columns of one term, or of the interaction, in a design. */
type Part = { name: string; columns: number[] }
export type ModelDesign = Design & { parts: readonly Part[] }

/** Returns the model in R's syntax, such as `~ group * sex + age`. */
export function formulaOf({ terms, interaction }: Model): string {
  const product = interaction?.map(quoted).join(' * ')
  const others = terms.filter(({ name }) => !interaction?.includes(name)).map(({ name }) => quoted(name))
  return `~ ${[...(product ? [product] : []), ...others].join(' + ') || '1'}`
}

const quoted = (name: string): string => (/^[A-Za-z.][\w.]*$/.test(name) ? name : `\`${name}\``)

/** The value of a term for one row of a design: a level, or a number. */
type Setting = (term: Term) => { level: string } | { number: number } | null

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
  for (const term of model.terms) add(term.name, columnNames(term))
  const [first, second] = interactingTerms(model)
  if (first && second)
    add(
      `${first.name}:${second.name}`,
      columnNames(second).flatMap((right) => columnNames(first).map((left) => `${left}:${right}`)),
    )
  const rows = Array.from({ length: count }, (_, sample) =>
    rowOf(model, intercept, (term) =>
      term.kind === 'factor'
        ? { level: term.values[sample] ?? '' }
        : { number: term.values[sample] ?? Number.NaN },
    ),
  )
  return { names, matrix: new Matrix(rows), parts }
}

const columnNames = (term: Term): string[] =>
  term.kind === 'number' ? [term.name] : term.levels.slice(1).map((level) => `${term.name}${level}`)

const interactingTerms = ({ terms, interaction }: Model): (Term | undefined)[] =>
  (interaction ?? []).map((name) => terms.find((term) => term.name === name))

/** Returns one row of a design. A factor that is not set is averaged over its levels, a number over the samples. */
function rowOf(model: Model, intercept: boolean, setting: Setting): number[] {
  const code = (term: Term): number[] => {
    const set = setting(term)
    if (term.kind === 'number') return [set && 'number' in set ? set.number : meanOfNumbers(term.values)]
    const others = term.levels.slice(1)
    if (set && 'level' in set) return others.map((level) => (level === set.level ? 1 : 0))
    return others.map(() => 1 / term.levels.length)
  }
  const [first, second] = interactingTerms(model)
  const products =
    first && second ? code(second).flatMap((right) => code(first).map((left) => left * right)) : []
  return [...(intercept ? [1] : []), ...model.terms.flatMap(code), ...products]
}

const meanOfNumbers = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Returns the weights of the coefficients for the difference of two levels of a factor. If the factor interacts with
 * another term, it is the difference at equal shares of that factor's levels, or at the mean of that number.
 */
export function differenceOf(
  model: Model,
  factor: string,
  level: string,
  from: string,
  intercept = true,
): number[] {
  const at = (chosen: string) =>
    rowOf(model, intercept, (term) => (term.name === factor ? { level: chosen } : null))
  const base = at(from)
  return at(level).map((weight, index) => weight - (base[index] ?? 0))
}

/**
 * Returns the weights for the slope of a number; at one level of an interacting factor, or averaged over its levels if
 * it is null.
 */
export function slopeOf(
  model: Model,
  number: string,
  level: string | null = null,
  intercept = true,
): number[] {
  const at = (value: number) =>
    rowOf(model, intercept, (term) =>
      term.name === number ? { number: value } : level !== null && term.kind === 'factor' ? { level } : null,
    )
  const base = at(0)
  return at(1).map((weight, index) => weight - (base[index] ?? 0))
}

/** A part of a model that cannot be told apart from others, such as a group that is all in one batch. */
export type Confounded = { part: string; column: string; with: string[] }

/** Returns the first confounded part of a design; null if all coefficients can be estimated. */
export function findConfounded({ matrix, names, parts }: ModelDesign): Confounded | null {
  const aliased: AliasedColumn | null = findAliased(matrix)
  if (aliased === null) return null
  const partOf = (column: number): string | null =>
    parts.find(({ columns }) => columns.includes(column))?.name ?? null
  const part = partOf(aliased.column) ?? ''
  const others = [...new Set(aliased.of.map(partOf))].filter((name) => name !== null && name !== part)
  return { part, column: names[aliased.column] ?? '', with: others as string[] }
}
