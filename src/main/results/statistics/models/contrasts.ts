import { type ModelResult, quoteName } from '../../../../shared/domain/results/model.ts'
import { changeOf, createDesign, type Model, type Setting, type Term } from './design.ts'

/** A contrast of a model. `field`: the term it compares; `groups`: levels of it, first − second; null for a slope. */
export type NamedContrast = ModelResult['contrasts'][number]

export type ContrastProblem =
  | { why: 'unknown'; name: string; known: string[] }
  /** `meanings`: two contrasts that the text may name, with quotes. */
  | { why: 'ambiguous'; text: string; meanings: [string, string] }
  /** Two sides of different terms, or the same side twice. */
  | { why: 'notComparable'; text: string }
  /** The term is constant within each block, which has its own intercept. */
  | { why: 'absorbed'; term: string }

/**
 * Parses a contrast:
 * - `treated - control`: the difference of two levels of a factor
 * - `dose`: the slope of a number, per unit
 * - `treated:F - control:F`, `treated:dose`: the same at levels of other factors
 * - `treated:dose - control:dose`: the difference of two slopes
 * - `grouptreated:sexM`: a coefficient, as R names it
 *
 * Quotes ("…") hold a name together, such as `"a-b" - c`, with "" for a quote in it; `group=a` is the level of one factor. Spaces around names
 * do not count. Terms that are not named are averaged as by R's emmeans: a factor over its levels with equal shares, a
 * number over the samples.
 */
export function parseContrast(
  model: Model,
  text: string,
  intercept = true,
): { contrast: NamedContrast } | { problem: ContrastProblem } {
  const found = new Map<string, NamedContrast & { meaning: string }>()
  const add = (weights: number[], of: Omit<NamedContrast, 'name' | 'weights'> & { meaning: string }) => {
    if (weights.some((weight) => weight !== 0))
      found.set(weights.join(), { name: text.trim(), ...of, weights })
  }
  const slopeAt = (side: Setting, number: string): number[] =>
    changeOf(model, { ...side, [number]: 0 }, { ...side, [number]: 1 }, intercept)
  for (const side of sidesOf(model, text)) {
    const number = numberIn(model, side)
    if (number === undefined) continue
    if (number === model.absorbed) return { problem: { why: 'absorbed', term: number } }
    add(slopeAt(side, number), { field: number, groups: null, meaning: written(model, side) })
  }
  const splits = splitsAt(text, /[-−]/)
  for (const [left, right] of splits)
    for (const first of sidesOf(model, left))
      for (const second of sidesOf(model, right)) {
        if (!hasSameTerms(first, second)) continue
        const changed = Object.keys(first).filter((name) => first[name] !== second[name])
        const [field] = changed
        if (field === undefined) continue
        const meaning = `${written(model, first)} - ${written(model, second)}`
        const number = numberIn(model, first)
        if (number !== undefined) {
          const other = slopeAt(second, number)
          const weights = slopeAt(first, number).map((weight, at) => weight - (other[at] ?? 0))
          add(weights, { field: number, groups: null, meaning })
          continue
        }
        if (changed.some((name) => name === model.absorbed))
          return { problem: { why: 'absorbed', term: model.absorbed ?? '' } }
        const groups: NamedContrast['groups'] =
          changed.length === 1 ? [`${first[field]}`, `${second[field]}`] : null
        add(changeOf(model, second, first, intercept), { field, groups, meaning })
      }
  if (found.size === 0) addCoefficient()
  const [one, other] = [...found.values()]
  if (one && other) return { problem: { why: 'ambiguous', text, meanings: [one.meaning, other.meaning] } }
  if (!one) return { problem: problemOf(model, text, splits) }
  const { meaning: _, ...contrast } = one
  return { contrast }

  function addCoefficient(): void {
    const { names, parts } = createDesign(model, 1, intercept)
    const meant = names.indexOf(unquoted(text))
    const part = parts.find(({ columns }) => columns.includes(meant))
    if (part)
      add(
        names.map((_, at) => (at === meant ? 1 : 0)),
        { field: part.name, groups: null, meaning: text },
      )
  }
}

const hasSameTerms = (first: Setting, second: Setting): boolean =>
  Object.keys(first).toSorted().join('\0') === Object.keys(second).toSorted().join('\0')

