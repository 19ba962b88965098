import { applyNumberFormat } from './numberFormat.ts'

const decimals = 3
/** Three decimals of smaller numbers are fewer than three digits. */
const minForDecimals = 0.1
const minWithoutExponent = 1e-4
/** A double holds little below this, and no logarithm of it ends. */
export const minP = 1e-300

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

/** A single number on its own, without zeros that align nothing. */
export const formatAlone = (value: number): string =>
  typeset(
    toText(value)
      .replace(/(\.\d*?)0+(e|$)/, '$1$2')
      .replace(/\.(e|$)/, '$1'),
  )

/** Pearson's r: three decimals, and more where they would make it 1. */
export function formatCorrelation(r: number): string {
  const rest = 1 - Math.abs(r)
  if (rest <= 0 || rest >= 0.01) return formatValue(r)
  return typeset(r.toFixed(Math.max(decimals, Math.ceil(-Math.log10(rest)))))
}

/** A whole number. */
export const formatCount = (value: number): string => typeset(String(value))

/** A p or q: three significant digits, as powers of ten where it is small; never 0. */
export function formatP(value: number): string {
  if (value < minP) return `< ${typeset(String(minP))}`
  return typeset(value >= 1e-3 ? String(Number(value.toPrecision(3))) : value.toExponential(2))
}

/** The same with its name before it. */
export const formatNamedP = (name: string, value: number): string =>
  `${name} ${value < minP ? '' : '= '}${formatP(value)}`

const typeset = (text: string): string => applyNumberFormat(text.replace('e+', 'e').replaceAll('-', '−'))
