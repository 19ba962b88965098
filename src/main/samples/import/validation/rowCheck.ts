import type { Problem, ReadingNote, ValueMap } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import {
  ageUnitMessages,
  createAgeLetterDetector,
  createAgeUnitDetector,
  createUnitReader,
  findUnitColumn,
} from '../cells/ageUnits.ts'
import { createCellCheck, createCheck, createJoinedCheck, missing, type Reading } from '../cells/cellCheck.ts'
import { createDayNumberDetector } from '../cells/dates.ts'
import { hashValue } from '../cells/fastCheck.ts'
import { type Checked, type ColumnDetector, error, type Finding, warning } from '../cells/finding.ts'
import { createMissingWords } from '../cells/missingWords.ts'
import { createSignDetector, createZeroDetector } from '../cells/numbers.ts'
import { type CodeQuestion, createSexDetector } from '../cells/sexes.ts'
import { createFormulaDetector, createLookalikeDetector, createSpellingDetector } from '../cells/text.ts'
import { unitOfHeader } from '../detect/headerWords.ts'
import { createDonorDetector } from '../mapping/renumberedDonors.ts'
import type { FieldSource, RowPlan } from '../mapping/rowPlan.ts'
import { type CellNote, formatCount, shorten, structureProblem, type TableRow } from '../tableRow.ts'
import { createDateAges } from './dateAges.ts'
import { createDuplicateOrders } from './duplicateOrders.ts'
import { type ColumnReader, createColumnReader, createSingleNameDetector } from './readingNotes.ts'

/**
 * A row with its result. `fields` and `notes` are set only for rows that can be sent. `notes`: the non-empty cells of
 * the columns stored locally with the sample, or null. `duplicate`: an earlier row has the same order.
 */
export type CheckedRow = {
  row: number
  status: 'valid' | 'invalid' | 'duplicate'
  fields: OrderFields | null
  notes: Record<string, string> | null
  problems: readonly Problem[]
}

/** One empty list shared by all rows without a problem, since there may be millions. */
const noProblems: readonly Problem[] = []

export type RowCheckOptions = Reading & {
  columns: readonly string[]
  plan: RowPlan
  /** True if the user did not choose the decimal sign: it was detected or is the default. */
  isDecimalFound?: boolean
  /** True if the user did not choose `ageUnit`: a unit in the header then takes precedence, and its use is noted. */
  isAgeUnitAssumed?: boolean
  /** Column -> replacements for some of its texts. */
  values?: Readonly<Record<string, ValueMap>>
  /** Words for missing values are read as empty. */
  missingWords?: boolean
  /** Ages that are no single number become notes, and their rows are ordered without an age. */
  keepsUnreadAges?: boolean
}

export type RowCheck = {
  check(row: TableRow): CheckedRow
  /** Returns the findings that depend on all rows. */
  finish(): { problems: Problem[]; notes: ReadingNote[] }
}

