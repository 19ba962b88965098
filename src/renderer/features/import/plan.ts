import { toYears } from '../../../shared/domain/samples/calendar.ts'
import {
  type ColumnAnswer,
  type ImportCheck,
  type ImportDraft,
  type MappingTemplate,
  type Transform,
  transformSchema,
  type ValueMap,
} from '../../../shared/domain/samples/importing.ts'
import {
  fieldOf,
  filterEntries,
  type ImportPlan,
  joinedColumns,
  keepUnused,
  ownEntry,
} from '../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../shared/domain/samples/orderForm.ts'

export type Source =
  | { kind: 'column'; column: string }
  /** The age between the days of birth and sampling. */
  | { kind: 'dates'; born: string; taken: string }
  | { kind: 'constant'; value: string }
  | { kind: 'joined'; columns: string[]; separator: string }

export const noTransform: Transform = transformSchema.parse({})

export function sourceOf({ mapping, transform }: ImportPlan, field: string): Source | null {
  const value = ownEntry(transform.constants, field)
  if (value !== undefined) return { kind: 'constant', value }
  const joined = ownEntry(transform.joined, field)
  if (joined) return { kind: 'joined', ...joined }
  const column = Object.keys(mapping).find((name) => mapping[name] === field)
  if (column !== undefined) return { kind: 'column', column }
  return field === 'age' && transform.ageFromDates ? { kind: 'dates', ...transform.ageFromDates } : null
}

const without = <T>(record: Record<string, T>, key: string): Record<string, T> =>
  filterEntries(record, (name) => name !== key)

function freed({ mapping, transform: before }: ImportPlan, field: string): ImportPlan {
  const { ageFromDates, ...others } = before
  const transform = field === 'age' || !ageFromDates ? others : before
  const given = Object.keys(mapping).filter((column) => mapping[column] === field)
  return {
    mapping: { ...mapping, ...Object.fromEntries(given.map((column) => [column, null])) },
    transform: {
      ...transform,
      notes: [...new Set([...transform.notes, ...given])],
      constants: without(transform.constants, field),
      joined: without(transform.joined, field),
    },
  }
}

/** Sets the source of a field (null: none), which replaces its previous one. */
export function setSource(plan: ImportPlan, field: string, source: Source | null): ImportPlan {
  const { mapping, transform } = freed(plan, field)
  if (source === null) return { mapping, transform }
  // A column that is sent is not listed among those stored here.
  const notesWithout = (columns: readonly string[]) =>
    transform.notes.filter((name) => !columns.includes(name))
  switch (source.kind) {
    case 'column': {
      const notes = notesWithout([source.column])
      return { mapping: { ...mapping, [source.column]: field }, transform: { ...transform, notes } }
    }
    case 'constant': {
      const constants = { ...transform.constants, [field]: source.value }
      return { mapping, transform: { ...transform, constants } }
    }
    case 'dates': {
      const { born, taken } = source
      return { mapping, transform: { ...transform, ageFromDates: { born, taken } } }
    }
    case 'joined': {
      const { columns, separator } = source
      const joined = { ...transform.joined, [field]: { columns, separator } }
      return { mapping, transform: { ...transform, notes: notesWithout(columns), joined } }
    }
  }
}

/** Returns the plan with the answer to a question about a column. Its values are added to those in use. */
export function applyAnswer(
  { mapping, transform }: ImportPlan,
  { transform: changes }: ColumnAnswer,
): ImportPlan {
  const { values = {}, ...others } = changes
  const merged = { ...transform.values }
  for (const [column, map] of Object.entries(values)) merged[column] = { ...ownEntry(merged, column), ...map }
  const now = Object.keys(merged).length > 0 ? { values: merged } : {}
  return { mapping, transform: { ...transform, ...others, ...now } }
}

/** The use of a column: sent as a field, stored with the samples as a note, or unused. */
type ColumnUse = { kind: 'field'; field: string } | { kind: 'note' } | { kind: 'none' }

export function columnUse(plan: ImportPlan, column: string): ColumnUse {
  const field = fieldOf(plan, column)
  if (field !== null) return { kind: 'field', field }
  return { kind: plan.transform.notes.includes(column) ? 'note' : 'none' }
}

/** Sets the use of a column. A column that loses its field to another becomes a note. */
export function setColumnUse(plan: ImportPlan, column: string, use: ColumnUse): ImportPlan {
  if (use.kind === 'field') return setSource(plan, use.field, { kind: 'column', column })
  const { mapping, transform } = plan
  const others = transform.notes.filter((name) => name !== column)
  return {
    mapping: { ...mapping, [column]: null },
    transform: { ...transform, notes: use.kind === 'note' ? [...others, column] : others },
  }
}

/** Sets the unit of ages, which is then no longer assumed. */
export function setAgeUnit({ mapping, transform }: ImportPlan, ageUnit: Transform['ageUnit']): ImportPlan {
  const { ageUnitAssumed: _assumed, ...others } = transform
  return { mapping, transform: { ...others, ageUnit } }
}

