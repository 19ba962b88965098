import { type Mapping, type Transform, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { unitOfHeader } from '../detect/headerWords.ts'
import { findUnitColumn } from '../validation/cells/ageUnits.ts'
import { matchingDayFormats } from '../validation/cells/dates.ts'
import { createMissingWords } from '../validation/cells/missingWords.ts'
import { suggestSexes } from '../validation/cells/sexes.ts'

type KnownTable = {
  columns: readonly string[]
  mapping: Mapping
  form: OrderForm
  preview: readonly PreviewRecord[]
}
type PreviewRecord = { cells: readonly string[] }

/**
 * What is to be made of a file, as far as its header and first rows leave no doubt: the unit of ages that a header or
 * a column of units names, letters that stand for a sex, and the one form that the days of each column have. Where those
 * of one column could be read in two ways, they are left to their owner, whatever the others say.
 */
export function suggestTransform(table: KnownTable): Transform {
  const textsOf = (index: number): string[] => table.preview.map(({ cells }) => cells[index] ?? '')
  const headers = columnsOfType(table, 'age').map(({ column, index }) => {
    const unitColumn = findUnitColumn(table.columns, index)
    return unitOfHeader(column) ?? (unitColumn < 0 ? null : unitOfCells(textsOf(unitColumn)))
  })
  const [ageUnit] = headers
  const forms = columnsOfType(table, 'day').flatMap(({ index, rule }) => {
    const missing = createMissingWords(rule)
    const days = textsOf(index).filter((day) => day.trim() !== '' && !missing.has(day))
    const found = matchingDayFormats(days)
    // Days as YYYY-MM-DD are taken in any form, and an empty column has none.
    return days.length === 0 || found[0] === 'YYYY-MM-DD' ? [] : [found.length === 1 ? found[0] : undefined]
  })
  const [dayFormat] = forms
  const sexes = columnsOfType(table, 'sex').flatMap(({ column, index }) => {
    const values = suggestSexes(column, textsOf(index))
    return values === null ? [] : [[column, values] as const]
  })
  return transformSchema.parse({
    ...(ageUnit && new Set(headers).size === 1 ? { ageUnit } : { ageUnitAssumed: true }),
    ...(sexes.length > 0 ? { values: Object.fromEntries(sexes) } : {}),
    ...(dayFormat && new Set(forms).size === 1 ? { dayFormat } : {}),
  })
}

/** The unit that cells name; null where they name several or none. */
function unitOfCells(cells: readonly string[]) {
  const [unit = null, ...others] = new Set(cells.flatMap((cell) => unitOfHeader(cell) ?? []))
  return others.length > 0 ? null : unit
}

function columnsOfType({ columns, mapping, form }: KnownTable, type: FieldRule['type']) {
  const rules = new Map(form.filter((rule) => rule.type === type).map((rule) => [rule.field, rule]))
  return columns.flatMap((column, index) => {
    const field = Object.hasOwn(mapping, column) ? mapping[column] : null
    const rule = field ? rules.get(field) : undefined
    return rule ? [{ column, index, rule }] : []
  })
}
