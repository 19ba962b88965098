import { toYears } from '../../../../shared/domain/samples/calendar.ts'
import type { ReadingNote } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { Reading } from '../cells/cellCheck.ts'
import { createDayCheck } from '../cells/dates.ts'
import { error, type Finding, noFindings } from '../cells/finding.ts'
import { boundsOf } from '../cells/numbers.ts'
import type { RowPlan } from '../mapping/rowPlan.ts'
import type { ColumnReader } from './readingNotes.ts'

const dayMs = 86_400_000
const maxListedRows = 20

/**
 * Computes ages from the days of birth and sampling. A row without one of the days has no age. The day of sampling is
 * checked as a field of its own.
 */
export function createDateAges(
  { fields }: RowPlan,
  { columns, dayFormat }: Reading & { columns: readonly string[] },
  readerOf: (rule: FieldRule, column: string, isUnitNamed: boolean) => ColumnReader,
) {
  return fields.flatMap(({ rule, column, from }) => {
    if (from.kind !== 'dates' || column === null) return []
    const [born, taken] = from.indices.map((index) => {
      const name = columns[index] ?? ''
      return {
        index,
        name,
        reader: readerOf({ ...rule, type: 'day' }, name, true),
        ...createDayCheck(dayFormat),
      }
    })
    if (!born || !taken) return []
    const { least, most } = boundsOf(rule)
    const rows: number[] = []
    let count = 0
    let example: { from: string; to: string; years: number } | null = null
    return [
      {
        field: rule.field,
        column,
        index: born.index,
        hint: born.hint,
        check(row: number, cells: readonly string[]): { value?: number; findings: readonly Finding[] } {
          const birth = born.check(born.reader.read(row, cells[born.index] ?? ''))
          const sampling = taken.check(taken.reader.read(row, cells[taken.index] ?? ''))
          const errors = birth.findings.filter(({ severity }) => severity === 'error')
          if (typeof birth.value !== 'string' || typeof sampling.value !== 'string')
            return { findings: errors }
          const years = toYears((Date.parse(sampling.value) - Date.parse(birth.value)) / dayMs, 'days')
          if (years < least || years > most)
            return {
              findings: [
                error(
                  'range',
                  message`From “${born.name}” to “${taken.name}” (${birth.value} to ${sampling.value}) is ${years} years, and an age is between ${least} and ${most}. Correct one of the days, or leave it empty.`,
                ),
              ],
            }
          count += 1
          if (rows.length < maxListedRows) rows.push(row)
          example ??= { from: birth.value, to: sampling.value, years }
          return { value: years, findings: noFindings }
        },
        notes(): ReadingNote[] {
          if (example === null) return []
          const { from: first, to, years } = example
          const text = message`The age is the time from “${born.name}” to “${taken.name}”: ${first} to ${to} is ${years} years. The day of birth itself is not sent.`
          return [
            { rule: 'age-from-dates', column, count, rows, message: text, severity: 'note', undo: null },
          ]
        },
      },
    ]
  })
}