const noValues: Readonly<ValueMap> = {}

export const valuesOf = ({ transform }: ImportPlan, column: string): ValueMap =>
  ownEntry(transform.values ?? {}, column) ?? noValues

/** Sets the replacements for values of a column; an empty map removes them. */
export function setValues({ mapping, transform }: ImportPlan, column: string, map: ValueMap): ImportPlan {
  const { values = {}, ...others } = transform
  const left = without(values, column)
  const now = Object.keys(map).length > 0 ? { ...left, [column]: map } : left
  return { mapping, transform: Object.keys(now).length > 0 ? { ...others, values: now } : others }
}

export const missingFields = (form: OrderForm, plan: ImportPlan): FieldRule[] =>
  form.filter(({ field, required }) => required && sourceOf(plan, field) === null)

/** Fits a plan to a file and a form. Columns whose field is missing from the form become notes. */
export function fitPlan(plan: ImportPlan, columns: readonly string[], form: OrderForm): ImportPlan {
  const { transform } = plan
  const here = new Set(columns)
  const { values = {}, noteNames = {}, ageFromDates, ...others } = transform
  const datesHere = ageFromDates && here.has(ageFromDates.born) && here.has(ageFromDates.taken)
  const isHere = (column: string): boolean => here.has(column)
  const [valuesHere, namesHere] = [filterEntries(values, isHere), filterEntries(noteNames, isHere)]
  const fields = new Set(form.map(({ field }) => field))
  const isKnown = (field: string): boolean => fields.has(field)
  const fieldHere = (column: string): string | null => {
    const field = fieldOf(plan, column)
    return field !== null && isKnown(field) ? field : null
  }
  const fitted = {
    mapping: Object.fromEntries(columns.map((column) => [column, fieldHere(column)])),
    transform: {
      ...others,
      ...(datesHere ? { ageFromDates } : {}),
      ...(Object.keys(valuesHere).length > 0 ? { values: valuesHere } : {}),
      ...(Object.keys(namesHere).length > 0 ? { noteNames: namesHere } : {}),
      constants: filterEntries(transform.constants, isKnown),
      joined: filterEntries(
        transform.joined,
        (field, one) => isKnown(field) && one.columns.every((column) => here.has(column)),
      ),
      notes: transform.notes.filter(isHere),
    },
  }
  const wasSent = new Set(sentColumns(plan))
  return keepUnused(
    fitted,
    columns.filter((column) => wasSent.has(column)),
    Number.POSITIVE_INFINITY,
  )
}

const sentColumns = (plan: ImportPlan): string[] => [
  ...Object.keys(plan.mapping).filter((column) => plan.mapping[column] !== null),
  ...joinedColumns(plan),
]

/** Returns the columns that a saved mapping uses and this file lacks. */
export function absentColumns(template: MappingTemplate, columns: readonly string[]): string[] {
  const here = new Set(columns)
  const used = new Set([...sentColumns(template), ...template.transform.notes])
  return [...used].filter((column) => !here.has(column))
}

/** Returns the text that a source gives for a row, before it is checked. */
export function textOf(source: Source, columns: readonly string[], cells: readonly string[]): string {
  if (source.kind === 'constant') return source.value
  const textIn = (column: string): string => (cells[columns.indexOf(column)] ?? '').trim()
  if (source.kind === 'column') return textIn(source.column)
  if (source.kind === 'dates') return [source.born, source.taken].map(textIn).join(' – ')
  return source.columns
    .map(textIn)
    .filter((text) => text !== '')
    .join(source.separator)
}

/** Returns an age in years, rounded to the four decimals that are sent; null if the text is not a number. */
export function readAge(text: string, unit: Transform['ageUnit'], decimal: ',' | '.'): number | null {
  const shape = decimal === ',' ? /^\d+(,\d+)?$/ : /^\d+(\.\d+)?$/
  if (!shape.test(text.trim())) return null
  const value = Number(text.trim().replace(',', '.'))
  return unit === 'years' ? value : toYears(value, unit)
}

/** Returns the first distinct, non-empty texts of a column, in file order. */
export function samplesOf(draft: ImportDraft, index: number, most = 3): string[] {
  const seen = new Set<string>()
  for (const { cells } of draft.preview) {
    const text = (cells[index] ?? '').trim()
    if (text !== '') seen.add(text)
    if (seen.size === most) break
  }
  return [...seen]
}

type SendObstacle = 'nothingValid' | 'offline' | 'offlineSwitch' | 'signedOut'

type Connection = { online: boolean; offlineSwitch: boolean; signedIn: boolean }

/** Returns the reason why orders cannot be sent now, or null. Errors that only the user's file can fix come first. */
export function sendObstacle(
  { valid }: Pick<ImportCheck, 'valid'>,
  connection: Connection,
): SendObstacle | null {
  if (valid === 0) return 'nothingValid'
  if (!connection.signedIn) return 'signedOut'
  if (connection.offlineSwitch) return 'offlineSwitch'
  return connection.online ? null : 'offline'
}
