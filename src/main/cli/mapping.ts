import { type ImportDraft, type Mapping, mappingSchema } from '../../shared/domain/importing.ts'
import { type OrderField, orderFieldNames } from '../../shared/domain/sample.ts'
import { UsageError } from './endings.ts'

const fieldList = orderFieldNames.join(', ')

/** `Column=field`; nothing after the last `=` leaves the column out. Throws `UsageError`. */
export function parseMapEntry(text: string): [column: string, field: OrderField | null] {
  const at = text.lastIndexOf('=')
  if (at <= 0) throw new UsageError(`--map must be 'Column=field', not "${text}".`)
  const field = text.slice(at + 1).trim()
  if (field === '') return [text.slice(0, at), null]
  const known = orderFieldNames.find((name) => name === field)
  if (known === undefined) throw new UsageError(`There is no field "${field}". Fields: ${fieldList}.`)
  return [text.slice(0, at), known]
}

/** A JSON object of column -> field. Throws `UsageError`. */
export function parseMappingFile(text: string): Mapping {
  const parsed = mappingSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new UsageError(
    `The mapping file must be a JSON object such as {"Sample name": "client_reference"}. Fields: ${fieldList}.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The suggested mapping with the changes on top; a field that a change takes is taken from the suggestion. */
export function applyMapping(
  { columns, suggestedMapping }: Pick<ImportDraft, 'columns' | 'suggestedMapping'>,
  changes: Mapping,
): Mapping {
  const stranger = Object.keys(changes).find((column) => !columns.includes(column))
  if (stranger !== undefined)
    throw new UsageError(`The file has no column "${stranger}". Columns: ${columns.join(', ')}.`)
  const taken = new Set(Object.values(changes))
  const kept = Object.entries(suggestedMapping).map(([column, field]) => [
    column,
    taken.has(field) ? null : field,
  ])
  return { ...Object.fromEntries(kept), ...changes }
}