/** Checks rows in sequence. It remembers names and spellings, so use one check for one reading of one file. */
export function createRowCheck(options: RowCheckOptions): RowCheck {
  const { columns, plan, isAgeUnitAssumed = false } = options
  const seen = createDuplicateOrders()
  const isFirstNote = createNoteFilter()
  const constants = toConstants(plan, options)
  const dateAges = createDateAges(plan, options, readerMaker(options))
  const unreadAges = createUnreadAges(options.keepsUnreadAges ?? false)
  const joins = toJoins(columns, plan, options, readerMaker(options))
  const checks = createColumnChecks(options, seen.add)
  const referenceColumn = plan.fields.find(({ rule }) => rule.type === 'reference')?.column ?? null
  const lookalikes = createLookalikeDetector(referenceColumn, seen.rowOf)
  const detectors = createDetectors(options, checks, lookalikes)
  let firstRow: number | null = null
  /** The first cell of each column of days that was refused. */
  const refusedDays = new Map<string, { row: number; value: string }>()

  const toProblems = (
    row: number,
    column: string | null,
    cell: string,
    findings: readonly Finding[],
  ): Problem[] => {
    const value = shorten(cell)
    if (column !== null && !refusedDays.has(column) && findings.some(({ rule }) => rule === 'date'))
      refusedDays.set(column, { row, value })
    return findings
      .filter((finding) => isFirstNote(column, cell, finding))
      .map((finding) => ({ row, column, value, ...finding }))
  }

  /** Adds cells that are not sent unchanged, since they may still distinguish two orders. */
  const addCells = (columnsToAdd: readonly { index: number }[], cells: readonly string[]): void => {
    for (const { index } of columnsToAdd) seen.add(hashValue((cells[index] ?? '').trim()))
  }

  const checkCells = ({ row, cells, notes }: TableRow): CheckedCells => {
    const fields: Fields = {}
    let problems = noProblems
    let isPlainName = false
    const ageNotes: Record<string, string> = {}
    seen.begin()
    for (const columnCheck of checks) {
      const { rule, field, index } = columnCheck
      const written = columnCheck.withUnit(cells[index] ?? '', cells)
      const fastValue = notes ? undefined : columnCheck.fastCheck(written)
      if (fastValue !== undefined) {
        setField(fields, field, fastValue)
        isPlainName ||= rule.type === 'reference'
        continue
      }
      const { column, reader, check } = columnCheck
      const cell = reader.read(row, written)
      const checkedCell = check(cell)
      const noted = rule.type === 'age' && unreadAges.take(row, columnCheck, cell, checkedCell)
      if (noted) {
        ageNotes[column] = written
        reader.count('age-noted', row, written, '')
        seen.add(hashValue(written))
        continue
      }
      const { value, findings: cellFindings, reading: done } = checkedCell
      const readFindings =
        cell === '' && written !== ''
          ? cellFindings.map((one) => withMissingWord(one, field, written))
          : cellFindings
      const findings = notes ? [...readFindings, ...findingsOf(notes, index, rule.type)] : readFindings
      if (value !== undefined) {
        setField(fields, field, value)
        if (done !== undefined) reader.count(done, row, written, value)
      }
      if (findings.length > 0) problems = [...problems, ...toProblems(row, column, written, findings)]
    }
    for (const one of dateAges) {
      const { value, findings } = one.check(row, cells)
      if (value !== undefined) {
        setField(fields, one.field, value)
        seen.add(hashValue(value))
      }
      if (findings.length > 0)
        problems = [...problems, ...toProblems(row, one.column, cells[one.index] ?? '', findings)]
    }
    for (const { rule, sources, column, check } of joins) {
      const { text, value, findings } = check(sources.map(({ index, read }) => read(row, cells[index] ?? '')))
      seen.add(hashValue(value))
      // Without a separator, 1 and 23 make the same text as 12 and 3. A day is the same however its parts are written.
      if (rule.type !== 'day') addCells(sources, cells)
      if (value !== undefined) setField(fields, rule.field, value)
      const textFindings = findings.flatMap(({ part, finding }) => (part === null ? [finding] : []))
      const partProblems = sources.flatMap(({ column: name, index }, partIndex) => {
        const partFindings = findings.flatMap(({ part, finding }) => (part === partIndex ? [finding] : []))
        const readerFindings = notes ? findingsOf(notes, index, rule.type) : []
        return toProblems(row, name, cells[index] ?? '', [...partFindings, ...readerFindings])
      })
      if (partProblems.length > 0 || textFindings.length > 0)
        problems = [...problems, ...partProblems, ...toProblems(row, column, text, textFindings)]
    }
    addCells(plan.notes, cells)
    for (const { field, value, text, findings } of constants) {
      setField(fields, field, value)
      if (findings.length > 0) problems = [...problems, ...toProblems(row, null, text, findings)]
    }
    return { fields, problems, isPlainName, ageNotes }
  }

  /** Returns the problem of a name that an earlier row already has, for the same order or a different one. */
  const findRepeat = (row: number, reference: string): Problem | null => {
    const first = seen.note(row, reference)
    if (!first) return null
    const text = first.same
      ? message`This row repeats line ${first.row}. The sample is ordered once.`
      : message`Line ${first.row} has the same name “${reference}” but other values. Give each sample its own name, or remove one of the rows.`
    const rule = first.same ? 'duplicate-in-file' : 'conflicting-row'
    return { row, column: referenceColumn, value: reference, rule, message: text, severity: 'error' }
  }

  const readNotes =
    plan.notes.length === 0 ? () => null : (cells: readonly string[]) => toNotes(plan.notes, cells)

  return {
    check(tableRow) {
      const { row, cells } = tableRow
      const broken = structureProblem(tableRow, columns)
      if (broken) return { row, status: 'invalid', fields: null, notes: null, problems: [broken] }
      firstRow ??= row
      detectors.observeCells(row, cells)
      const { fields, problems: cellProblems, isPlainName, ageNotes } = checkCells(tableRow)
      const notesOf = () =>
        Object.keys(ageNotes).length === 0 ? readNotes(cells) : { ...readNotes(cells), ...ageNotes }
      detectors.observeFields(row, fields, cells)
      const reference = fields.client_reference
      if (
        reference !== undefined &&
        isPlaceholder(reference) &&
        Object.keys(fields).length <= 1 + constants.length
      ) {
        const placeholderProblem = {
          row,
          column: referenceColumn,
          value: reference,
          ...placeholderFinding(reference),
        }
        return {
          row,
          status: 'invalid',
          fields: null,
          notes: null,
          problems: [...cellProblems, placeholderProblem],
        }
      }
      if (reference !== undefined && !isPlainName) lookalikes.observe(row, reference)
      detectors.observeName(row, reference, cells)
      const repeat = reference === undefined ? null : findRepeat(row, reference)
      if (!repeat && cellProblems.length === 0 && isOrder(fields))
        return { row, status: 'valid', fields, notes: notesOf(), problems: cellProblems }
      const problems = repeat ? [...cellProblems, repeat] : cellProblems
      const errors = problems.filter(({ severity }) => severity === 'error')
      if (errors.length === 0 && isOrder(fields))
        return { row, status: 'valid', fields, notes: notesOf(), problems }
      const isDuplicate = errors.length === 1 && repeat?.rule === 'duplicate-in-file'
      return { row, status: isDuplicate ? 'duplicate' : 'invalid', fields: null, notes: null, problems }
    },
    finish() {
      const found = detectors.finish()
      const problems = [
        ...found.problems,
        ...checks.flatMap(({ column, rule, isUnitNamed }) =>
          isAgeUnitAssumed || !isUnitNamed ? [] : unitMismatch(column, rule, options.ageUnit, firstRow),
        ),
        ...[...checks, ...joins, ...dateAges].flatMap(({ column, hint }) =>
          toHintProblems(column, hint(column), refusedDays.get(column)),
        ),
      ]
      const readers = [
        ...checks.map(({ reader }) => reader),
        ...joins.flatMap(({ sources }) => sources.map(({ reader }) => reader)),
      ]
      const ofDates = dateAges.flatMap((one) => one.notes())
      return {
        problems,
        notes: [
          ...found.notes,
          ...unreadAges.notes(),
          ...ofDates,
          ...readers.flatMap((reader) => reader.notes()),
        ],
      }
    },
  }
}

