import type { Problem, ReadingNote, ValueMap } from '../../../shared/domain/importing.ts'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import type { OrderFields } from '../../../shared/domain/sample.ts'
import type { FieldSource, RowPlan } from '../mapping.ts'
import type { CellNote, TableRow } from '../tableRow.ts'
import { createAgeLetterWatch, createAgeUnitWatch, unitOfHeader } from './ageUnits.ts'
import { createCellCheck, createCheck, type Reading } from './cellCheck.ts'
import { createDayNumberWatch } from './dayNumberWatch.ts'
import { createDonorWatch } from './donorWatch.ts'
import { error, type Finding, type Watch, warning } from './finding.ts'
import { createJoinedCheck } from './joinedCheck.ts'
import { missing } from './limits.ts'
import { createLooks } from './looks.ts'
import { createMissingWords } from './missingWords.ts'
import { type ColumnReader, createColumnReader, createLoneNameWatch } from './readingNotes.ts'
import { createSeenOrders, toPrint } from './seenOrders.ts'
import { createSexWatch } from './sexes.ts'
import { createSignWatch } from './signWatch.ts'
import { shorten, structureProblem } from './structure.ts'
import { createZeroWatch } from './zeroWatch.ts'

/**
 * A row with its verdict. `fields` only for rows that can be sent, and so are `notes`: the cells of the columns that
 * are kept here with the sample, but for empty ones; null where there is none. `duplicate`: the same order stands above.
 */
export type CheckedRow = {
  row: number
  verdict: 'valid' | 'invalid' | 'duplicate'
  fields: OrderFields | null
  notes: Record<string, string> | null
  problems: readonly Problem[]
}

/** Shared by all rows without a problem, of which there may be millions. */
const none: readonly Problem[] = []

export type RowCheckOptions = Reading & {
  columns: readonly string[]
  plan: RowPlan
  /** Nobody chose the decimal sign: it was found in the file, or is the usual one. */
  isDecimalFound?: boolean
  /** Nobody chose `ageUnit`: what a header names counts before it, and its use is noted. */
  isAgeUnitAssumed?: boolean
  /** Column -> what is read in place of some of its texts. */
  values?: Readonly<Record<string, ValueMap>>
  /** Words for missing values are read as empty. */
  missingWords?: boolean
}

export type RowCheck = {
  check(row: TableRow): CheckedRow
  /** What shows only when all rows were seen. */
  finish(): { problems: Problem[]; notes: ReadingNote[] }
}

