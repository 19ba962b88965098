import type { OrderField } from '../../../shared/domain/sample.ts'
import type { Checked } from './finding.ts'
import { checkName, checkReference } from './text.ts'
import { checkAge, checkDay, checkSex } from './values.ts'

/** Longer texts are parts of a piece of the file to the engine, and would keep all of it in memory. */
const longestKept = 12
const mostKept = 8192

/**
 * The check of one column's cells, each a function of the cell alone. Most columns of a cohort have few values, which
 * are looked at once; a column whose values hardly ever repeat is no longer kept once that is seen.
 */
export function createCellCheck(field: OrderField, decimal: ',' | '.'): (cell: string) => Checked {
  const check = checkOf(field, decimal)
  const kept = new Map<string, Checked>()
  let keeps = field !== 'client_reference'
  let hits = 0
  return (cell) => {
    if (!keeps || cell.length > longestKept) return check(cell)
    const before = kept.get(cell)
    if (before) {
      hits += 1
      return before
    }
    const checked = check(cell)
    if (kept.size < mostKept) kept.set(cell, checked)
    else if (hits < mostKept) {
      keeps = false
      kept.clear()
    }
    return checked
  }
}

function checkOf(field: OrderField, decimal: ',' | '.'): (cell: string) => Checked {
  switch (field) {
    case 'client_reference':
      return checkReference
    case 'age':
      return (cell) => checkAge(cell, decimal)
    case 'sex':
      return checkSex
    case 'collected_at':
      return checkDay
    default:
      return checkName
  }
}