const readerMaker =
  ({ values = {}, missingWords = true }: RowCheckOptions) =>
  (rule: FieldRule, column: string, isUnitNamed: boolean): ColumnReader =>
    createColumnReader({ rule, column, values: valuesOf(values, column), missingWords, isUnitNamed })

type ColumnCheck = ReturnType<typeof createColumnChecks>[number]

/** Creates the readers and checks of the columns that hold a field by themselves. */
function createColumnChecks(options: RowCheckOptions, addHash: (hash: number) => void) {
  const { plan, isAgeUnitAssumed = false } = options
  const readerOf = readerMaker(options)
  return plan.fields.flatMap(({ rule, column, from }) => {
    if (from.kind !== 'column' || column === null) return []
    const named = isAgeUnitAssumed && rule.type === 'age' ? unitOfHeader(column) : null
    const ageUnit = named ?? options.ageUnit
    const isUnitNamed = named !== null || !isAgeUnitAssumed
    const reader = readerOf(rule, column, isUnitNamed)
    const cellCheck = createCellCheck(rule, { ...options, ageUnit }, addHash, reader.replaceable)
    const { index } = from
    const unitAt = rule.type === 'age' ? findUnitColumn(options.columns, index) : -1
    const unitCells =
      unitAt < 0 ? noUnitCells : createUnitCells(options.columns, { index, unitAt, ...options })
    return [
      { rule, field: rule.field, column, index, reader, ageUnit, isUnitNamed, ...cellCheck, ...unitCells },
    ]
  })
}

