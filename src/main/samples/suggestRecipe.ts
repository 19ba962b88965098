import { type Mapping, type Recipe, recipeSchema } from '../../shared/domain/importing.ts'
import type { FieldRule, OrderForm } from '../../shared/domain/orderForm.ts'
import { unitOfHeader } from './check/ageUnits.ts'
import { formsOfDays } from './check/days.ts'

type Known = { columns: readonly string[]; mapping: Mapping; form: OrderForm; preview: readonly Record[] }
type Record = { cells: readonly string[] }

/**
 * What is to be made of a file, as far as its header and first rows leave no doubt: the unit of ages that a header
 * names, and the one form that the days of each column have. Where those of one column could be read in two ways, they
 * are left to their owner, whatever the others say.
 */
export function suggestRecipe(known: Known): Recipe {
  const headers = columnsOf(known, 'age').map(({ column }) => unitOfHeader(column))
  const [ageUnit] = headers
  const forms = columnsOf(known, 'day').flatMap(({ index }) => {
    const days = known.preview.map(({ cells }) => cells[index] ?? '').filter((day) => day.trim() !== '')
    const found = formsOfDays(days)
    // Days as YYYY-MM-DD are taken in any form, and an empty column has none.
    return days.length === 0 || found[0] === 'YYYY-MM-DD' ? [] : [found.length === 1 ? found[0] : undefined]
  })
  const [dayFormat] = forms
  return recipeSchema.parse({
    ...(ageUnit && new Set(headers).size === 1 ? { ageUnit } : {}),
    ...(dayFormat && new Set(forms).size === 1 ? { dayFormat } : {}),
  })
}

function columnsOf({ columns, mapping, form }: Known, type: FieldRule['type']) {
  const fields = new Set(form.filter((rule) => rule.type === type).map(({ field }) => field))
  return columns.flatMap((column, index) => {
    const field = Object.hasOwn(mapping, column) ? mapping[column] : null
    return field && fields.has(field) ? [{ column, index }] : []
  })
}
