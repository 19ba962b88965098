import {
  type ConventionSettings,
  conventionNames,
  conventionSettingsSchema,
  parseConvention,
} from '../../../../shared/domain/app/convention.ts'
import type { Delimiter } from '../../../../shared/domain/samples/importing.ts'
import { UsageError } from './exitCodes.ts'

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** The text of an option, undefined when it was not given. */
export function textOf(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export const isSet = (values: OptionValues, name: string): boolean => values[name] === true

/** All texts of an option that may be given several times. */
export const textsOf = (values: OptionValues, name: string): string[] =>
  [values[name] ?? []].flat().filter((value) => typeof value === 'string')

/**
 * The parts of a list that is given at once or in several times: `a,b, c`. A part that holds a comma is quoted as in a
 * CSV file: `"a,b",c`. Throws `UsageError` when the option was given without any, or with a quote that has no end.
 */
export function listOf(values: OptionValues, name: string): string[] {
  const texts = textsOf(values, name)
  if (texts.length === 0) return []
  const parts = texts.flatMap((text) => partsOf(text, name))
  if (parts.length === 0) throw new UsageError(`--${name} needs at least one value.`)
  return parts
}

/** One part and what ends it: quoted, with `""` for a quote of its own, or up to the next comma. */
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

/** A whole number between `least` and `most`, undefined when it was not given. */
export function wholeOf(values: OptionValues, name: string, least: number, most: number): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** A number above 0, undefined when it was not given. */
export function positiveOf(values: OptionValues, name: string): number | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${name} must be a number above 0, not "${text}".`)
}

/** One of the words, undefined when the option was not given. */
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

/** The words of a list, each one of `words`. */
export const someOf = <T extends string>(values: OptionValues, name: string, words: readonly T[]): T[] =>
  listOf(values, name).map((text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new UsageError(`--${name} must be of ${words.join(', ')}, not "${text}".`)
  })

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without what was not given. */
export const defined = <T extends object>(given: T): Defined<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>

/** `100/60`: requests per window of so many seconds. */
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

/** The character between cells, written as itself or as a word. */
export function parseDelimiter(text: string): Delimiter {
  const found = Object.entries(delimiterWords).find(([word]) => word === text.toLowerCase())
  if (found) return found[1]
  throw new UsageError(
    `--delimiter must be comma, semicolon, tab, pipe or space, or that character, not "${text}".`,
  )
}

/** What `--convention name=value` says, each checked as in the settings. Throws `UsageError` that names what is wrong. */
export function parseConventions(texts: readonly string[]): ConventionSettings {
  const names = conventionNames()
  const given = texts.map((text): [string, unknown] => {
    const at = text.indexOf('=')
    if (at < 1)
      throw new UsageError(`--convention must be NAME=VALUE, not "${text}". Names: ${names.join(', ')}.`)
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  })
  const settings: Record<string, unknown> = {}
  for (const [name, value] of given) {
    if (!names.includes(name))
      throw new UsageError(`--convention knows no "${name}". Names: ${names.join(', ')}.`)
    if (name in settings) throw new UsageError(`--convention ${name} is given twice.`)
    settings[name] = toValue(name, String(value))
  }
  const parsed = conventionSettingsSchema.safeParse(settings)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UsageError(`--convention ${issue?.path.join('.')}: ${issue?.message}.`)
}

function toValue(name: string, text: string): unknown {
  try {
    return parseConvention(name, text)
  } catch {
    const example = name === 'order_fields' ? '{"sample_name":"name"}' : '{"Released":"succeeded"}'
    throw new UsageError(`--convention ${name} must be JSON, such as ${example}, or pairs such as a=b,c=d.`)
  }
}
