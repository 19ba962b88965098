import type {
  Problem,
  ReadingNote,
  Transform,
  ValueMap,
} from '../../../../shared/domain/samples/importing.ts'
import { ownEntry } from '../../../../shared/domain/samples/importPlan.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import {
  ageUnitMessages,
  createAgeLetterRule,
  createAgeUnitRule,
  createUnitReader,
  findUnitColumn,
} from '../cells/ageUnits.ts'
import { createCellCheck, createCheck, createJoinedCheck, missing, type Reading } from '../cells/cellCheck.ts'
import { createDayNumberRule } from '../cells/dates.ts'
import { hashValue } from '../cells/fastCheck.ts'
import { createMissingWords } from '../cells/missingWords.ts'
import { createSignRule, createZeroRule } from '../cells/numbers.ts'
import { createSexRule } from '../cells/sexes.ts'
import { createFormulaRule, createLookalikeRule, createSpellingRule } from '../cells/text.ts'
import { unitOfHeader } from '../detect/headerWords.ts'
import { error, type Fields, type FileRule, type Finding, warning } from '../finding.ts'
import { createDonorRule } from '../mapping/renumberedDonors.ts'
import type { FieldSource, RowPlan } from '../mapping/rowPlan.ts'
import { type CellNote, shorten, structureProblem, type TableRow } from '../tableRow.ts'
import { createDateAge } from './dateAges.ts'
import { createDuplicateOrders } from './duplicateOrders.ts'
import { createColumnReader, createSingleNameRule, createUnreadAges } from './readingNotes.ts'

/**
 * A row with its result. `fields` and `notes` are set only for rows that can be sent. `notes`: the non-empty cells of
 * the columns stored locally with the sample, or null. `duplicate`: an earlier row has the same order. `record`: the
 * row of the file without its corrections, if it was requested.
 */
export type CheckedRow = {
  row: number
  status: 'valid' | 'invalid' | 'duplicate'
  fields: OrderFields | null
  notes: Record<string, string> | null
  problems: readonly Problem[]
  record: TableRow | null
}

/** One empty list shared by all rows without a problem, since there may be millions. */
const noProblems: readonly Problem[] = []

type RowCheckOptions = Reading &
  Pick<Transform, 'ageUnitAssumed' | 'values' | 'unreadAges'> & {
    columns: readonly string[]
    plan: RowPlan
    /** True if the user did not choose the decimal sign: it was detected or is the default. */
    isDecimalFound?: boolean | undefined
    /** Words for missing values are read as empty. */
    missingWords: boolean
  }

type FieldReader = {
  /** Sets the field of a row, if it has a value, and returns the problems of its cells. */
  read(row: TableRow, fields: Fields): readonly Problem[]
  /** Returns the problems of its columns as a whole. `firstRow`: the first row that was checked. */
  problems?(firstRow: number | null): Problem[]
  notes?(): ReadingNote[]
}

