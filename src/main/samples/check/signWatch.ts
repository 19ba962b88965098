import { signOf } from '../csv/decimalSign.ts'
import { type ColumnWatch, error } from './finding.ts'

/**
 * Watches a column of numbers for a sign that may part thousands as well: each number that has one has three digits
 * after it. Told where nobody chose the decimal sign of the file.
 */
export function createSignWatch(column: string, decimal: ',' | '.'): ColumnWatch {
  let isCertain = false
  let first: { row: number; value: string } | null = null
  return {
    observe(row, cell) {
      // Most numbers are too short to have a sign with digits on both sides.
      if (cell.length < 3) return true
      const sign = signOf(cell)
      if (sign === null) return true
      if (sign.isCertain) isCertain = sign.of === decimal
      else first ??= { row, value: cell.trim() }
      return !isCertain
    },
    findings() {
      if (isCertain || first === null) return []
      return [{ ...first, column, ...error('ambiguous-number', messageOf(column, first.value)) }]
    },
  }
}

function messageOf(column: string, value: string): string {
  const plain = value.replace(/[.,]/, '')
  return (
    `All numbers of “${column}” that have a “${value.includes(',') ? ',' : '.'}” have three digits after it: “${value}” may be ` +
    `${value.replace(',', '.')} or ${plain}. Choose the decimal sign of the file, and it is read so, ` +
    `or write the numbers without a sign between thousands (${plain}).`
  )
}
