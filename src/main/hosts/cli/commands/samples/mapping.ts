import {
  type ImportDraft,
  type Mapping,
  type MappingTemplate,
  mappingSchema,
  type Transform,
  transformSchema,
} from '../../../../../shared/domain/samples/importing.ts'
import { type ImportPlan, keepUnused } from '../../../../../shared/domain/samples/importPlan.ts'
import type { OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { parseJson } from '../../../../../shared/json.ts'
import { UsageError } from '../../program/exitCodes.ts'

/** The requested changes to the suggestions of the file. */
export type PlanChanges = {
  mapping: Mapping
  transform: Partial<Transform>
  /** Entries of the form `Column:from=to`, parsed once the columns are known. */
  values?: readonly string[]
  template: MappingTemplate | null
  leaveOut?: readonly string[]
  /** The only columns to store. Empty means all unused columns. */
  keepOnly?: readonly string[]
}

/** Parses `Column=field`. An empty field leaves the column out. Throws `UsageError`. */
export function parseMapEntry(text: string): [column: string, field: string | null] {
  const at = text.lastIndexOf('=')
  if (at <= 0) throw new UsageError(`--map must be 'Column=field', not "${text}".`)
  return [text.slice(0, at), text.slice(at + 1).trim() || null]
}

/** Parses `Column:from=to` entries; columns and values may also contain a colon or =. Throws `UsageError`. */
function parseValueEntries(entries: readonly string[], columns: readonly string[]): Transform['values'] {
  if (entries.length === 0) return undefined
  const maps = new Map<string, Map<string, string>>()
  for (const entry of entries) {
    const fitting = columns.filter((column) => entry.startsWith(`${column}:`))
    const column = fitting.sort((a, b) => b.length - a.length)[0]
    if (column === undefined)
      throw new UsageError(
        `--value must be 'Column:from=to' with a column of the file, not "${entry}". Columns: ${columns.join(', ')}.`,
      )
    const rest = entry.slice(column.length + 1)
    const at = rest.lastIndexOf('=')
    if (at < 0) throw new UsageError(`--value must be 'Column:from=to', not "${entry}".`)
    const map = maps.get(column) ?? new Map<string, string>()
    maps.set(column, map.set(rest.slice(0, at).trim(), rest.slice(at + 1).trim()))
  }
  return Object.fromEntries([...maps].map(([column, map]) => [column, Object.fromEntries(map)]))
}

/** Merges the value replacements of each column. A later one wins for the same value. */
export function mergeValues(...all: readonly Transform['values'][]): NonNullable<Transform['values']> {
  const columns = new Set(all.flatMap((maps) => Object.keys(maps ?? {})))
  return Object.fromEntries(
    [...columns].map((column) => [column, Object.assign({}, ...all.map((maps) => maps?.[column]))]),
  )
}

/** Sets a unit that the user named, which is then no longer assumed. */
export function withAgeUnit(transform: Transform, ageUnit: Transform['ageUnit']): Transform {
  const { ageUnitAssumed: _assumed, ...others } = transform
  return { ...others, ageUnit }
}

/** Parses a JSON object of column -> field. Throws `UsageError`. */
export function parseMappingFile(text: string): Mapping {
  const parsed = mappingSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new UsageError(
    'The mapping file must be a JSON object of column and field, such as {"Sample name": "client_reference"}.',
  )
}

/** Parses the given parts of a transform from JSON; the others stay as suggested. Throws `UsageError`. */
export function parseTransformFile(text: string): Partial<Transform> {
  const json = parseJson(text)
  const parsed = transformSchema.safeParse(json)
  if (parsed.success)
    return Object.fromEntries(
      Object.entries(parsed.data).filter(([part]) => Object.hasOwn(Object(json), part)),
    )
  const [issue] = parsed.error.issues
  const where = issue && issue.path.length > 0 ? ` At "${issue.path.join('.')}": ${issue.message}.` : ''
  throw new UsageError(
    `The transform file must be a JSON object such as {"constants": {"tissue": "liver"}, "notes": ["Remarks"]}, with the parts ${Object.keys(transformSchema.shape).join(', ')}.${where}`,
  )
}

/** Returns the saved mapping of that name. Throws `UsageError` if there is none. */
export function templateOf(templates: readonly MappingTemplate[], name: string): MappingTemplate {
  const found = templates.find((template) => template.name === name)
  if (found) return found
  const names = templates.map((template) => `"${template.name}"`).join(', ')
  throw new UsageError(
    templates.length === 0
      ? `There is no saved mapping "${name}": none was saved in this profile.`
      : `There is no saved mapping "${name}". Saved are ${names}.`,
  )
}

type Draft = Pick<ImportDraft, 'columns' | 'suggestedMapping' | 'suggestedTransform'> & {
  template?: object | null
}

/**
 * Applies the options to the suggestions of the file or a saved mapping. A field that an option fills loses its
 * suggested source. A column mapped to a name that is not a field is stored under that name. All other unused columns
 * are stored as in the app. Throws `UsageError` for columns that the file does not have.
 */
export function toPlan(draft: Draft, changes: PlanChanges, form: OrderForm): ImportPlan {
  const { template, leaveOut = [], keepOnly = [] } = changes
  const base: ImportPlan = template
    ? { mapping: presentOf(template.mapping, draft.columns), transform: template.transform }
    : { mapping: draft.suggestedMapping, transform: draft.suggestedTransform }
  rejectUnknownColumns(draft.columns, changes)
  rejectContradictions(changes)
  const { sent, names } = splitMapping(changes.mapping, form)
  const { constants = {}, joined = {}, notes = [] } = changes.transform
  const taken = new Set([...Object.values(sent), ...Object.keys(constants), ...Object.keys(joined)])
  const free = <T>(given: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(given).filter(([field]) => !taken.has(field)))
  const omitted = new Set([...leaveOut, ...Object.keys(sent).filter((column) => sent[column] === null)])
  const untaken = Object.entries(base.mapping).map(([column, field]) => [
    column,
    taken.has(field) || omitted.has(column) || Object.hasOwn(names, column) ? null : field,
  ])
  const given = parseValueEntries(changes.values ?? [], draft.columns)
  const values = mergeValues(base.transform.values, changes.transform.values, given)
  const { ageFromDates, ...suggested } = base.transform
  const usesDates =
    ageFromDates &&
    !Object.hasOwn(sent, ageFromDates.born) &&
    !omitted.has(ageFromDates.born) &&
    !omitted.has(ageFromDates.taken)
  const noteNames = { ...base.transform.noteNames, ...changes.transform.noteNames, ...names }
  const mapping: Mapping = { ...Object.fromEntries(untaken), ...sent }
  const isStored = (column: string): boolean => !mapping[column] && !omitted.has(column)
  const transform: Transform = {
    ...suggested,
    ...(usesDates ? { ageFromDates } : {}),
    constants: free(base.transform.constants),
    joined: free(base.transform.joined),
    ...changes.transform,
    notes: [...new Set([...base.transform.notes.filter(isStored), ...notes, ...Object.keys(names)])],
    ...(Object.keys(noteNames).length > 0 ? { noteNames } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
  }
  const plan = {
    mapping,
    transform:
      changes.transform.ageUnit === undefined ? transform : withAgeUnit(transform, changes.transform.ageUnit),
  }
  if (keepOnly.length > 0)
    return keepUnused({ mapping, transform: { ...plan.transform, notes: [] } }, keepOnly.filter(isStored))
  // Columns that a saved mapping has but does not use were left out when it was saved, unless an option freed them.
  const wasUnused = (column: string): boolean =>
    (template ? template.columns.includes(column) : Boolean(draft.template)) &&
    !base.mapping[column] &&
    !base.transform.notes.includes(column)
  return keepUnused(
    plan,
    draft.columns.filter((column) => !omitted.has(column) && !wasUnused(column)),
  )
}

/** Separates columns that are sent as a field from columns that are stored under a name of the user's choice. */
function splitMapping(mapping: Mapping, form: OrderForm): { sent: Mapping; names: Record<string, string> } {
  const fields = form.map(({ field }) => field)
  const sent: Mapping = {}
  const names: Record<string, string> = {}
  for (const [column, target] of Object.entries(mapping)) {
    if (target === null || fields.includes(target)) sent[column] = target
    else {
      const meant = target === column ? undefined : fields.find((field) => isTypoOf(target, field))
      if (meant !== undefined)
        throw new UsageError(
          `There is no field "${target}" in an order. Did you mean "${meant}"? Fields: ${fields.join(', ')}.`,
        )
      names[column] = target
    }
  }
  return { sent, names }
}

/** True if two names differ only in case, spaces and punctuation, or in one letter. `group2` is never a typo. */
function isTypoOf(name: string, field: string): boolean {
  if (/\d/.test(name)) return false
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [a, b] = [letters(name), letters(field)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

function rejectContradictions({ mapping, leaveOut = [], keepOnly = [] }: PlanChanges): void {
  const used = new Set([...keepOnly, ...Object.keys(mapping).filter((column) => mapping[column] !== null)])
  const column = leaveOut.find((one) => used.has(one))
  if (column !== undefined)
    throw new UsageError(`"${column}" is in --leave-out and in --keep-only or --map: choose one.`)
}

/** Throws for missing columns: a script runs unattended, so they must not be ignored. */
function rejectUnknownColumns(
  columns: readonly string[],
  { mapping, transform, template, leaveOut = [], keepOnly = [] }: PlanChanges,
): void {
  const named = [...Object.keys(mapping), ...columnsOf(transform), ...leaveOut, ...keepOnly]
  const saved = template ? [...sentColumns(template.mapping), ...columnsOf(template.transform)] : []
  const missing = (names: readonly string[]) => names.find((name) => !columns.includes(name))
  const list = `Columns: ${columns.join(', ')}.`
  const unknownColumn = missing(named)
  if (unknownColumn !== undefined) throw new UsageError(`The file has no column "${unknownColumn}". ${list}`)
  const lost = missing(saved)
  if (lost !== undefined)
    throw new UsageError(
      `The file has no column "${lost}", which the saved mapping "${template?.name}" uses. ${list}`,
    )
}

/** Drops mapped columns that the file does not have. Missing columns that would be sent have already been rejected. */
const presentOf = (mapping: Mapping, columns: readonly string[]): Mapping =>
  Object.fromEntries(Object.entries(mapping).filter(([column]) => columns.includes(column)))

const sentColumns = (mapping: Mapping): string[] =>
  Object.keys(mapping).filter((column) => mapping[column] !== null)

const columnsOf = ({
  joined = {},
  notes = [],
  noteNames = {},
  values = {},
}: Partial<Transform>): string[] => [
  ...Object.values(joined).flatMap(({ columns }) => columns),
  ...notes,
  ...Object.keys(noteNames),
  ...Object.keys(values),
]
