import {
  type FieldRule,
  fieldRuleSchema,
  type OrderForm,
} from '../../../../shared/domain/samples/orderForm.ts'

/** A field of the order as it is being written; texts, since half a number is no number. */
export type FormRow = {
  /** Stays with the row while it is moved. */
  key: number
  /** The name here; null for a new field, which gets one from `sendAs`. */
  field: string | null
  sendAs: string
  type: FieldRule['type']
  required: boolean
  least: string
  most: string
  pattern: string
  /** One choice a line. */
  oneOf: string
  unit: string
}

/** What is wrong with the form as it stands; the row's `key`, or null where it is the form as such. */
export type FormProblem = { key: number | null; what: 'sendAs' | 'twice' | 'bounds' | 'reference' }

export const toRows = (form: OrderForm): FormRow[] =>
  form.map((rule, key) => ({
    key,
    field: rule.field,
    sendAs: rule.sendAs,
    type: rule.type,
    required: rule.required,
    least: rule.least === undefined ? '' : String(rule.least),
    most: rule.most === undefined ? '' : String(rule.most),
    pattern: rule.pattern ?? '',
    oneOf: rule.oneOf?.join('\n') ?? '',
    unit: rule.unit ?? '',
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

/** Rows with the one at `from` moved by `step` places; as they are where there is no such place. */
export function moved(rows: readonly FormRow[], from: number, step: 1 | -1): FormRow[] {
  const row = rows[from]
  const other = rows[from + step]
  if (!row || !other) return [...rows]
  return rows.map((one, index) => (index === from ? other : index === from + step ? row : one))
}

/** A name of our own for a field that has none yet: letters, digits and underscores, not taken by another. */
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

/** The form that the rows say. Fields that had a name keep it, so that mappings go on to fit. */
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
