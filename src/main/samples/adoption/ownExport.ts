import { type SampleState, sampleStateSchema } from '../../../shared/domain/samples/sample.ts'

export type ListedCell = string | number | boolean | null

/** A sample in the register of another computer, read from our own export. Times are ISO 8601. */
export type ExportedSample = {
  /** The fields of the order; null if the file has the column but the sample has no value. */
  fields: ReadonlyMap<string, string | number | null>
  status: string | null
  state: SampleState | null
  createdAt: string | null
  checkedAt: string | null
  service: string | null
  synthetic: boolean | null
  annotation: ExportedAnnotation | null
}

export type ExportedAnnotation = {
  group: string | null
  tags: string[]
  note: string | null
  fields: Record<string, string | number>
  changedAt: string | null
  changedBy: string | null
}

const requiredColumns = [
  'sample_id',
  'client_reference',
  'status',
  'state',
  'created_at',
  'service',
  'synthetic',
]
const annotationColumns = [
  'annotation_group',
  'annotation_tags',
  'annotation_note',
  'annotated_at',
  'annotated_by',
]
const fixedColumns: ReadonlySet<string> = new Set([
  ...requiredColumns,
  ...annotationColumns,
  'checked_at',
  'analysed_at',
])

/** Returns true for names that only our export uses. Its results must not be mistaken for annotations. */
const isOwnColumnName = (name: string): boolean =>
  name === 'analysed_at' || name.startsWith('clock_') || name.startsWith('annotation_')

/** Returns true if a column of our own export holds annotation values, which only the register knows. */
export const isCovariate = (column: string): boolean =>
  column.startsWith('annotation_') && !fixedColumns.has(column)

/** Returns true if these are the columns of the sample table that this app exports, or some of them. */
export function isOwnExport(columns: readonly string[]): boolean {
  const names = new Set(columns)
  const isPart = names.has('sample_id') && columns.some(isOwnColumnName)
  return names.size === columns.length && (isPart || requiredColumns.every((name) => names.has(name)))
}

/** Columns that the exports of samples, results, clocks and stored responses write after the fields of the order. */
const resultColumns: ReadonlySet<string> = new Set([
  ...requiredColumns.slice(2),
  ...annotationColumns,
  'checked_at',
  'analysed_at',
  'pathway',
  'measure',
  'chronological_age',
  'predicted_age',
  'analysis_id',
  'fetched_at',
])

/**
 * Returns the columns of a table that Pathclock exported and that hold states, results or annotations. The register has them,
 * so they are not added to samples. Empty for other tables. Columns that the user added before or after them do not count.
 */
export function ownResultColumns(columns: readonly string[]): string[] {
  const names = new Set(columns)
  if (!['sample_id', 'client_reference', 'service', 'synthetic'].every((name) => names.has(name))) return []
  const first = columns.findIndex((name) => resultColumns.has(name))
  const last = columns.findLastIndex((name) => resultColumns.has(name))
  return columns.slice(first, last + 1).filter((name) => name !== 'sample_id' && name !== 'client_reference')
}

/** Returns the delimiter of our own text export, from its first line; null for other files. */
export function ownDelimiter(start: string): ',' | ';' | '\t' | null {
  const [first = ''] = start.replace(/^\uFEFF/, '').split('\n')
  const delimiters = [',', ';', '\t'] as const
  return (
    delimiters.find((by) => requiredColumns.every((name) => first.trimEnd().split(by).includes(name))) ?? null
  )
}

/** The columns in our own export: order fields before `status`, annotations after it, else by name alone. */
type ExportLayout = {
  fields: ReadonlyMap<string, string>
  covariates: ReadonlyMap<string, string>
  /** Columns that hold results; they are fetched from the service and never read from a file. */
  results: readonly string[]
}

export function toLayout(columns: readonly string[]): ExportLayout {
  const fields = new Map<string, string>()
  const covariates = new Map<string, string>()
  const results: string[] = []
  const statusIndex = columns.indexOf('status')
  const all = new Set(columns)
  columns.forEach((column, index) => {
    const isAfter = index > statusIndex
    if (column === 'analysed_at' || (isAfter && column.startsWith('clock_'))) results.push(column)
    else if (fixedColumns.has(column)) return
    else if (isAfter && column.startsWith('annotation_')) {
      const name = originalName(column, 'annotation_field_', all)
      covariates.set(column, name.slice(name.startsWith('annotation_') ? 'annotation_'.length : 0))
    } else fields.set(column, originalName(column, 'field_', all))
  })
  return { fields, covariates, results }
}

/** Returns the name without `prefix`, which the export adds if another column has the same name. */
function originalName(column: string, prefix: string, columns: ReadonlySet<string>): string {
  let name = column
  while (name.startsWith(prefix)) {
    const rest = name.slice(prefix.length)
    if (rest !== '' && !columns.has(rest)) break
    name = rest
  }
  return name
}

type Cells = ReadonlyMap<string, ListedCell>

/** Returns one row of our own export. Values in a format that the export does not write count as missing. */
export function toExported(cells: Cells, layout: ExportLayout): ExportedSample {
  const synthetic = String(cells.get('synthetic') ?? '').toLowerCase()
  return {
    fields: new Map([...layout.fields].map(([column, name]) => [name, toValue(cells.get(column))])),
    status: toText(cells.get('status')),
    state: sampleStateSchema.safeParse(cells.get('state')).data ?? null,
    createdAt: toTime(cells.get('created_at')),
    checkedAt: toTime(cells.get('checked_at')),
    service: toText(cells.get('service')),
    synthetic: synthetic === 'true' || (synthetic === 'false' ? false : null),
    annotation: toAnnotation(cells, layout),
  }
}

function toAnnotation(cells: Cells, { covariates }: ExportLayout): ExportedAnnotation | null {
  const annotationFields = [...covariates].flatMap(([column, name]) => {
    const value = toValue(cells.get(column))
    return value === null ? [] : [[name, value] as const]
  })
  const isAnnotated =
    annotationFields.length > 0 || annotationColumns.some((name) => toText(cells.get(name)) !== null)
  if (!isAnnotated) return null
  return {
    group: toText(cells.get('annotation_group')),
    tags: toTags(toText(cells.get('annotation_tags')) ?? ''),
    note: toText(cells.get('annotation_note')),
    fields: Object.fromEntries(annotationFields),
    changedAt: toTime(cells.get('annotated_at')),
    changedBy: toText(cells.get('annotated_by')),
  }
}

/** Splits tags joined by `; `. A `;` or `\` within a tag is escaped with `\`. */
const toTags = (joined: string): string[] =>
  (joined.match(/(?:\\.|[^\\;]|\\$)+/gs) ?? [])
    .map((tag) => tag.trim().replaceAll(/\\([\\;])/g, '$1'))
    .filter((tag) => tag !== '')

const toText = (cell: ListedCell | undefined): string | null =>
  cell === null || cell === undefined || cell === '' ? null : String(cell)

const toValue = (cell: ListedCell | undefined): string | number | null =>
  typeof cell === 'boolean' ? String(cell) : (cell ?? null)

function toTime(cell: ListedCell | undefined): string | null {
  const time = typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  return Number.isNaN(time) || new Date(time).toISOString() !== cell ? null : cell
}
