import type { Delimiter } from '../../../../shared/domain/samples/importing.ts'
import { UsageError } from './exitCodes.ts'

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export function textOf(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export const isSet = (values: OptionValues, name: string): boolean => values[name] === true

/** Throws `UsageError` if one of these options is given. */
export function refuse(
  values: OptionValues,
  names: readonly string[],
  toText: (option: string) => string,
): void {
  const given = names.find((name) => values[name] !== undefined)
  if (given !== undefined) throw new UsageError(toText(`--${given}`))
}

/** Returns all texts of an option that may be repeated. */
export const textsOf = (values: OptionValues, name: string): string[] =>
  [values[name] ?? []].flat().filter((value) => typeof value === 'string')

/** Returns the parts of a list: `a,b, c`. A part with a comma is quoted as in CSV: `"a,b",c`. Throws `UsageError`. */
export function listOf(values: OptionValues, name: string): string[] {
  const texts = textsOf(values, name)
  if (texts.length === 0) return []
  const parts = texts.flatMap((text) => partsOf(text, name))
  if (parts.length === 0) throw new UsageError(`--${name} needs at least one value.`)
  return parts
}

/** Matches one part and its end: quoted, with `""` for a quote inside, or up to the next comma. */
const part = /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*)?)(,|$)/y

function partsOf(text: string, name: string): string[] {
  const parts: string[] = []
  for (let at = 0, end = ','; end === ','; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(text)
    if (!found)
      throw new UsageError(`--${name} has a quote that does not end before a comma: ${text.slice(at).trim()}`)
    const [, quoted, plain = '', ending = ''] = found
    if (quoted !== undefined) parts.push(quoted.replaceAll('""', '"'))
    else if (plain.trim() !== '') parts.push(plain.trim())
    end = ending
  }
  return parts
}

export function wholeOf(values: OptionValues, name: string, least: number, most: number): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

export function positiveOf(values: OptionValues, name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${name} must be a number above 0, not "${text}".`)
}

/** Returns one of the words, or undefined. */
export function oneOf<T extends string>(
  values: OptionValues,
  name: string,
  words: readonly T[],
): T | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new UsageError(`--${name} must be one of ${words.join(', ')}, not "${text}".`)
}

/** Returns the words of a list, each of which must be in `words`. */
export const someOf = <T extends string>(values: OptionValues, name: string, words: readonly T[]): T[] =>
  listOf(values, name).map((text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new UsageError(`--${name} must be of ${words.join(', ')}, not "${text}".`)
  })

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined properties. */
export const defined = <T extends object>(given: T): Defined<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>

/** Parses a rate such as `100/60`: requests per window in seconds. */
export function parseRate(text: string): { requests: number; windowS: number } {
  const [, requests, windowS] = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const rate = { requests: Number(requests), windowS: Number(windowS) }
  if (rate.requests >= 1 && rate.windowS > 0) return rate
  throw new UsageError(`--rate must be requests per seconds, such as 100/60, not "${text}".`)
}

const delimiterWords = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
  space: ' ',
  ',': ',',
  ';': ';',
  '\t': '\t',
  '|': '|',
  ' ': ' ',
} as const

export function parseDelimiter(text: string): Delimiter {
  const found = Object.entries(delimiterWords).find(([word]) => word === text.toLowerCase())
  if (found) return found[1]
  throw new UsageError(
    `--delimiter must be comma, semicolon, tab, pipe or space, or that character, not "${text}".`,
  )
}