/** Checks rows in sequence. It remembers names and spellings, so use one check for one reading of one file. */
export function createRowCheck(options: RowCheckOptions) {
  const { columns, plan } = options
  const orders = createDuplicateOrders()
  const context = createContext(options, orders.add)
  const readersOf = (kind: FieldSource['from']['kind']): FieldReader[] =>
    plan.fields.flatMap((source) => (source.from.kind === kind ? createFieldReader(source, context) : []))
  const readers = [...readersOf('column'), ...readersOf('dates'), ...readersOf('joined')]
  const constants = readersOf('constant')
  const reference = plan.fields.find(({ rule }) => rule.type === 'reference')?.column ?? null
  const cellRules = createCellRules(context)
  const nameRules = [createSingleNameRule(columns.length), createLookalikeRule(reference, orders.rowOf)]
  let activeCellRules = cellRules
  let activeNameRules = nameRules
  let firstRow: number | null = null

  /** Returns the problem of a name that an earlier row already has, for the same order or a different one. */
  const findRepeat = (row: number, name: string): Problem | null => {
    const first = orders.note(row, name)
    if (!first) return null
    const text = first.same
      ? message('check.rowRepeatsLineSample', { row: first.row })
      : message('check.lineSameNameOther', { row: first.row, reference: name })
    const rule = first.same ? 'duplicate-in-file' : 'conflicting-row'
    return { row, column: reference, value: name, rule, message: text, severity: 'error' }
  }

  return {
    check(tableRow: TableRow): CheckedRow {
      const { row, cells } = tableRow
      const broken = structureProblem(tableRow, columns)
      if (broken) return refused(row, [broken])
      firstRow ??= row
      const fields: Fields = {}
      let problems = noProblems
      orders.begin()
      context.ageNotes = null
      for (const reader of readers) {
        const found = reader.read(tableRow, fields)
        if (found.length > 0) problems = [...problems, ...found]
      }
      for (const { index } of plan.notes) orders.add(hashValue((cells[index] ?? '').trim()))
      for (const reader of constants) problems = [...problems, ...reader.read(tableRow, fields)]
      activeCellRules = observe(activeCellRules, row, cells, fields)
      const name = fields.client_reference
      if (name !== undefined && isPlaceholder(name) && Object.keys(fields).length <= 1 + constants.length)
        return refused(row, [...problems, { row, column: reference, value: name, ...placeholder(name) }])
      activeNameRules = observe(activeNameRules, row, cells, fields)
      const repeat = name === undefined ? null : findRepeat(row, name)
      if (repeat) problems = [...problems, repeat]
      const isRefused = problems.some(({ severity }) => severity === 'error')
      if (!isRefused && isOrder(fields)) {
        const notes = toNotes(plan.notes, cells, context.ageNotes)
        return { row, status: 'valid', fields, notes, problems, record: null }
      }
      const isDuplicate =
        repeat?.rule === 'duplicate-in-file' &&
        problems.filter(({ severity }) => severity === 'error').length === 1
      return refused(row, problems, isDuplicate ? 'duplicate' : 'invalid')
    },
    /** Returns the findings that depend on all rows. */
    finish: (): { problems: Problem[]; notes: ReadingNote[] } => ({
      problems: [...nameRules, ...cellRules, ...readers].flatMap((one) => one.problems?.(firstRow) ?? []),
      notes: [...nameRules, ...cellRules, context.unreadAges, ...readers].flatMap(
        (one) => one.notes?.() ?? [],
      ),
    }),
  }
}

const refused = (
  row: number,
  problems: readonly Problem[],
  status: 'invalid' | 'duplicate' = 'invalid',
): CheckedRow => ({ row, status, fields: null, notes: null, problems, record: null })

const isOrder = (fields: Fields): fields is OrderFields => fields.client_reference !== undefined

/** Shows a row to the rules, and returns those that have not seen enough. */
function observe(rules: FileRule[], row: number, cells: readonly string[], fields: Fields): FileRule[] {
  let active = rules
  for (const rule of rules)
    if (!rule.observe(row, cells, fields)) active = active.filter((other) => other !== rule)
  return active
}

type Context = ReturnType<typeof createContext>

/** Creates the state shared by the readers of all fields. `add` receives the hash of each value of an order. */
function createContext(options: RowCheckOptions, add: (hash: number) => void) {
  const { columns, missingWords } = options
  const isFirstNote = createNoteFilter()
  const refusedDays = new Map<string, { row: number; value: string }>()
  return {
    options,
    add,
    unreadAges: createUnreadAges(options.unreadAges === 'note'),
    /** The ages of the current row that become notes, by their columns. */
    ageNotes: null as Record<string, string> | null,
    columnReader: (rule: FieldRule, column: string, isUnitNamed = true) =>
      createColumnReader({ rule, column, values: valuesOf(options, column), missingWords, isUnitNamed }),
    /** Adds a cell that is not sent unchanged, since it may still distinguish two orders. */
    addCell: (cell = ''): void => add(hashValue(cell.trim())),
    toProblems(row: number, column: string | null, cell: string, findings: readonly Finding[]): Problem[] {
      if (findings.length === 0) return []
      const value = shorten(cell)
      if (column !== null && !refusedDays.has(column) && findings.some(({ rule }) => rule === 'date'))
        refusedDays.set(column, { row, value })
      return findings
        .filter((finding) => isFirstNote(column, cell, finding))
        .map((finding) => ({ row, column, value, ...finding }))
    },
    /** Returns the problem of a column of days that were refused, with its remedy. */
    dayProblems(column: string, hint: Message | null): Problem[] {
      const first = refusedDays.get(column)
      return hint && first ? [{ ...first, column, rule: 'day-form', message: hint, severity: 'error' }] : []
    },
    nameOf: (index: number): string => columns[index] ?? '',
  }
}

