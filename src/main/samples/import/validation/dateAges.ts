import { toYears } from '../../../../shared/domain/samples/calendar.ts'
import type { DayFormat, ReadingNote } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { message } from '../../../../shared/words/message.ts'
import { createDayCheck } from '../cells/dates.ts'
import { boundsOf } from '../cells/numbers.ts'
import { error, type Finding, noFindings } from '../finding.ts'
import { addRow, emptyTally, readingNote } from '../tableRow.ts'
import type { ColumnReader } from './readingNotes.ts'

const dayMs = 86_400_000

type DayColumn = { name: string; index: number; reader: ColumnReader }

/** Computes an age from the days of birth and sampling. A row without one of the days has no age. */
export function createDateAge(rule: FieldRule, dayFormat: DayFormat, born: DayColumn, taken: DayColumn) {
  const [checkBorn, checkTaken] = [createDayCheck(dayFormat), createDayCheck(dayFormat)]
  const { least, most } = boundsOf(rule)
  const tally = emptyTally()
  let example: { from: string; to: string; years: number } | null = null
  return {
    hint: checkBorn.hint,
    check(row: number, cells: readonly string[]): { value?: number; findings: readonly Finding[] } {
      const birth = checkBorn.check(born.reader.read(row, cells[born.index] ?? ''))
      const sampling = checkTaken.check(taken.reader.read(row, cells[taken.index] ?? ''))
      if (typeof birth.value !== 'string' || typeof sampling.value !== 'string')
        return { findings: birth.findings.filter(({ severity }) => severity === 'error') }
      const years = toYears((Date.parse(sampling.value) - Date.parse(birth.value)) / dayMs, 'days')
      if (years < least || years > most) {
        const text = message('check.yearsAgeBetweenCorrect', {
          name: born.name,
          name2: taken.name,
          value: birth.value,
          value2: sampling.value,
          years,
          least,
          most,
        })
        return { findings: [error('range', text)] }
      }
      addRow(tally, row)
      example ??= { from: birth.value, to: sampling.value, years }
      return { value: years, findings: noFindings }
    },
    notes(column: string): ReadingNote[] {
      if (example === null) return []
      const { from, to, years } = example
      const text = message('check.ageTimeYearsDay', {
        name: born.name,
        name2: taken.name,
        first: from,
        to,
        years,
      })
      return [readingNote('age-from-dates', text, { column, ...tally })]
    },
  }
}
