import { expect, it } from 'vitest'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { createCellCheck } from './cellCheck.ts'
import { latestDayAt } from './dates.ts'

const day = (field: string): FieldRule => ({ field, sendAs: field, type: 'day', required: false })
const reading = { decimal: '.', dayFormat: 'DD.MM.YYYY', ageUnit: 'years' } as const
const latestDay = latestDayAt(Date.UTC(2026, 3, 3, 23))

const checkDay = (field: string, cell: string) => {
  const { fastCheck, check } = createCellCheck(day(field), { ...reading, latestDay }, () => undefined)
  const fastValue = fastCheck(cell)
  if (fastValue !== undefined) return [fastValue]
  const { value, findings } = check(cell)
  return [
    value,
    ...findings.flatMap(({ rule, severity }) => (severity === 'note' ? [] : [`${severity} ${rule}`])),
  ]
}

it.each([
  ['2026-04-03', ['2026-04-03']],
  ['2026-04-04', ['2026-04-04']],
  ['04.04.2026', ['2026-04-04']],
  ['1900-01-01', ['1900-01-01']],
  ['2026-04-05', ['2026-04-05', 'warning unusual-day']],
  ['05.04.2026', ['2026-04-05', 'warning unusual-day']],
  ['1899-12-31', ['1899-12-31', 'warning unusual-day']],
  ['0001-01-01', ['0001-01-01', 'warning unusual-day']],
  ['9999-12-31', ['9999-12-31', 'warning unusual-day']],
  ['0000-01-01', [undefined, 'error date']],
  ['01.01.0000', [undefined, 'error date']],
])('the day of collection %s, looked at on 3 April 2026, gives %j', (cell, expected) => {
  expect(checkDay('collected_at', cell)).toEqual(expected)
})

it.each([
  ['2030-01-01', ['2030-01-01']],
  ['9999-12-31', ['9999-12-31', 'warning unusual-day']],
  ['1850-01-01', ['1850-01-01', 'warning unusual-day']],
])('another day of the form may lie ahead: %s gives %j', (cell, expected) => {
  expect(checkDay('expires_at', cell)).toEqual(expected)
})
