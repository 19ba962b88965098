import { type Mapping, type Recipe, recipeSchema } from '../../../../shared/domain/importing.ts'
import { defaultOrderForm, type OrderForm } from '../../../../shared/domain/orderForm.ts'
import { suggestMapping, toRowPlan } from '../../mapping.ts'
import { createRowCheck } from '../rowCheck.ts'

/** How rows are checked in a test; what is left out is suggested or usual. */
export type CheckedWith = {
  columns: readonly string[]
  form?: OrderForm
  mapping?: Mapping
  recipe?: Partial<Recipe>
  decimal?: ',' | '.'
}

/** The rows of a file, whose header is on its first line, checked; `last`: what shows only after all of them. */
export function checkWith(
  {
    columns,
    form = defaultOrderForm,
    mapping = suggestMapping(columns, form),
    recipe = {},
    decimal = '.',
  }: CheckedWith,
  rows: string[][],
) {
  const whole: Recipe = { ...recipeSchema.parse({}), ...recipe }
  const plan = toRowPlan({ columns, mapping, recipe: whole, form })
  const { dayFormat, ageUnit } = whole
  const check = createRowCheck({ columns, plan, decimal, dayFormat, ageUnit })
  const checked = rows.map((cells, index) => check.check({ row: index + 2, cells, fault: null, notes: null }))
  return { checked, last: check.finish() }
}
