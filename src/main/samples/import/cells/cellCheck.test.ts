import { expect, it } from 'vitest'
import { defaultOrderForm, type FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws } from '../../testing/createDraws.ts'
import { createCellCheck, createCheck, type Reading } from './cellCheck.ts'
import { hashValue } from './fastCheck.ts'

const { pick, text } = createDraws(createSeededRandom(11))

const makers = [
  () => text('aZ09 -+.,#\'"=é\u200b', 8),
  () => text('0123456789.,-+', 17),
  () => `${pick(['0000', '1899', '1900', '2024', '2026', '2199'])}-${text('012', 2)}-${text('0123', 2)}`,
  () =>
    pick(['F', 'M', 'f', 'w', 'unknown', 'Sep-2', '2-Sep', '1E+05', '#N/A', '130', '130.1', '-0', '', ' x ']),
]

const number: FieldRule = {
  field: 'dose',
  sendAs: 'dose',
  type: 'number',
  required: true,
  least: 1,
  most: 50,
}
const rules: FieldRule[] = [
  ...defaultOrderForm,
  number,
  { ...number, field: 'code', type: 'text', pattern: '[A-Z0-9]+' },
  { ...number, field: 'arm', type: 'text', oneOf: ['a', 'b', '1'] },
]
const readings: Reading[] = [
  { decimal: '.', dayFormat: 'YYYY-MM-DD', ageUnit: 'years', latestDay: '2026-11-21' },
  { decimal: ',', dayFormat: 'DD/MM/YYYY', ageUnit: 'weeks' },
]

it.each(rules)('takes a cell of $field at first sight only for what the check takes it', (rule) => {
  let fastCount = 0
  for (const reading of readings) {
    const prints: number[] = []
    const { fastCheck } = createCellCheck(rule, reading, (print) => void prints.push(print))
    for (let time = 0; time < 10_000; time++) {
      const cell = pick(makers)()
      const value = fastCheck(cell)
      if (value === undefined) continue
      fastCount += 1
      // A new check for each cell, since some findings are reported only for the first cell.
      expect([cell, createCheck(rule, reading).check(cell)]).toEqual([cell, { value, findings: [] }])
      expect(prints.at(-1)).toBe(rule.type === 'reference' ? undefined : hashValue(value))
    }
  }
  const hasLimits = rule.pattern !== undefined || rule.oneOf !== undefined
  expect(fastCount > 0).toBe(!hasLimits)
})
