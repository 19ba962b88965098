import type { OrderField } from '../../../shared/domain/sample.ts'
import type { Checked } from './finding.ts'
import { toPrint } from './seenOrders.ts'
import { checkName, checkReference } from './text.ts'
import { checkAge, checkDay, checkSex } from './values.ts'

/** Longer texts are parts of a piece of the file to the engine, and would keep all of it in memory. */
const longestKept = 12
/** More would no longer be found faster than a cell is checked. */
const mostKept = 512

/**
 * The check of one column's cells, each a function of the cell alone. Most columns of a cohort have few values, which
 * are looked at once; a column whose values hardly ever repeat is no longer kept once that is seen. `add` is given the
 * print of each value.
 */
export function createCellCheck(
  field: OrderField,
  decimal: ',' | '.',
  add: (print: number) => void,
): (cell: string) => Checked {
  const check = checkOf(field, decimal)
  const kept = new Map<string, { checked: Checked; print: number }>()
  let keeps = field !== 'client_reference'
  let hits = 0
  return (cell) => {
    const keepable = keeps && cell.length <= longestKept
    const before = keepable ? kept.get(cell) : undefined
    if (before) {
      hits += 1
      add(before.print)
      return before.checked
    }
    const checked = check(cell)
    const print = toPrint(checked.value)
    add(print)
    if (!keepable) return checked
    if (kept.size < mostKept) kept.set(cell, { checked, print })
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
