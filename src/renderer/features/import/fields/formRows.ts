import {
  type FieldRule,
  fieldRuleSchema,
  type OrderForm,
} from '../../../../shared/domain/samples/orderForm.ts'

/** A field of the order form while it is edited. Numbers are texts, because a half-typed number is not a number. */
export type FormRow = {
  /** Identifies the row while it is moved. */
  key: number
  /** The name of the field in this app; null for a new field, whose name is derived from `sendAs`. */
  field: string | null
  sendAs: string
  type: FieldRule['type']
  required: boolean
  least: string
  most: string
  pattern: string
  /** One choice per line. */
  oneOf: string
  unit: string
}

/** A problem of the form, with the `key` of its row, or null if it concerns the whole form. */
export type FormProblem = { key: number | null; what: 'sendAs' | 'twice' | 'bounds' | 'reference' }

export const toRows = (form: OrderForm): FormRow[] =>
  form.map(({ least, most, oneOf = [], pattern = '', unit = '', ...rule }, key) => ({
    key,
    ...rule,
    least: String(least ?? ''),
    most: String(most ?? ''),
    pattern,
    oneOf: oneOf.join('\n'),
    unit,
  }))

export const emptyRow = (key: number): FormRow => ({
  key,
  field: null,
  sendAs: '',
  type: 'text',
  required: false,
  least: '',
  most: '',
  pattern: '',
  oneOf: '',
  unit: '',
})

/** Returns the rows with the one at `from` moved by one place; unchanged if there is no such place. */
export function moved(rows: readonly FormRow[], from: number, step: 1 | -1): FormRow[] {
  const row = rows[from]
  const other = rows[from + step]
  if (!row || !other) return [...rows]
  return rows.map((one, index) => (index === from ? other : index === from + step ? row : one))
}

/** Returns a free name for a new field: letters, digits and underscores. */
export function nameFor(sendAs: string, taken: ReadonlySet<string>): string {
  const folded = sendAs
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 50)
  const base = folded === '' ? 'field' : folded
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`
    if (!taken.has(name)) return name
  }
}

const isNumeric = (type: FieldRule['type']): boolean => type === 'number' || type === 'age'

const toRule = (row: FormRow, field: string): FieldRule => {
  const choices = row.oneOf
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const bounded = isNumeric(row.type)
  return {
    field,
    sendAs: row.sendAs.trim(),
    type: row.type,
    required: row.required || row.type === 'reference',
    ...(bounded && row.least.trim() !== '' && { least: Number(row.least) }),
    ...(bounded && row.most.trim() !== '' && { most: Number(row.most) }),
    ...(!bounded && row.pattern !== '' && { pattern: row.pattern }),
    ...(choices.length > 0 && { oneOf: choices }),
    ...(row.unit.trim() !== '' && { unit: row.unit.trim() }),
  }
}

/** Converts the rows to a form. Fields with a name keep it, so saved mappings still fit. */
export function toForm(rows: readonly FormRow[]): OrderForm {
  const taken = new Set(rows.flatMap(({ field }) => field ?? []))
  return rows.map((row) => {
    const field = row.field ?? nameFor(row.sendAs, taken)
    taken.add(field)
    return toRule(row, field)
  })
}

export function problemsOf(rows: readonly FormRow[]): FormProblem[] {
  const names = rows.map(({ sendAs }) => sendAs.trim())
  const ofRows = rows.flatMap((row, index): FormProblem[] => {
    const { key } = row
    const name = names[index] ?? ''
    if (name === '') return [{ key, what: 'sendAs' }]
    if (names.indexOf(name) !== index) return [{ key, what: 'twice' }]
    const rule = toRule(row, 'x')
    if (!fieldRuleSchema.safeParse(rule).success || (rule.least ?? -Infinity) > (rule.most ?? Infinity))
      return [{ key, what: 'bounds' }]
    return []
  })
  const references = rows.filter(({ type }) => type === 'reference').length
  return references === 1 ? ofRows : [...ofRows, { key: null, what: 'reference' }]
}
