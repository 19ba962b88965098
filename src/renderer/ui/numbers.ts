/**
 * A value as the eye reads it: three decimals below 1,000, else six significant digits; a true minus sign.
 * The unit is not documented by the service, so none is written.
 */
export function formatValue(value: number): string {
  const text = Math.abs(value) < 1000 ? value.toFixed(3) : String(Number(value.toPrecision(6)))
  return text.replace('-', '−')
}

/** A single number on its own, without zeros that align nothing. */
export const formatAlone = (value: number): string =>
  formatValue(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** A p or q: three significant digits, as powers of ten where it is small. */
export function formatP(value: number): string {
  if (value === 0) return '0'
  const text = value >= 1e-3 ? String(Number(value.toPrecision(3))) : value.toExponential(2)
  return text.replace('-', '−')
}
