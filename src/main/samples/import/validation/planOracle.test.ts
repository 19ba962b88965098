import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { type Mapping, type Transform, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { scale } from '../../../testing/faults.ts'
import { toRowPlan } from '../mapping/columnMapping.ts'
import { createRowCheck } from './rowCheck.ts'

const columns = ['a', 'b', 'c', 'd']
const names = ['client_reference', 'donor_id', 'age', 'own', 'other']

const ruleOf = (field: string): fc.Arbitrary<FieldRule> =>
  field === 'client_reference'
    ? fc.constant({ field, sendAs: field, type: 'reference', required: true })
    : fc.record(
        {
          field: fc.constant(field),
          sendAs: fc.constant(field),
          type: fc.constantFrom('text', 'number', 'age', 'sex', 'day'),
          required: fc.boolean(),
          least: fc.constantFrom(-1, 0, 2),
          most: fc.constantFrom(3, 1000),
          pattern: fc.constantFrom('\\d+', '[a-zA-Z0-9-]*', '.*-.*'),
          oneOf: fc.constantFrom(['1', 'F', '2026-04-03'], ['x', '3']),
        },
        { requiredKeys: ['field', 'sendAs', 'type', 'required'] },
      )

const numbers = ['0', '1', '2', '5', '3', '12', '2.5']
const days = ['2026-04-03', '03.04.2026', '4.3.26', '2-Sep']
const text = fc.constantFrom('', ' ', ...numbers, ...days, 'F', 'female', 'x', ' x', 'y-1', '#N/A')
/** The source of a field; the reference never comes from a constant. */
const sourceOf = (field: string) =>
  fc.record({
    rule: ruleOf(field),
    kind: fc.constantFrom('column', 'joined', field === 'client_reference' ? 'column' : 'constant', 'none'),
    column: fc.constantFrom(...columns),
    joined: fc.subarray(columns, { minLength: 2 }),
    separator: fc.constantFrom('-', ''),
    constant: text.filter((value) => value !== ''),
  })

type Task = { mapping: Mapping; transform: Transform; form: OrderForm }

const task: fc.Arbitrary<Task> = fc
  .record({
    sources: fc
      .subarray(names.slice(1))
      .chain((chosen) => fc.tuple(...['client_reference', ...chosen].map(sourceOf))),
    stray: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.constant({ own: 'x' })),
    notes: fc.subarray(columns),
    dayFormat: fc.constantFrom('YYYY-MM-DD', 'DD.MM.YYYY', 'MM-DD-YYYY'),
    ageUnit: fc.constantFrom('years', 'months', 'days'),
  })
  .map(({ sources, stray, notes, dayFormat, ageUnit }) => {
    const of = (kind: string) => sources.filter((source) => source.kind === kind)
    const joined = of('joined').map(({ rule, joined: from, separator }) => [
      rule.field,
      { columns: from, separator },
    ])
    const constants = of('constant').map(({ rule, constant }) => [rule.field, constant])
    const transform = {
      constants: { ...Object.fromEntries(constants), ...stray },
      joined: Object.fromEntries(joined),
    }
    return {
      mapping: Object.fromEntries(of('column').map(({ rule, column }) => [column, rule.field])),
      transform: transformSchema.parse({ ...transform, notes, dayFormat, ageUnit }),
      form: sources.map(({ rule }) => rule),
    }
  })
const rows = fc.array(fc.array(text, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 12 })

/** Computes the value of a text by a rule, in a second, slower way; null if it must be refused. */
function valueOf(rule: FieldRule, written: string, transform: Transform): string | number | undefined | null {
  const trimmed = written.trim()
  if (trimmed === '') return rule.required ? null : undefined
  if (trimmed === '#N/A') return null
  const value = typed(rule, trimmed, transform)
  if (value === null) return null
  if (rule.oneOf && !rule.oneOf.includes(`${value}`)) return null
  return rule.pattern && !new RegExp(`^(?:${rule.pattern})$`, 'u').test(`${value}`) ? null : value
}

/** “xx” are two cells “x” that are joined without a sign between them. */
const sexOf = new Map(Object.entries({ F: 'F', female: 'F', x: 'other', xx: 'F' }))

function typed(rule: FieldRule, written: string, { dayFormat, ageUnit }: Transform): string | number | null {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = rule
  const number = /^\d+(\.\d+)?$/.test(written) ? Number(written) : null
  if (rule.type === 'number') return number !== null && number >= least && number <= most ? number : null
  if (rule.type === 'age') {
    if (number === null) return null
    const perYear = { years: 1, months: 12, days: 365.25 }[ageUnit as 'years']
    const years = Number((number / perYear).toFixed(4))
    return years >= Math.max(0, least) && years <= Math.min(130, most) ? years : null
  }
  if (rule.type === 'sex') return sexOf.get(written) ?? null
  if (rule.type !== 'day') return written
  if (written === '2026-04-03') return written
  // Cells that are joined without a sign between them may make a day of a later year: 4.3.26 and 25.
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(written) ?? []
  return year !== '' && Number(day) <= 31 && dayFormat === 'DD.MM.YYYY'
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : null
}

/** Computes the order of a row from the plain meaning of mapping and transform; null if something must be refused. */
function orderOf(cells: string[], task: Task) {
  const order: Record<string, string | number> = {}
  for (const rule of task.form) {
    const column = columns.find((name) => task.mapping[name] === rule.field)
    const join = task.transform.joined[rule.field]
    const parts = join?.columns.map((name) => cells[columns.indexOf(name)]!.trim()) ?? []
    const constant = task.transform.constants[rule.field]
    const joinedText = parts.filter((part) => part !== '').join(join?.separator)
    const written = column ? cells[columns.indexOf(column)]! : join ? joinedText : (constant ?? '')
    const value = parts.includes('#N/A') ? null : valueOf(rule, written, task.transform)
    if (value === null) return null
    if (value !== undefined) order[rule.field] = value
  }
  return order
}

function planOf(made: Task) {
  try {
    return toRowPlan({ columns, ...made })
  } catch (error) {
    if (isFailure(error, 'rejected')) return null
    throw error
  }
}

/** Without what `expect` takes for each of a million rows that are right. */
const expectSame = (actual: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

it('each row sends exactly the fields that mapping, transform and form mean, or is refused', () => {
  let accepted = 0
  let valid = 0
  fc.assert(
    fc.property(task, rows, (made, cells) => {
      const plan = planOf(made)
      if (!plan) return
      accepted += 1
      const { dayFormat, ageUnit, notes } = made.transform
      const check = createRowCheck({ columns, plan, decimal: '.', dayFormat, ageUnit, missingWords: true })
      const earlier = new Set<unknown>()
      for (const [index, record] of cells.entries()) {
        const checked = check.check({ row: index + 2, cells: record, fault: null, notes: null })
        const order = orderOf(record, made)
        // A refused row still uses up its name.
        const reference = orderOf(record, { ...made, form: made.form.slice(0, 1) })?.['client_reference']
        const repeated = reference !== undefined && earlier.has(reference)
        if (reference !== undefined) earlier.add(reference)
        expectSame(checked.fields, repeated ? null : order)
        if (checked.status === 'valid') valid += 1
        const noted = notes.flatMap((name) => {
          const cell = record[columns.indexOf(name)]!
          return cell.trim() === '' || checked.status !== 'valid' ? [] : [[name, cell]]
        })
        expectSame(checked.notes, noted.length === 0 ? null : Object.fromEntries(noted))
      }
    }),
    { numRuns: scale(2000, 50_000) },
  )
  expect(accepted).toBeGreaterThan(500)
  expect(valid).toBeGreaterThan(500)
})