function createFieldReader({ rule, from }: FieldSource, context: Context): FieldReader[] {
  switch (from.kind) {
    case 'column':
      return [createColumnField(rule, from.index, context)]
    case 'dates':
      return [createDateField(rule, from.indices, context)]
    case 'joined':
      return [createJoinedField(rule, from, context)]
    case 'constant':
      return createConstantField(rule, from.value, context)
  }
}

/** Returns the unit for the ages of a column. `isUnitNamed`: the user or the header named it. */
function ageUnitOf(rule: FieldRule, column: string, { ageUnit, ageUnitAssumed }: RowCheckOptions) {
  const named = ageUnitAssumed && rule.type === 'age' ? unitOfHeader(column) : null
  return { ageUnit: named ?? ageUnit, isUnitNamed: named !== null || !ageUnitAssumed }
}

function createColumnField(rule: FieldRule, index: number, context: Context): FieldReader {
  const { options, add, unreadAges, toProblems } = context
  const { field } = rule
  const column = context.nameOf(index)
  const { ageUnit, isUnitNamed } = ageUnitOf(rule, column, options)
  const reader = context.columnReader(rule, column, isUnitNamed)
  const { check, fastCheck, hint } = createCellCheck(rule, { ...options, ageUnit }, add, reader.replaceable)
  const unitCells = rule.type === 'age' ? createUnitCells(options, index) : null
  const isAge = rule.type === 'age'
  return {
    read({ row, cells, notes }, fields) {
      const cell = cells[index] ?? ''
      const written = unitCells ? unitCells.withUnit(cell, cells) : cell
      const fastValue = notes ? undefined : fastCheck(written)
      if (fastValue !== undefined) {
        setField(fields, field, fastValue)
        return noProblems
      }
      const text = reader.read(row, written)
      const checked = check(text)
      if (isAge && unreadAges.take(row, rule, column, text, checked)) {
        context.ageNotes = { ...context.ageNotes, [column]: written }
        reader.count('age-noted', row, written, '')
        add(hashValue(written))
        return noProblems
      }
      const { value, reading } = checked
      if (value !== undefined) {
        setField(fields, field, value)
        if (reading !== undefined) reader.count(reading, row, written, value)
      }
      const isMissingWord = text === '' && written !== ''
      const findings = isMissingWord
        ? checked.findings.map((one) => withMissingWord(one, field, written))
        : checked.findings
      if (findings.length === 0 && !notes) return noProblems
      return toProblems(row, column, written, [...findings, ...findingsOf(notes, index, rule.type)])
    },
    problems: (firstRow) => [
      ...(options.ageUnitAssumed ? [] : unitMismatch(column, rule, options.ageUnit, firstRow)),
      ...context.dayProblems(column, hint(column)),
    ],
    notes: reader.notes,
  }
}

/** Reads an age from the days of birth and sampling. */
function createDateField(
  rule: FieldRule,
  [born, taken]: [number, number],
  { options, add, columnReader, toProblems, dayProblems, nameOf }: Context,
): FieldReader {
  const column = nameOf(born)
  const toColumn = (index: number) => ({
    name: nameOf(index),
    index,
    reader: columnReader({ ...rule, type: 'day' }, nameOf(index)),
  })
  const age = createDateAge(rule, options.dayFormat, toColumn(born), toColumn(taken))
  return {
    read({ row, cells }, fields) {
      const { value, findings } = age.check(row, cells)
      if (value !== undefined) {
        setField(fields, rule.field, value)
        add(hashValue(value))
      }
      return toProblems(row, column, cells[born] ?? '', findings)
    },
    problems: () => dayProblems(column, age.hint(column)),
    notes: () => age.notes(column),
  }
}