const noUnitCells = {
  withUnit: (written: string, _cells: readonly string[]): string => written,
  namesUnit: (_cells: readonly string[]): boolean => false,
}

/** Reads an age together with the unit in the next column, as “14 months”. */
function createUnitCells(
  columns: readonly string[],
  { index, unitAt, values = {} }: Pick<RowCheckOptions, 'values'> & { index: number; unitAt: number },
): typeof noUnitCells {
  const read = createUnitReader(columns[unitAt] ?? '')
  const mapped = valuesOf(values, columns[index] ?? '')
  const ofHeader = unitOfHeader(columns[index] ?? '')
  const isNumber = (text: string): boolean => /^\d[\d.,]*$/.test(text)
  return {
    withUnit(written, cells) {
      const text = written.trim()
      if (!isNumber(text) || mapped.has(text)) return written
      const unitCell = cells[unitAt] ?? ''
      const unit = read(unitCell)
      if (unit === 'none' || unit === ofHeader) return written
      // A unit that the header contradicts, or that no age has, is left for the check to refuse.
      return unit === 'unknown' || ofHeader !== null ? `${text} ${unitCell.trim()}?` : `${text} ${unit}`
    },
    namesUnit: (cells) => read(cells[unitAt] ?? '') !== 'none',
  }
}

const maxListedRows = 20

/** Ages that are no single number: stored as notes if the user chose so, and otherwise counted so that a note can offer it. */
function createUnreadAges(keeps: boolean) {
  const refused = new Map<string, { rows: number[]; count: number; first: string }>()
  return {
    /** True if the row is ordered without this age, which becomes a note. */
    take(row: number, { rule, column }: ColumnCheck, cell: string, { value, findings }: Checked): boolean {
      const isRefused =
        value === undefined && findings.some((one) => one.rule === 'age' || one.rule === 'number')
      // A number that is written otherwise is a mistake to correct, and an age that every order needs cannot be left out.
      if (
        !isRefused ||
        rule.required ||
        /^[\s\d.,+-]*$/.test(cell.replace(/\d\s*[-+]\s*\d|\d\s*\+\s*$/, 'x'))
      )
        return false
      if (keeps) return true
      const known = refused.get(column) ?? { rows: [], count: 0, first: cell.trim() }
      known.count += 1
      if (known.rows.length < maxListedRows) known.rows.push(row)
      refused.set(column, known)
      return false
    },
    notes: (): ReadingNote[] =>
      [...refused].map(([column, { rows, count, first }]) => ({
        rule: 'unread-ages',
        column,
        count,
        rows,
        message:
          count === 1
            ? message`The age “${shorten(first)}” in “${column}” is no single number, so its row is not ordered. You can order it without an age and keep the text as a note.`
            : message`${formatCount(count)} ages in “${column}” are no single number (“${shorten(first)}” first), so their rows are not ordered. You can order them without an age and keep the texts as notes.`,
        severity: 'warning' as const,
        undo: null,
        answers: [
          {
            label: message`Order without an age, keep as a note`,
            transform: { unreadAges: 'note' as const },
          },
        ],
      })),
  }
}