/** Checks rows one after another; remembers names and spellings, so one check is for one reading of one file. */
export function createRowCheck({
  columns,
  plan,
  isDecimalFound = false,
  isAgeUnitAssumed = false,
  values = {},
  missingWords = true,
  ...reading
}: RowCheckOptions): RowCheck {
  const seen = createSeenOrders()
  const once = createOnce()
  const fixed = toFixed(plan, reading)
  const readerOf = (rule: FieldRule, column: string, isUnitNamed: boolean) =>
    createColumnReader({ rule, column, values: valuesOf(values, column), missingWords, isUnitNamed })
  const joins = toJoins(columns, plan, reading, readerOf)
  const checks = plan.fields.flatMap(({ rule, column, from }) => {
    if (from.kind !== 'column' || column === null) return []
    const named = isAgeUnitAssumed && rule.type === 'age' ? unitOfHeader(column) : null
    const ageUnit = named ?? reading.ageUnit
    const isUnitNamed = named !== null || !isAgeUnitAssumed
    const reader = readerOf(rule, column, isUnitNamed)
    const cellCheck = createCellCheck(rule, { ...reading, ageUnit }, seen.add, reader.changing)
    return [
      {
        rule,
        field: rule.field,
        column,
        index: from.index,
        reader,
        ageUnit,
        isUnitNamed,
        ...cellCheck,
      },
    ]
  })
  const ageWatches = checks.flatMap(({ rule, column, index, isUnitNamed }) =>
    rule.type === 'age' && !isUnitNamed ? [createAgeUnitWatch(column, index, columns, reading)] : [],
  )
  const watches: { index: number; watch: Watch }[] = [
    ...toWatches(columns, plan),
    ...(isDecimalFound ? toSignWatches(columns, plan, reading.decimal) : []),
    ...toSexWatches(plan, values),
    ...checks.flatMap(({ rule, column, index, ageUnit, isUnitNamed }) =>
      rule.type === 'age' && !(isUnitNamed && ageUnit === 'months')
        ? [{ index, watch: createAgeLetterWatch(column, valuesOf(values, column)) }]
        : [],
    ),
  ]
  let watching = watches
  const donors = toDonorWatch(columns, plan)
  const referenceColumn = plan.fields.find(({ rule }) => rule.type === 'reference')?.column ?? null
  const looks = createLooks(referenceColumn, seen.rowOf)
  const names = createLoneNameWatch(columns.length)
  let firstRow: number | null = null
  /** The first cell of each column of days that was refused. */
  const misread = new Map<string, { row: number; value: string }>()

  const tell = (
    row: number,
    column: string | null,
    cell: string,
    findings: readonly Finding[],
  ): Problem[] => {
    const value = shorten(cell)
    if (column !== null && !misread.has(column) && findings.some(({ rule }) => rule === 'date'))
      misread.set(column, { row, value })
    return findings
      .filter((finding) => once(column, cell, finding))
      .map((finding) => ({ row, column, value, ...finding }))
  }

  /** What is not sent as it stands may tell two orders apart all the same. */
  const addCells = (places: readonly { index: number }[], cells: readonly string[]): void => {
    for (const { index } of places) seen.add(toPrint((cells[index] ?? '').trim()))
  }

  const checkCells = ({ row, cells, notes }: TableRow): { fields: Fields; problems: readonly Problem[] } => {
    const fields: Fields = {}
    let problems = none
    seen.begin()
    for (const { column, rule, field, index, reader, sound, check } of checks) {
      const written = cells[index] ?? ''
      const atOnce = notes ? undefined : sound(written)
      if (atOnce !== undefined) {
        setField(fields, field, atOnce)
        continue
      }
      const cell = reader.read(row, written)
      const { value, findings: ofCell, reading: done } = check(cell)
      const ofRead =
        cell === '' && written !== '' ? ofCell.map((one) => namingWord(one, field, written)) : ofCell
      const findings = notes ? [...ofRead, ...findingsOf(notes, index, rule.type)] : ofRead
      if (value !== undefined) {
        setField(fields, field, value)
        if (done !== undefined) reader.count(done, row, written, value)
      }
      if (findings.length > 0) problems = [...problems, ...tell(row, column, written, findings)]
    }
    for (const { rule, sources, column, check } of joins) {
      const { text, value, findings } = check(sources.map(({ index, read }) => read(row, cells[index] ?? '')))
      seen.add(toPrint(value))
      // Without a separator, 1 and 23 make the same text as 12 and 3. A day is the same however its parts are written.
      if (rule.type !== 'day') addCells(sources, cells)
      if (value !== undefined) setField(fields, rule.field, value)
      const ofWhole = findings.flatMap(({ part, finding }) => (part === null ? [finding] : []))
      const ofParts = sources.flatMap(({ column: name, index }, place) => {
        const inPart = findings.flatMap(({ part, finding }) => (part === place ? [finding] : []))
        const said = notes ? findingsOf(notes, index, rule.type) : []
        return tell(row, name, cells[index] ?? '', [...inPart, ...said])
      })
      if (ofParts.length > 0 || ofWhole.length > 0)
        problems = [...problems, ...ofParts, ...tell(row, column, text, ofWhole)]
    }
    addCells(plan.notes, cells)
    for (const { field, value, text, findings } of fixed) {
      setField(fields, field, value)
      if (findings.length > 0) problems = [...problems, ...tell(row, null, text, findings)]
    }
    return { fields, problems }
  }

  /** The problem of a name that stands above already, and whether it is the same order again. */
  const repeats = (row: number, reference: string): Problem | null => {
    looks.see(row, reference)
    const first = seen.note(row, reference)
    if (!first) return null
    const message = first.same
      ? `The row says the same as line ${first.row}. The order is placed once.`
      : `“${reference}” names a sample with other values on line ${first.row}. Give each sample a name of its own, or remove one of the rows.`
    const rule = first.same ? 'duplicate-in-file' : 'conflicting-row'
    return { row, column: referenceColumn, value: reference, rule, message, severity: 'error' }
  }

  const notesOf =
    plan.notes.length === 0 ? () => null : (cells: readonly string[]) => toNotes(plan.notes, cells)

  return {
    check(tableRow) {
      const { row, cells } = tableRow
      const broken = structureProblem(tableRow, columns)
      if (broken) return { row, verdict: 'invalid', fields: null, notes: null, problems: [broken] }
      firstRow ??= row
      for (const one of watching)
        if (!one.watch.see(row, cells[one.index] ?? '')) watching = watching.filter((other) => other !== one)
      for (const watch of ageWatches) watch.see(row, cells)
      const { fields, problems: ofCells } = checkCells(tableRow)
      donors?.watch.see(row, fields, cells)
      const reference = fields.client_reference
      if (
        reference !== undefined &&
        isPlaceholder(reference) &&
        Object.keys(fields).length <= 1 + fixed.length
      ) {
        const said = { row, column: referenceColumn, value: reference, ...noSample(reference) }
        return { row, verdict: 'invalid', fields: null, notes: null, problems: [...ofCells, said] }
      }
      const repeat = reference === undefined ? null : repeats(row, reference)
      names.see(row, cells, reference)
      if (!repeat && ofCells.length === 0 && isOrder(fields))
        return { row, verdict: 'valid', fields, notes: notesOf(cells), problems: ofCells }
      const problems = repeat ? [...ofCells, repeat] : ofCells
      const errors = problems.filter(({ severity }) => severity === 'error')
      if (errors.length === 0 && isOrder(fields))
        return { row, verdict: 'valid', fields, notes: notesOf(cells), problems }
      const double = errors.length === 1 && repeat?.rule === 'duplicate-in-file'
      return { row, verdict: double ? 'duplicate' : 'invalid', fields: null, notes: null, problems }
    },
    finish() {
      const units = ageWatches.flatMap((watch) => watch.note() ?? [])
      const problems = [
        ...looks.findings(),
        ...watches.flatMap(({ watch }) => watch.findings()),
        ...(donors ? donors.watch.findings(donors.column) : []),
        ...checks.flatMap(({ column, rule, isUnitNamed }) =>
          isAgeUnitAssumed || !isUnitNamed ? [] : otherUnit(column, rule, reading.ageUnit, firstRow),
        ),
        ...units.flatMap(({ column, message, severity, first }) =>
          severity === 'warning' ? [{ ...first, column, ...error('age-unit-assumed', message) }] : [],
        ),
        ...[...checks, ...joins].flatMap(({ column, hint }) =>
          toHint(column, hint(column), misread.get(column)),
        ),
      ]
      const readers = [
        ...checks.map(({ reader }) => reader),
        ...joins.flatMap(({ sources }) => sources.map(({ reader }) => reader)),
      ]
      const notes = [
        ...names.notes(),
        ...units.map(({ first: _first, ...note }) => note),
        ...readers.flatMap((reader) => reader.notes()),
      ]
      return { problems, notes }
    },
  }
}