/** Reads a field from the texts of several columns. */
function createJoinedField(
  rule: FieldRule,
  { indices, separator }: Extract<FieldSource['from'], { kind: 'joined' }>,
  { options, add, addCell, columnReader, toProblems, dayProblems, nameOf }: Context,
): FieldReader {
  const parts = indices.map((index) => ({ index, reader: columnReader(rule, nameOf(index)) }))
  const { check, hint } = createJoinedCheck(rule, separator, options)
  const column = nameOf(indices[0] ?? -1)
  return {
    read({ row, cells, notes }, fields) {
      const { text, value, findings } = check(
        parts.map(({ index, reader }) => reader.read(row, cells[index] ?? '')),
      )
      add(hashValue(value))
      // Without a separator, 1 and 23 make the same text as 12 and 3. A day is the same however its parts are written.
      if (rule.type !== 'day') for (const { index } of parts) addCell(cells[index])
      if (value !== undefined) setField(fields, rule.field, value)
      const findingsAt = (at: number | null) =>
        findings.flatMap(({ part, finding }) => (part === at ? [finding] : []))
      return [
        ...parts.flatMap(({ index }, at) =>
          toProblems(row, nameOf(index), cells[index] ?? '', [
            ...findingsAt(at),
            ...findingsOf(notes, index, rule.type),
          ]),
        ),
        ...toProblems(row, column, text, findingsAt(null)),
      ]
    },
    problems: () => dayProblems(column, hint(column)),
    notes: () => parts.flatMap(({ reader }) => reader.notes()),
  }
}

/** Sets a field to the same value in all rows. */
function createConstantField(rule: FieldRule, text: string, { options, toProblems }: Context): FieldReader[] {
  const { value, findings } = createCheck(rule, { ...options, decimal: '.' }).check(text)
  if (value === undefined) return []
  const read: FieldReader['read'] = ({ row }, fields) => {
    setField(fields, rule.field, value)
    return findings.length === 0 ? noProblems : toProblems(row, null, text, findings)
  }
  return [{ read }]
}

/** Reads an age together with the unit in a column beside it, as “14 months”. Null: there is no such column. */
function createUnitCells(options: RowCheckOptions, index: number) {
  const { columns } = options
  const unitAt = findUnitColumn(columns, index)
  if (unitAt < 0) return null
  const read = createUnitReader(columns[unitAt] ?? '')
  const mapped = valuesOf(options, columns[index] ?? '')
  const ofHeader = unitOfHeader(columns[index] ?? '')
  return {
    withUnit(written: string, cells: readonly string[]): string {
      const text = written.trim()
      if (!/^\d[\d.,]*$/.test(text) || mapped.has(text)) return written
      const unitCell = cells[unitAt] ?? ''
      const unit = read(unitCell)
      if (unit === 'none' || unit === ofHeader) return written
      // A unit that the header contradicts, or that no age has, is left for the check to refuse.
      return unit === 'unknown' || ofHeader !== null ? `${text} ${unitCell.trim()}?` : `${text} ${unit}`
    },
    namesUnit: (cells: readonly string[]): boolean => read(cells[unitAt] ?? '') !== 'none',
  }
}

/** Creates the rules for problems that only many rows together reveal, in reporting order. */
function createCellRules({ options, nameOf }: Context): FileRule[] {
  const { columns, plan, decimal } = options
  const ofColumns = (
    types: readonly FieldRule['type'][],
    create: (column: string, index: number, rule: FieldRule) => FileRule[],
  ): FileRule[] =>
    plan.fields.flatMap(({ rule, from }) =>
      from.kind === 'column' && types.includes(rule.type) ? create(nameOf(from.index), from.index, rule) : [],
    )
  const nameColumns = plan.fields
    .filter(({ rule }) => rule.type === 'reference' || rule.field === 'donor_id')
    .flatMap(({ from }) =>
      from.kind === 'joined' ? from.indices : from.kind === 'column' ? [from.index] : [],
    )
  const donor = toDonorRule(columns, plan)
  return [
    ...nameColumns.flatMap((index) =>
      [createZeroRule, createDayNumberRule, createFormulaRule].map((create) => create(nameOf(index), index)),
    ),
    ...ofColumns(options.isDecimalFound ? ['number', 'age'] : [], (column, index) => [
      createSignRule(column, index, decimal),
    ]),
    ...ofColumns(['sex'], (column, index) => [createSexRule(column, index, valuesOf(options, column))]),
    // Two spellings of one value would be two groups.
    ...ofColumns(['text'], (column, index) => [createSpellingRule(column, index)]),
    ...ofColumns(['age'], (column, index, rule) => {
      const { ageUnit, isUnitNamed } = ageUnitOf(rule, column, options)
      const isInMonths = isUnitNamed && ageUnit === 'months'
      return isInMonths ? [] : [createAgeLetterRule(column, index, valuesOf(options, column))]
    }),
    ...(donor ? [donor] : []),
    ...ofColumns(['age'], (column, index, rule) => {
      if (ageUnitOf(rule, column, options).isUnitNamed) return []
      const unitCells = createUnitCells(options, index)
      return [createAgeUnitRule(column, index, columns, options, unitCells?.namesUnit ?? null)]
    }),
  ]
}

