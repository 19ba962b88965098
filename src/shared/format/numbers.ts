import type { Settings } from '../domain/app/settings.ts'

/** What stands between thousands and before decimals. */
type Separators = { group: string; decimal: string }

const separatorsByFormat: Record<Settings['numberFormat'], Separators | null> = {
  language: null,
  comma: { group: ',', decimal: '.' },
  point: { group: '.', decimal: ',' },
  // Narrow and unbreakable, as ISO 31 has it.
  space: { group: '\u202f', decimal: ',' },
  plain: { group: '', decimal: '.' },
}

let separators: Separators | null = null

/**
 * Sets how numbers are spelled on the screen of this page. Nobody else calls it: files, copied tables, reports and the
 * command line keep the form that machines read, 1234.5.
 */
export function setNumberFormat(format: Settings['numberFormat']): void {
  separators = separatorsByFormat[format]
}

/** Numbers in a short text as they come out of a computer, `1234.5` or `−2.5e−7`, as a person set them. */
export function applyNumberFormat(text: string): string {
  if (!separators) return text
  const { group, decimal } = separators
  return text.replace(/(\d+)(?:\.(\d+))?/, (_match, integer: string, fraction: string | undefined) => {
    const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, group)
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
  })
}

/** The same of what a language's own format gives, part by part; null where the language decides. */
export function formatNumberParts(parts: readonly Intl.NumberFormatPart[]): string | null {
  if (!separators) return null
  const { group, decimal } = separators
  return parts
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? decimal : value))
    .join('')
}

const decimals = 3
/** Three decimals of smaller numbers are fewer than three digits. */
const minForDecimals = 0.1
const minWithoutExponent = 1e-4
/** A double holds little below this, and no logarithm of it ends. */
export const minP = 1e-300
const minPWithoutPower = 1e-3

/**
 * A value as the eye reads it: three decimals from 0.1 to 1,000, six significant digits above, three below, as the
 * service documents no scale and a small value is no 0; a true minus sign. No unit is documented, so none is written.
 */
export const formatValue = (value: number): string => typeset(toText(value))

function toText(value: number): string {
  const size = Math.abs(value)
  // −0 is 0.
  if (size === 0) return (0).toFixed(decimals)
  if (size >= 1000) return String(Number(value.toPrecision(6)))
  if (size >= minForDecimals) return value.toFixed(decimals)
  return size < minWithoutExponent ? value.toExponential(2) : value.toPrecision(decimals)
}

type NumberFormat = (value: number) => string

/**
 * How the numbers of one column are written: all with the same decimals, so that their points stand below each other.
 * Their number follows the largest of them: three down to 0.1, three significant digits below, fewer from 1,000 on.
 */
export function columnFormat(values: readonly (number | null)[]): NumberFormat {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  const exponent = largest === 0 ? 0 : Math.floor(Math.log10(largest))
  if (largest !== 0 && (largest < minWithoutExponent || exponent > 6)) return formatPower
  const digits =
    exponent >= 3 ? Math.max(0, 5 - exponent) : largest >= minForDecimals ? decimals : 2 - exponent
  // −0.000 is 0.000.
  return (value) => typeset(value.toFixed(largest === 0 ? decimals : digits).replace(/^-(0(?:\.0+)?)$/, '$1'))
}

/** The same for a column of p or q: three decimals, or powers of ten for all where one of them would be 0.000. */
export const columnFormatP = (values: readonly (number | null)[]): NumberFormat =>
  values.some((value) => value !== null && value < minPWithoutPower)
    ? formatPowerP
    : (value) => typeset(value.toFixed(decimals))

const formatPowerP = (value: number): string => (value < minP ? '< 10⁻³⁰⁰' : formatPower(value))

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** `3.1 × 10⁻⁴`. */
function formatPower(value: number): string {
  if (value === 0) return '0'
  const [digits = '', exponent = ''] = value.toExponential(1).split('e')
  const raised = exponent
    .replace('+', '')
    .replace('-', '⁻')
    .replaceAll(/\d/g, (digit) => superscripts[Number(digit)] ?? '')
  return `${typeset(digits)} × 10${raised}`
}

/** A single number on its own, without zeros that align nothing. */
export const formatAlone = (value: number): string =>
  typeset(
    toText(value)
      .replace(/(\.\d*?)0+(e|$)/, '$1$2')
      .replace(/\.(e|$)/, '$1'),
  )

/** Years of an age or a difference of ages; −0.0 is 0.0. */
export const formatYears = (value: number, decimals = 1): string =>
  typeset(value.toFixed(decimals).replace(/^-(0\.0+)$/, '$1'))

/** How many decimals years that stand together have: one, or two where one would make a 0 of what is none. */
export const yearDecimals = (values: readonly (number | null)[]): 1 | 2 =>
  values.some((value) => value !== null && value !== 0 && Math.abs(value) < 0.05) ? 2 : 1

/** Pearson's r: three decimals, and more where they would make it 1. */
export function formatCorrelation(r: number): string {
  const rest = 1 - Math.abs(r)
  if (rest <= 0 || rest >= 0.01) return formatValue(r)
  return typeset(r.toFixed(Math.max(decimals, Math.ceil(-Math.log10(rest)))))
}

/** A whole number. */
export const formatCount = (value: number): string => typeset(String(value))

/** A count within a sentence, with thousands apart: as English and Chinese have it, or as a person set it. */
export const formatThousands = (count: number): string =>
  separators ? formatCount(count) : count.toLocaleString('en-US')

/** A p or q on its own: three significant digits, as a power of ten where it is small; never 0. */
export const formatP = (value: number): string =>
  value < minPWithoutPower ? formatPowerP(value) : typeset(String(Number(value.toPrecision(3))))

/** The same with its name before it. */
export const formatNamedP = (name: string, value: number): string =>
  `${name} ${value < minP ? '' : '= '}${formatP(value)}`

const typeset = (text: string): string => applyNumberFormat(text.replace('e+', 'e').replaceAll('-', '−'))

/** The name of a column in a spreadsheet: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters
  return letters
}

/** The shortest digits that are this number, with the point where it belongs and no exponent. */
export function plainNumber(value: number): string {
  const text = String(value)
  const [, sign = '', integerPart = '', fractionPart = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = integerPart + fractionPart
  const point = integerPart.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}