const noPlaceholders = createMissingWords({ type: 'reference' })
const isPlaceholder = (reference: string): boolean => noPlaceholders.has(reference)

const noSample = (name: string): Finding =>
  error(
    'no-sample',
    `“${name}” stands for a missing value, and the row says nothing else, so it is no sample. Name the sample, or delete the row.`,
  )

/** An own entry, since a column may be called as something that every object has. */
const valuesOf = (values: Readonly<Record<string, ValueMap>>, column: string): ReadonlyMap<string, string> =>
  new Map(Object.entries((Object.hasOwn(values, column) ? values[column] : undefined) ?? {}))

/** Names the word that was read as empty, so that nobody looks for an empty cell. */
const namingWord = (finding: Finding, field: string, written: string): Finding =>
  finding.rule === 'required' ? { ...finding, message: missing(field, shorten(written.trim())) } : finding

type Fields = Partial<OrderFields>

/** What is said of a whole column or spelling is said once and not in every row. */
function createOnce(): (column: string | null, value: string, finding: Finding) => boolean {
  const said = new Set<string>()
  return (column, value, { rule, severity }) => {
    if (severity !== 'note') return true
    const key = `${rule}\n${column}\n${rule === 'normalised' ? value.trim().toLowerCase() : ''}`
    if (said.has(key)) return false
    said.add(key)
    return true
  }
}

/** Columns of names, in which a spreadsheet may have changed what only all rows together show. */
function toWatches(columns: readonly string[], { fields }: RowPlan) {
  return fields
    .filter(({ rule }) => rule.type === 'reference' || rule.field === 'donor_id')
    .flatMap(({ from }) =>
      from.kind === 'joined' ? from.indices : from.kind === 'column' ? [from.index] : [],
    )
    .flatMap((index) => {
      const column = columns[index] ?? ''
      return [
        { index, watch: createZeroWatch(column) },
        { index, watch: createDayNumberWatch(column) },
      ]
    })
}