/** Null where no column names donors. */
function toDonorRule(columns: readonly string[], { fields }: RowPlan): FileRule | null {
  const donor = fields.find(({ rule }) => rule.field === 'donor_id')
  if (!donor || donor.column === null || donor.from.kind === 'constant' || donor.from.kind === 'dates')
    return null
  const sex = fields.find(({ rule }) => rule.type === 'sex')
  return createDonorRule({
    column: donor.column,
    columns,
    sources: donor.from.kind === 'joined' ? donor.from.indices : [donor.from.index],
    sex: sex ? { field: sex.rule.field, column: sex.column } : null,
    age: fields.find(({ rule }) => rule.type === 'age')?.rule.field ?? null,
  })
}

const placeholderWords = createMissingWords({ type: 'reference' })
const isPlaceholder = (reference: string): boolean => placeholderWords.has(reference)

const placeholder = (name: string): Finding =>
  error('no-sample', message('check.meansMissingValueRest', { name }))

/** Returns the replacements for some texts of a column. */
const valuesOf = ({ values = {} }: RowCheckOptions, column: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(ownEntry<ValueMap>(values, column) ?? {}))

/** Names the word that was read as empty, so the user does not look for an empty cell. */
const withMissingWord = (finding: Finding, field: string, written: string): Finding =>
  finding.rule === 'required' ? { ...finding, message: missing(field, shorten(written.trim())) } : finding

/** Filters notes on a whole column or spelling, so each is reported once instead of in every row. */
function createNoteFilter(): (column: string | null, value: string, finding: Finding) => boolean {
  const seen = new Set<string>()
  return (column, value, { rule, severity }) => {
    if (severity !== 'note') return true
    const key = `${rule}\n${column}\n${rule === 'normalised' ? value.trim().toLowerCase() : ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}

/** Reports a mismatch of units: weeks read as years would give ages that still look plausible. */
function unitMismatch(
  column: string,
  { type }: FieldRule,
  unit: Reading['ageUnit'],
  row: number | null,
): Problem[] {
  const named = type === 'age' ? unitOfHeader(column) : null
  if (named === null || named === unit || row === null) return []
  const text = message('check.headerNamesAgesRead', {
    column,
    named: ageUnitMessages[named],
    unit: ageUnitMessages[unit],
  })
  return [{ row, column, value: null, ...error('age-unit', text) }]
}

function toNotes(
  noteColumns: RowPlan['notes'],
  cells: readonly string[],
  ageNotes: Record<string, string> | null,
): Record<string, string> | null {
  if (noteColumns.length === 0) return ageNotes
  const entries = noteColumns.flatMap(({ name, index }) => {
    const cell = cells[index] ?? ''
    return cell.trim() === '' ? [] : [[name, cell] as const]
  })
  return entries.length === 0 ? ageNotes : { ...Object.fromEntries(entries), ...ageNotes }
}

/**
 * Returns the reader's findings on a cell. A date in a column of names was probably a name that a spreadsheet changed.
 */
function findingsOf(
  notes: readonly CellNote[] | null,
  index: number,
  type: FieldRule['type'],
): readonly Finding[] {
  if (notes === null) return []
  return notes.flatMap(({ cell, ...finding }) => {
    if (cell !== index) return []
    return finding.rule === 'read-as-date' && type !== 'day' ? [dateFinding] : [finding]
  })
}

const dateFinding = warning('excel-date', message('check.workbookHoldsDatePerhaps'))

/** Lists the usual fields, since a property with a changing name costs an import a seventh more processor time. */
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
