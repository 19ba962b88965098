import { type Mapping, type Transform, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import { fieldOf } from '../../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { findUnitColumn } from '../cells/ageUnits.ts'
import { matchingDayFormats } from '../cells/dates.ts'
import { createMissingWords } from '../cells/missingWords.ts'
import { suggestSexes } from '../cells/sexes.ts'
import { type AgeUnit, matchHeader, unitOfHeader } from '../detect/headerWords.ts'
import { innerName } from '../detect/synonyms.ts'

/** `statedAgeUnit`: the unit of ages that a comment of the file names. */
type KnownTable = {
  statedAgeUnit?: AgeUnit | undefined
  columns: readonly string[]
  mapping: Mapping
  form: OrderForm
  preview: readonly PreviewRecord[]
}
type PreviewRecord = { cells: readonly string[] }

/**
 * Suggests a transform where the header and first rows leave no doubt: the age unit named by a header or a unit column,
 * letters that mean a sex, and the single day form of each column. If a column could be read in two ways, the choice is
 * left to the user, regardless of the other columns.
 */
export function suggestTransform(table: KnownTable): Transform {
  const textsOf = (index: number): string[] => table.preview.map(({ cells }) => cells[index] ?? '')
  const headers = columnsOfType(table, 'age').map(({ column, index }) => {
    const unitColumn = findUnitColumn(table.columns, index)
    const beside = unitColumn < 0 ? null : unitOfCells(textsOf(unitColumn))
    return unitOfHeader(column) ?? beside ?? (unitColumn < 0 ? (table.statedAgeUnit ?? null) : null)
  })
  const ageFromDates = findBirth(table)
  const [ageUnit] = headers
  const born = ageFromDates ? [{ index: table.columns.indexOf(ageFromDates.born), rule: dayRule }] : []
  const forms = [...columnsOfType(table, 'day'), ...born].flatMap(({ index, rule }) => {
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
    ...(ageFromDates ? { ageFromDates } : {}),
    ...(sexes.length > 0 ? { values: Object.fromEntries(sexes) } : {}),
    ...(dayFormat && new Set(forms).size === 1 ? { dayFormat } : {}),
  })
}

const dayRule: Pick<FieldRule, 'type'> = { type: 'day' }

/** The columns of birth and sampling, for the age of a sheet that has no column of it. */
function findBirth(table: KnownTable): Transform['ageFromDates'] {
  const { columns, mapping, form, preview } = table
  const isDays = (index: number): boolean => preview.some(({ cells }) => /\d.*\d/.test(cells[index] ?? ''))
  const taken = columns.find((column) => mapping[column] === 'collected_at')
  const born = columns.find(
    (column, index) => !mapping[column] && matchHeader(innerName(column), 'birth') !== null && isDays(index),
  )
  const hasAge = columnsOfType(table, 'age').length > 0 || !form.some(({ type }) => type === 'age')
  return hasAge || taken === undefined || born === undefined ? undefined : { born, taken }
}

/** The unit that cells name; null where they name several or none. */
function unitOfCells(cells: readonly string[]) {
  const [unit = null, ...others] = new Set(cells.flatMap((cell) => unitOfHeader(cell) ?? []))
  return others.length > 0 ? null : unit
}

function columnsOfType({ columns, mapping, form }: KnownTable, type: FieldRule['type']) {
  const rules = new Map(form.filter((rule) => rule.type === type).map((rule) => [rule.field, rule]))
  return columns.flatMap((column, index) => {
    const rule = rules.get(fieldOf({ mapping }, column) ?? '')
    return rule ? [{ column, index, rule }] : []
  })
}