/** Null where no column names donors. */
function toDonorWatch(columns: readonly string[], { fields }: RowPlan) {
  const donor = fields.find(({ rule }) => rule.field === 'donor_id')
  if (!donor || donor.column === null || donor.from.kind === 'constant') return null
  const sources = donor.from.kind === 'joined' ? donor.from.indices : [donor.from.index]
  const sex = fields.find(({ rule }) => rule.type === 'sex')
  const age = fields.find(({ rule }) => rule.type === 'age')
  return {
    column: donor.column,
    watch: createDonorWatch({
      columns,
      sources,
      sex: sex ? { field: sex.rule.field, column: sex.column } : null,
      age: age?.rule.field ?? null,
    }),
  }
}

const toSignWatches = (columns: readonly string[], { fields }: RowPlan, decimal: ',' | '.') =>
  fields.flatMap(({ rule, from }) =>
    from.kind === 'column' && (rule.type === 'number' || rule.type === 'age')
      ? [{ index: from.index, watch: createSignWatch(columns[from.index] ?? '', decimal) }]
      : [],
  )

const toSexWatches = ({ fields }: RowPlan, values: Readonly<Record<string, ValueMap>>) =>
  fields.flatMap(({ rule, column, from }) =>
    from.kind === 'column' && column !== null && rule.type === 'sex'
      ? [{ index: from.index, watch: createSexWatch(column, valuesOf(values, column)) }]
      : [],
  )

/** The values that are the same in all rows. */
function toFixed({ fields }: RowPlan, reading: Reading) {
  return fields.flatMap(({ rule, from }) => {
    if (from.kind !== 'constant') return []
    const { value, findings } = createCheck(rule, { ...reading, decimal: '.' }).check(from.value)
    return value === undefined ? [] : [{ field: rule.field, value, text: from.value, findings }]
  })
}

function toJoins(
  columns: readonly string[],
  { fields }: RowPlan,
  reading: Reading,
  readerOf: (rule: FieldRule, column: string, isUnitNamed: boolean) => ColumnReader,
) {
  return fields.flatMap(({ rule, from }: FieldSource) => {
    if (from.kind !== 'joined') return []
    const sources = from.indices.map((index) => {
      const column = columns[index] ?? ''
      const reader = readerOf(rule, column, true)
      return { index, column, reader, read: reader.read }
    })
    const check = createJoinedCheck(rule, from.separator, reading)
    return [{ rule, column: sources[0]?.column ?? '', sources, ...check }]
  })
}

function toHint(
  column: string,
  message: string | null,
  first: { row: number; value: string } | undefined,
): Problem[] {
  if (message === null || !first) return []
  return [{ ...first, column, rule: 'day-form', message, severity: 'error' }]
}

/** Weeks taken for years would be ages that nobody would notice. */
function otherUnit(
  column: string,
  { type }: FieldSource['rule'],
  unit: Reading['ageUnit'],
  row: number | null,
): Problem[] {
  const named = type === 'age' ? unitOfHeader(column) : null
  if (named === null || named === unit || row === null) return []
  const message = `The header “${column}” names ${named}, but these ages are read in ${unit}. Choose ${named} as their unit, or correct the header in the file.`
  return [{ row, column, value: null, ...error('age-unit', message) }]
}

function toNotes(places: RowPlan['notes'], cells: readonly string[]): Record<string, string> | null {
  const entries = places.flatMap(({ column, index }) => {
    const cell = cells[index] ?? ''
    return cell.trim() === '' ? [] : [[column, cell] as const]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** What the reader said about a cell. A date where a name is expected is what a spreadsheet has made of the name. */
function findingsOf(notes: readonly CellNote[], index: number, type: FieldType): Finding[] {
  return notes.flatMap(({ cell, ...finding }) => {
    if (cell !== index) return []
    return finding.rule === 'read-as-date' && type !== 'day' ? [madeDate] : [finding]
  })
}

const madeDate = warning(
  'excel-date',
  'The workbook holds a date here, which is perhaps a name that was turned into one (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.',
)

/** The usual ones written out, since a property by a changing name costs more than the check of a cell. */
function setField(fields: Fields, field: string, value: string | number): void {
  switch (field) {
    case 'client_reference':
      fields.client_reference = String(value)
      break
    case 'donor_id':
      fields['donor_id'] = value
      break
    case 'group':
      fields['group'] = value
      break
    case 'age':
      fields['age'] = value
      break
    case 'sex':
      fields['sex'] = value
      break
    case 'tissue':
      fields['tissue'] = value
      break
    case 'treatment':
      fields['treatment'] = value
      break
    case 'collected_at':
      fields['collected_at'] = value
      break
    default:
      fields[field] = value
  }
}

type FieldType = FieldSource['rule']['type']

const isOrder = (fields: Fields): fields is OrderFields => fields.client_reference !== undefined
