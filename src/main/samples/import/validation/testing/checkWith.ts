import {
  type Mapping,
  type Transform,
  transformSchema,
} from '../../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm, type OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { suggestMapping, toRowPlan } from '../../mapping/columnMapping.ts'
import { createRowCheck } from '../rowCheck.ts'

/** The settings of a check in a test; omitted ones are suggested or defaults. */
type CheckedWith = {
  columns: readonly string[]
  form?: OrderForm
  mapping?: Mapping
  transform?: Partial<Transform>
  decimal?: ',' | '.'
  missingWords?: boolean
}

/** The rows of a file from lines without quotes. */
export const csv = (...lines: string[]): string[][] => lines.map((line) => line.split(','))

/** Checks the rows of a file whose header is on line 1; `last`: the findings that depend on all rows. */
export function checkWith(settings: CheckedWith, rows: string[][]) {
  const { columns, form = defaultOrderForm, decimal = '.', missingWords = true } = settings
  const { mapping = suggestMapping(columns, form) } = settings
  const transform: Transform = { ...transformSchema.parse({}), ...settings.transform }
  const plan = toRowPlan({ columns, mapping, transform, form })
  const check = createRowCheck({ columns, plan, ...transform, decimal, missingWords })
  const checked = rows.map((cells, index) => check.check({ row: index + 2, cells, fault: null, notes: null }))
  const { problems: last, notes } = check.finish()
  return { checked, last, notes }
}