/** Creates the detectors of problems that only many rows together reveal. */
function createDetectors(
  options: RowCheckOptions,
  checks: readonly ColumnCheck[],
  lookalikes: ReturnType<typeof createLookalikeDetector>,
) {
  const { columns, plan, isDecimalFound = false, values = {} } = options
  const sexes = toSexDetectors(plan, values)
  const ofColumns: { index: number; detector: ColumnDetector }[] = [
    ...toNameDetectors(columns, plan),
    ...(isDecimalFound ? toSignDetectors(columns, plan, options.decimal) : []),
    ...sexes,
    ...toSpellingDetectors(plan),
    ...checks.flatMap(({ rule, column, index, ageUnit, isUnitNamed }) =>
      rule.type === 'age' && !(isUnitNamed && ageUnit === 'months')
        ? [{ index, detector: createAgeLetterDetector(column, valuesOf(values, column)) }]
        : [],
    ),
  ]
  const ofAges = checks.flatMap(({ rule, column, index, isUnitNamed, namesUnit }) =>
    rule.type === 'age' && !isUnitNamed
      ? [createAgeUnitDetector(column, index, columns, options, namesUnit)]
      : [],
  )
  const donors = toDonorDetector(columns, plan)
  const singleNames = createSingleNameDetector(columns.length)
  let active = ofColumns
  return {
    observeCells(row: number, cells: readonly string[]): void {
      for (const one of active)
        if (!one.detector.observe(row, cells[one.index] ?? ''))
          active = active.filter((other) => other !== one)
      for (const detector of ofAges) detector.observe(row, cells)
    },
    observeFields(row: number, fields: Fields, cells: readonly string[]): void {
      donors?.detector.observe(row, fields, cells)
    },
    /** Before the name is noted as seen. */
    observeName(row: number, reference: string | undefined, cells: readonly string[]): void {
      singleNames.observe(row, cells, reference)
    },
    finish(): { problems: Problem[]; notes: ReadingNote[] } {
      const units = ofAges.flatMap((detector) => detector.note() ?? [])
      return {
        problems: [
          ...lookalikes.findings(),
          ...ofColumns.flatMap(({ detector }) => detector.findings()),
          ...(donors ? donors.detector.findings(donors.column) : []),
          ...units.flatMap(({ column, message, severity, first }) =>
            severity === 'warning' ? [{ ...first, column, ...error('age-unit-assumed', message) }] : [],
          ),
        ],
        notes: [
          ...singleNames.notes(),
          ...units.map(({ first: _first, ...note }) => note),
          ...sexes.flatMap(({ detector }) => toSexQuestion(detector.findings()[0], detector.question())),
        ],
      }
    },
  }
}

const placeholderWords = createMissingWords({ type: 'reference' })
const isPlaceholder = (reference: string): boolean => placeholderWords.has(reference)

const placeholderFinding = (name: string): Finding =>
  error(
    'no-sample',
    message`“${name}” means a missing value, and the rest of the row is empty. Name the sample, or delete the row.`,
  )

/** An own entry, since a column may be called as something that every object has. */
const valuesOf = (values: Readonly<Record<string, ValueMap>>, column: string): ReadonlyMap<string, string> =>
  new Map(Object.entries((Object.hasOwn(values, column) ? values[column] : undefined) ?? {}))

/** Names the word that was read as empty, so the user does not look for an empty cell. */
const withMissingWord = (finding: Finding, field: string, written: string): Finding =>
  finding.rule === 'required' ? { ...finding, message: missing(field, shorten(written.trim())) } : finding

type Fields = Partial<OrderFields>

/** `isPlainName`: true if the fast check accepted the name, so it cannot look like another one. */
type CheckedCells = {
  fields: Fields
  problems: readonly Problem[]
  isPlainName: boolean
  /** Ages that are stored as notes. */
  ageNotes: Record<string, string>
}

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

/** Creates detectors for columns of names, for changes by a spreadsheet that only all rows together reveal. */
function toNameDetectors(columns: readonly string[], { fields }: RowPlan) {
  return fields
    .filter(({ rule }) => rule.type === 'reference' || rule.field === 'donor_id')
    .flatMap(({ from }) =>
      from.kind === 'joined' ? from.indices : from.kind === 'column' ? [from.index] : [],
    )
    .map((index) => ({ index, detector: createNameDetector(columns[index] ?? '') }))
}

/** In one, since a call of what changes with each column costs more than most of them do. */
function createNameDetector(column: string): ColumnDetector {
  const zeros = createZeroDetector(column)
  const days = createDayNumberDetector(column)
  const formulas = createFormulaDetector(column)
  let mayLackZeros = true
  return {
    observe(row, cell) {
      if (mayLackZeros) mayLackZeros = zeros.observe(row, cell)
      days.observe(row, cell)
      formulas.observe(row, cell)
      return true
    },
    findings: () => [...zeros.findings(), ...days.findings(), ...formulas.findings()],
  }
}

/** Null where no column names donors. */
function toDonorDetector(columns: readonly string[], { fields }: RowPlan) {
  const donor = fields.find(({ rule }) => rule.field === 'donor_id')
  if (!donor || donor.column === null || donor.from.kind === 'constant' || donor.from.kind === 'dates')
    return null
  const sources = donor.from.kind === 'joined' ? donor.from.indices : [donor.from.index]
  const sex = fields.find(({ rule }) => rule.type === 'sex')
  const age = fields.find(({ rule }) => rule.type === 'age')
  return {
    column: donor.column,
    detector: createDonorDetector({
      columns,
      sources,
      sex: sex ? { field: sex.rule.field, column: sex.column } : null,
      age: age?.rule.field ?? null,
    }),
  }
}

