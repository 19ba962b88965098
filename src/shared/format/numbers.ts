type Separators = { group: string; decimal: string }

const separatorsByFormat = {
  language: null,
  comma: { group: ',', decimal: '.' },
  point: { group: '.', decimal: ',' },
  // A narrow no-break space, as in ISO 31.
  space: { group: '\u202f', decimal: ',' },
  plain: { group: '', decimal: '.' },
} satisfies Record<string, Separators | null>

let separators: Separators | null = null

/** Sets the number format of the screen. Files, copied tables, reports and the command line keep 1234.5. */
export function setNumberFormat(format: keyof typeof separatorsByFormat): void {
  separators = separatorsByFormat[format]
}

/** Rewrites the numbers in a short text, such as `1234.5` or `−2.5e−7`, in the number format the user chose. */
export function applyNumberFormat(text: string): string {
  if (!separators) return text
  const { group, decimal } = separators
  return text.replace(/(\d+)(?:\.(\d+))?/, (_match, integer: string, fraction: string | undefined) => {
    const grouped = integer.replaceAll(/\B(?=(\d{3})+$)/g, group)
    return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
  })
}

/** Joins the parts of an `Intl` number in the format the user chose; null if the language decides. */
export function formatNumberParts(parts: readonly Intl.NumberFormatPart[]): string | null {
  if (!separators) return null
  const { group, decimal } = separators
  return parts
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? decimal : value))
    .join('')
}

const decimals = 3
/** Below this, three decimals show fewer than three digits. */
const minForDecimals = 0.1
const minWithoutExponent = 1e-4
/** The smallest p value that is shown. Doubles hold little below it, and the logarithm of 0 is infinite. */
export const minP = 1e-300
const minPWithoutPower = 1e-3

/**
 * Formats a value for reading: three decimals from 0.1 to 1,000, six significant digits above and three below, because
 * the service documents no scale and a small value must not look like 0. Uses a true minus sign. Writes no unit, since
 * none is documented.
 */
export const formatValue = (value: number): string => typeset(toText(value))

function toText(value: number): string {
  const size = Math.abs(value)
  // Formats −0 as 0.
  if (size === 0) return (0).toFixed(decimals)
  if (size >= 1000) return String(Number(value.toPrecision(6)))
  if (size >= minForDecimals) return value.toFixed(decimals)
  return size < minWithoutExponent ? value.toExponential(2) : value.toPrecision(decimals)
}

type NumberFormat = (value: number) => string

/** `scale`: the difference that the numbers of this row have to show, such as that of two means side by side. */
type RowFormat = (value: number, scale?: number | null) => string

/** The exponent from which a column is written in powers of ten; it also is below `minWithoutExponent`. */
const maxExponent = 6
/** The smallest relative difference that is more than rounding of doubles. */
const minRelativeScale = 1e-9

/**
 * Returns the format of a column, with numbers aligned on the point. The largest number sets the decimals: three down
 * to 0.1, three significant digits below, fewer from 1,000 on. A row on a smaller scale gets the decimals that its own
 * scale needs, and shorter numbers are padded. `scales`: one per value; without it, a small number in a column of large
 * ones has at most three decimals.
 */
export function columnFormat(
  values: readonly (number | null)[],
  scales?: readonly (number | null)[],
): RowFormat {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)
  if (largest !== 0 && (largest < minWithoutExponent || exponentOf(largest) > maxExponent))
    return (value, scale) => formatPower(value, powerDigits(value, scale))
  const ofColumn = largest === 0 ? decimals : decimalsAt(largest)
  const ofRow = (value: number, scale: number | null | undefined): number => {
    const size = rowScale(value, scale)
    if (size === 0 || 10 ** -ofColumn <= size / 10) return ofColumn
    return Math.max(ofColumn, scales ? decimalsAt(size) : Math.min(decimals, decimalsAt(size)))
  }
  const most = values.reduce<number>(
    (count, value, at) => (value === null ? count : Math.max(count, ofRow(value, scales?.[at]))),
    ofColumn,
  )
  return (value, scale) => {
    const count = Math.min(most, ofRow(value, scale))
    // −0.000 becomes 0.000.
    return typeset(value.toFixed(count).replace(/^-(0(?:\.0+)?)$/, '$1')) + padding(count, most)
  }
}

/** Joins the formatted ends of an interval, without the padding that aligns single numbers. */
export const joinInterval = (low: string, high: string): string => `${low.trimEnd()} … ${high.trimEnd()}`

/** Formats a number with its interval in parentheses, or alone if it has none. */
export const formatEstimate = (
  value: number,
  low: number | null,
  high: number | null,
  format: NumberFormat = formatValue,
): string =>
  low === null || high === null
    ? format(value)
    : `${format(value)} (${joinInterval(format(low), format(high))})`

const exponentOf = (size: number): number => Math.floor(Math.log10(size))

/** Returns the decimals that give at least three significant digits, and three decimals from 0.1 to 1,000. */
function decimalsAt(size: number): number {
  const exponent = exponentOf(size)
  if (exponent >= 3) return Math.max(0, 5 - exponent)
  return size >= minForDecimals ? decimals : 2 - exponent
}

/** Returns the scale of a row, or the number's own size if the row has no scale or the scale is only rounding. */
function rowScale(value: number, scale: number | null | undefined): number {
  const own = Math.abs(value)
  const size = Math.abs(scale ?? 0)
  return size > 0 && size >= own * minRelativeScale ? size : own
}