/** Returns the contrasts of the first term: each level minus the reference, or the slope of a number. */
export function defaultContrasts(model: Model, intercept = true): NamedContrast[] {
  const [term] = model.terms
  if (!term) return []
  const { name } = term
  if (term.kind === 'number')
    return [
      { name, field: name, groups: null, weights: changeOf(model, { [name]: 0 }, { [name]: 1 }, intercept) },
    ]
  const [reference = '', ...others] = term.levels
  return others.map((level) => ({
    name: `${quoteName(level)} - ${quoteName(reference)}`,
    field: name,
    groups: [level, reference],
    weights: changeOf(model, { [name]: reference }, { [name]: level }, intercept),
  }))
}

/** Returns the texts before and after each separator that is not in quotes, which open at the start of a name. */
function splitsAt(text: string, separator: RegExp): [string, string][] {
  let isQuoted = false
  const found: [string, string][] = []
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text.startsWith('""', at)) at++
    else if (text[at] === '"') isQuoted = !isQuoted && /(^|[-−:=])\s*$/.test(text.slice(0, at))
    else if (!isQuoted && separator.test(text[at] ?? '')) found.push([text.slice(0, at), text.slice(at + 1)])
  }
  return found
}

const unquoted = (text: string): string => {
  const inner = /^"((?:[^"]|"")*)"$/.exec(text.trim())?.[1]
  return inner?.replaceAll('""', '"') ?? text.trim()
}

/** Returns each meaning of one side: a level for each named factor, and 1 for a number whose slope it is. */
function sidesOf(model: Model, text: string): Setting[] {
  const alone = itemsOf(model, text).map(({ name, level }): Setting => ({ [name]: level ?? 1 }))
  const joined = splitsAt(text, /:/).flatMap(([left, right]) =>
    itemsOf(model, left).flatMap(({ name, level }) =>
      sidesOf(model, right)
        .filter((rest) => !Object.hasOwn(rest, name))
        .map((rest): Setting => ({ [name]: level ?? 1, ...rest })),
    ),
  )
  return [...alone, ...joined].filter(
    (side) => Object.values(side).filter((value) => typeof value === 'number').length < 2,
  )
}

/** Returns the terms that a name may mean, with a level of a factor. */
function itemsOf({ terms }: Model, text: string): { name: string; level: string | null }[] {
  const levelOf = (term: Term, name: string) =>
    term.kind === 'factor' && term.levels.includes(name) ? [{ name: term.name, level: name }] : []
  return [
    ...terms.flatMap((term) =>
      term.kind === 'number' && term.name === unquoted(text) ? [{ name: term.name, level: null }] : [],
    ),
    ...terms.flatMap((term) => levelOf(term, unquoted(text))),
    ...splitsAt(text, /=/).flatMap(([factor, level]) =>
      terms.filter(({ name }) => name === unquoted(factor)).flatMap((term) => levelOf(term, unquoted(level))),
    ),
  ]
}

const numberIn = ({ terms }: Model, side: Setting): string | undefined =>
  terms.find(({ kind, name }) => kind === 'number' && Object.hasOwn(side, name))?.name

/** Writes a side unambiguously. */
const written = (model: Model, side: Setting): string =>
  Object.entries(side)
    .map(([name, value]) =>
      typeof value === 'number'
        ? quoteName(name)
        : model.terms.filter((term) => term.kind === 'factor' && term.levels.includes(value)).length > 1
          ? `${quoteName(name)}=${quoteName(value)}`
          : quoteName(value),
    )
    .join(':')

function problemOf(model: Model, text: string, splits: [string, string][]): ContrastProblem {
  const isKnown = (side: string): boolean => sidesOf(model, side).length > 0
  if (splits.some((sides) => sides.every(isKnown))) return { why: 'notComparable', text }
  const known = model.terms.flatMap((term) => (term.kind === 'number' ? [term.name] : term.levels))
  const half = splits.find((sides) => sides.some(isKnown))
  const name = half?.find((side) => !isKnown(side)) ?? text
  return isKnown(text) ? { why: 'notComparable', text } : { why: 'unknown', name: unquoted(name), known }
}