const toSignDetectors = (columns: readonly string[], { fields }: RowPlan, decimal: ',' | '.') =>
  fields.flatMap(({ rule, from }) =>
    from.kind === 'column' && (rule.type === 'number' || rule.type === 'age')
      ? [{ index: from.index, detector: createSignDetector(columns[from.index] ?? '', decimal) }]
      : [],
  )

const toSexDetectors = ({ fields }: RowPlan, values: Readonly<Record<string, ValueMap>>) =>
  fields.flatMap(({ rule, column, from }) =>
    from.kind === 'column' && column !== null && rule.type === 'sex'
      ? [{ index: from.index, detector: createSexDetector(column, valuesOf(values, column)) }]
      : [],
  )

/** The question what the codes of a column mean: two can be the sexes in two ways, and more are answered one by one. */
function toSexQuestion(problem: Problem | undefined, question: CodeQuestion | null): ReadingNote[] {
  if (!problem || !question) return []
  const { column, codes, row } = question
  const [one = '', other] = codes
  const maps: ValueMap[] =
    codes.length === 2 && other !== undefined
      ? [
          { [one]: 'F', [other]: 'M' },
          { [one]: 'M', [other]: 'F' },
        ]
      : codes.flatMap((code) => [{ [code]: 'F' }, { [code]: 'M' }])
  const answers = maps.map((map) => ({
    label: message`${Object.entries(map)
      .map(([code, sex]) => `${code} = ${sex}`)
      .join(', ')}`,
    transform: { values: { [column]: map } },
  }))
  const { message: text } = problem
  const note = { rule: 'ambiguous-sex', column, count: codes.length, rows: [row], message: text }
  return [{ ...note, severity: 'warning', undo: null, answers }]
}

/** Detectors for text fields, where two spellings of one value would be two groups. */
const toSpellingDetectors = ({ fields }: RowPlan) =>
  fields.flatMap(({ rule, column, from }) =>
    from.kind === 'column' && column !== null && rule.type === 'text'
      ? [{ index: from.index, detector: createSpellingDetector(column) }]
      : [],
  )

/** The values that are the same in all rows. */
function toConstants({ fields }: RowPlan, reading: Reading) {
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

function toHintProblems(
  column: string,
  message: Message | null,
  first: { row: number; value: string } | undefined,
): Problem[] {
  if (message === null || !first) return []
  return [{ ...first, column, rule: 'day-form', message, severity: 'error' }]
}

/** Reports a mismatch of units: weeks read as years would give ages that still look plausible. */
function unitMismatch(
  column: string,
  { type }: FieldSource['rule'],
  unit: Reading['ageUnit'],
  row: number | null,
): Problem[] {
  const named = type === 'age' ? unitOfHeader(column) : null
  if (named === null || named === unit || row === null) return []
  const text = message`The header “${column}” names ${ageUnitMessages[named]}, but these ages are read in ${ageUnitMessages[unit]}. Choose ${ageUnitMessages[named]} as their unit, or correct the header in the file.`
  return [{ row, column, value: null, ...error('age-unit', text) }]
}

function toNotes(noteColumns: RowPlan['notes'], cells: readonly string[]): Record<string, string> | null {
  const entries = noteColumns.flatMap(({ name, index }) => {
    const cell = cells[index] ?? ''
    return cell.trim() === '' ? [] : [[name, cell] as const]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * Returns the reader's findings on a cell. A date in a column of names was probably a name that a spreadsheet changed.
 */
function findingsOf(notes: readonly CellNote[], index: number, type: FieldType): Finding[] {
  return notes.flatMap(({ cell, ...finding }) => {
    if (cell !== index) return []
    return finding.rule === 'read-as-date' && type !== 'day' ? [dateFinding] : [finding]
  })
}

const dateFinding = warning(
  'excel-date',
  message`The workbook holds a date here, which is perhaps a name that was turned into one (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.`,
)

/** The usual ones written out, since a property by a changing name costs an import a seventh more processor time. */
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