/** Returns the digits after the point of a power of ten that make a difference of `scale` visible. */
const powerDigits = (value: number, scale: number | null | undefined): number =>
  value === 0 ? 1 : Math.max(1, exponentOf(Math.abs(value)) - exponentOf(rowScale(value, scale)) + 1)

/** Pads a number as wide as its missing decimals, with spaces as wide as a point and a digit. */
const padding = (count: number, most: number): string =>
  count === most ? '' : (count === 0 ? '\u2008' : '') + '\u2007'.repeat(most - count)

/** Returns the format of a column of p or q: three decimals, or powers of ten for all if one of them would be 0.000. */
export const columnFormatP = (values: readonly (number | null)[]): NumberFormat =>
  values.some((value) => value !== null && value < minPWithoutPower)
    ? formatPowerP
    : (value) => typeset(value.toFixed(decimals))

const formatPowerP = (value: number): string => (value < minP ? '< 10⁻³⁰⁰' : formatPower(value))

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Formats like `3.1 × 10⁻⁴`. */
function formatPower(value: number, digitsBehindPoint = 1): string {
  if (value === 0) return '0'
  const [digits = '', exponent = ''] = value.toExponential(digitsBehindPoint).split('e')
  const raised = exponent
    .replace('+', '')
    .replace('-', '⁻')
    .replaceAll(/\d/g, (digit) => superscripts[Number(digit)] ?? '')
  return `${typeset(digits)} × 10${raised}`
}

/** Formats a single number without trailing zeros, which only help alignment. */
export const formatAlone = (value: number): string =>
  typeset(
    toText(value)
      .replace(/(\.\d*?)0+(e|$)/, '$1$2')
      .replace(/\.(e|$)/, '$1'),
  )

const tickDigits = 6
/** The largest rounding error, relative to the smallest step between two ticks, that is not visible. */
const maxTickError = 0.02
/** 17 significant digits distinguish any two doubles. */
const maxDigits = 17

/**
 * Formats the numbers along one axis or scale: as short as possible, in powers of ten if they have many digits, and
 * with more digits if two would look the same (1e8 and 100,000,001). A repeated number is written once.
 */
export function formatTicks(values: readonly number[], digits = tickDigits): string[] {
  const sorted = values.toSorted((a, b) => a - b)
  const steps = sorted.flatMap((value, at) => (at > 0 ? value - (sorted[at - 1] ?? value) : []))
  const maxError = Math.min(...steps.filter((step) => step > 0)) * maxTickError
  const isExact = values.every((value) => Math.abs(Number(value.toPrecision(digits)) - value) <= maxError)
  if (!isExact && digits < maxDigits) return formatTicks(values, digits + 1)
  const texts = values.map((value) => toTick(value, digits))
  return texts.map((text, at) => (texts.indexOf(text) === at ? text : ''))
}

function toTick(value: number, digits: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  const rounded = Number(value.toPrecision(digits))
  const isLong = size >= (digits > tickDigits ? 1e15 : 1e6) || size < minWithoutExponent
  return typeset(isLong ? rounded.toExponential() : String(rounded))
}

/** Formats an age or a difference of ages in years. Writes −0.0 as 0.0. */
export const formatYears = (value: number, decimals = 1): string =>
  typeset(value.toFixed(decimals).replace(/^-(0\.0+)$/, '$1'))

/** Returns the decimals for years shown together: one, or two if one decimal would show a nonzero value as 0. */
export const yearDecimals = (values: readonly (number | null)[]): 1 | 2 =>
  values.some((value) => value !== null && value !== 0 && Math.abs(value) < 0.05) ? 2 : 1

/** Formats Pearson's r with three decimals, or more if it would be rounded to 1. */
export function formatCorrelation(r: number): string {
  const rest = 1 - Math.abs(r)
  if (rest <= 0 || rest >= 0.01) return formatValue(r)
  return typeset(r.toFixed(Math.max(decimals, Math.ceil(-Math.log10(rest)))))
}

export const formatCount = (value: number): string => typeset(String(value))

/** Formats a count within a sentence, with the thousands separator the user chose (by default, a comma). */
export const formatThousands = (count: number): string =>
  separators ? formatCount(count) : count.toLocaleString('en-US')

/** Formats a single p or q: three significant digits, as a power of ten if small; never 0. */
export const formatP = (value: number): string =>
  value < minPWithoutPower ? formatPowerP(value) : typeset(String(Number(value.toPrecision(3))))

/** Like `formatP`, with the name before it: `p = 0.03`. */
export const formatNamedP = (name: string, value: number): string =>
  `${name} ${value < minP ? '' : '= '}${formatP(value)}`

const typeset = (text: string): string => applyNumberFormat(text.replace('e+', 'e').replaceAll('-', '−'))

/** Returns the name of a spreadsheet column: `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters
  return letters
}

/** Returns the shortest digits that give exactly this number, without an exponent. */
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

type Duration = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/**
 * Returns a duration in the largest unit that gives at least 2, so that a countdown moves. Rounds up, so that a wait is
 * never longer than shown.
 */
export function toDuration(seconds: number): Duration {
  if (seconds < 120) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) }
  if (seconds < 2 * 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  if (seconds < 2 * 86_400) return { unit: 'hours', count: Math.ceil(seconds / 3600) }
  return { unit: 'days', count: Math.ceil(seconds / 86_400) }
}
