import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { formsOfDays } from './days.ts'
import { checkSex } from './values.ts'

const isNumber = (text: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(text)

/** Whether the first cells of a column are what a field is filled with; names have to be there and be different. */
export function canHold({ type }: FieldRule, cells: readonly string[]): boolean {
  const texts = cells.map((cell) => cell.trim())
  const filled = texts.filter((text) => text !== '')
  if (filled.length === 0) return false
  switch (type) {
    case 'reference':
      return filled.length === texts.length && new Set(texts).size === texts.length
    case 'age':
    case 'number':
      return filled.every(isNumber)
    case 'sex':
      return filled.every((text) => checkSex(text).value !== undefined)
    case 'day':
      return formsOfDays(filled).length > 0
    default:
      return true
  }
}
