import { createHash } from 'node:crypto'
import type { Checked, Output } from '../../../../shared/contract/contract.ts'
import type {
  FailingRow,
  ImportCheck,
  KnownOrderState,
  Problem,
  ReadingNote,
} from '../../../../shared/domain/samples/importing.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import type { NewOrder } from '../../orders/ledger/ledger.ts'
import type { KnownOrder } from '../../orders/ledger/placedOrders.ts'
import { lookalikeMessage, lookalikes } from '../cells/text.ts'
import { type Finding, note, warning } from '../finding.ts'
import type { ReaderChunk } from '../readerMessages.ts'
import type { TableRow } from '../tableRow.ts'
import type { CheckedRow } from '../validation/rowCheck.ts'
import { type Corrections, editedIndexes } from './corrections.ts'

type Counts = Omit<ImportCheck, 'draftId' | 'orders'>

/** The stored result of a check, besides its counts. Its size is bounded for a file of any size. */
export type Findings = {
  /** The lines of all rows, in the order of the file. */
  lines: number[]
  failing: FailingRows
  /** The first orders that would be placed. */
  examples: { row: number; fields: OrderFields }[]
  /** The first rows that have an order or may have one, and how many more there are of each state. */
  known: { row: number; reference: string }[]
  moreKnown: Record<KnownOrderState, number>
}

/** The contract's bounds: enough to work through, and small enough for one message. */
const maxProblems = 1000
const maxKnown = 1000
const maxExamples = 5

/** Counts the verdicts of all rows. `column`: that of the reference, to find orders placed before. */
export async function checkAll(
  chunks: AsyncIterable<ReaderChunk>,
  orders: { known(references: string[]): Promise<Map<string, KnownOrder>> },
  column: string | null,
): Promise<{ counts: Counts; shown: ShownOrders; findings: Findings }> {
  const counts = { rows: 0, valid: 0, invalid: 0, duplicates: 0 }
  const notes: ReadingNote[] = []
  let blocker: Message | null = null
  const problemTally = createProblemTally()
  const digest = createOrderDigest()
  const findings: Findings = {
    lines: [],
    failing: createFailingRows(),
    examples: [],
    known: [],
    moreKnown: { ordered: 0, underWay: 0, inDoubt: 0 },
  }
  const count = (
    { row, status, fields, problems: found, record }: CheckedRow,
    known: ReadonlyMap<string, KnownOrder>,
  ) => {
    const order = fields === null ? undefined : known.get(fields.client_reference)
    const outcome = order ? 'duplicate' : status
    counts.rows += 1
    findings.lines.push(row)
    counts[outcome === 'duplicate' ? 'duplicates' : outcome] += 1
    let problems = found
    if (fields) {
      const value = fields.client_reference
      if (order) {
        problems = [{ row, column, value, ...alreadyPlaced(value, order) }, ...found]
        recordKnown(findings, row, value, order)
      } else {
        if (lookalikes(value).some((name) => known.has(name)))
          problems = [...found, { row, column, value, ...orderedLookalike }]
        digest.add({ row, fields })
        if (findings.examples.length < maxExamples) findings.examples.push({ row, fields })
      }
    }
    if (problems.length === 0) return
    problemTally.add(problems)
    findings.failing.add(row, problems, record)
  }
  for await (const { rows, problems, notes: found = [] } of chunks) {
    const references = rows.flatMap(({ fields }) => (fields ? [fields.client_reference] : []))
    const known = await orders.known([...references, ...references.flatMap(lookalikes)])
    for (const row of rows) count(row, known)
    problemTally.add(problems)
    findings.failing.addLate(problems)
    notes.push(...found)
    blocker ??= problems.find(({ severity }) => severity === 'error')?.message ?? null
  }
  return { counts: { ...counts, ...problemTally.summary(), blocker, notes }, shown: digest.end(), findings }
}

function recordKnown(
  { known, moreKnown }: Findings,
  row: number,
  reference: string,
  { state }: KnownOrder,
): void {
  if (known.length < maxKnown) known.push({ row, reference })
  else moreKnown[state] += 1
}

/** Counts problems by their rule, and keeps the first. */
function createProblemTally() {
  const first: Problem[] = []
  const rules = new Map<string, ImportCheck['rules'][number]>()
  return {
    add(problems: readonly Problem[]): void {
      for (const problem of problems) {
        const { rule, severity } = problem
        const key = `${severity} ${rule}`
        const counted = rules.get(key)
        if (counted) counted.count += 1
        else rules.set(key, { rule, severity, count: 1 })
        if (first.length < maxProblems) first.push(problem)
      }
    },
    summary(): Pick<Counts, 'problemCount' | 'problems' | 'rules'> {
      const counted = [...rules.values()].sort((a, b) => b.count - a.count)
      return {
        problemCount: counted.reduce((sum, { count }) => sum + count, 0),
        problems: first.sort((a, b) => a.row - b.row),
        rules: counted,
      }
    },
  }
}

/** Reports a row that was already ordered. It counts as a duplicate rather than as an error of the file. */
const alreadyPlaced = (reference: string, { state }: KnownOrder): Finding =>
  state === 'inDoubt'
    ? warning('order-in-doubt', message('check.orderedAlreadyResponseOrder', { reference }))
    : note('already-placed', message('check.alreadyOrderedAnotherBatch', { reference }))

const orderedLookalike = warning('same-look', lookalikeMessage(message('check.sampleOrderedBefore')))

/** The contract's bound. */
export const maxFailingRows = 10_000
/** A file of wide rows must not fill the memory: about 40 MB at most. */
const maxCharacters = 20_000_000

type FailingEntry = { row: number; problems: Problem[]; record: TableRow | null }
type FailingRowsQuery = Omit<Checked<'imports.failing'>, 'draftId'>

/** The current content of the rows. `read` returns records that are not stored, by their lines. */
type CurrentRows = {
  columns: readonly string[]
  corrections: Corrections
  read: (lines: number[]) => Promise<TableRow[]>
}

type FailingRows = ReturnType<typeof createFailingRows>

/** Stores the first rows with findings, in the order of the file. */
export function createFailingRows() {
  const entries = new Map<number, FailingEntry>()
  let characters = 0
  let isFull = false

  const retainRecord = (record: TableRow | null): TableRow | null => {
    const size = record?.cells.reduce((sum, cell) => sum + cell.length + 8, 0) ?? 0
    if (characters + size > maxCharacters) return null
    characters += size
    return record
  }

  /** `record`: null if the record is not available. */
  const add = (row: number, problems: readonly Problem[], record: TableRow | null): void => {
    if (entries.size < maxFailingRows)
      entries.set(row, { row, problems: [...problems], record: retainRecord(record) })
    else isFull = true
  }

  async function readRows(
    lines: readonly number[],
    { columns, corrections, read }: CurrentRows,
  ): Promise<FailingRow[]> {
    const missing = lines.filter((line) => !entries.get(line)?.record)
    const found = missing.length > 0 ? await read(missing) : []
    const records = new Map(found.map((record) => [record.row, record]))
    return lines.flatMap((row) => {
      const entry = entries.get(row)
      const record = entry?.record ?? records.get(row)
      if (!record) return []
      if (entry) entry.record ??= retainRecord(record)
      const { cells } = corrections.apply(record)
      return [{ row, cells, edited: editedIndexes(record, cells, columns), problems: entry?.problems ?? [] }]
    })
  }

  return {
    add,
    /** Adds findings that depend on all rows. */
    addLate(problems: readonly Problem[]): void {
      for (const problem of problems) {
        const entry = entries.get(problem.row)
        if (entry) entry.problems.push(problem)
        else add(problem.row, [problem], null)
      }
    },
    record: (row: number): TableRow | null => entries.get(row)?.record ?? null,
    async page(
      { page, limit, ...filter }: FailingRowsQuery,
      current: CurrentRows,
    ): Promise<Output<'imports.failing'>> {
      const matching = [...entries.values()].filter(({ problems }) => problems.some(matchesFilter(filter)))
      // Findings added late may belong to any row.
      const lines = matching.map(({ row }) => row).sort((a, b) => a - b)
      return {
        rows: await readRows(lines.slice((page - 1) * limit, page * limit), current),
        total: matching.length,
        ...(isFull ? { totalIsLeast: true } : {}),
      }
    },
    /** Returns a page of all rows, failing or not. `lines`: those of all rows, in the order of the file. */
    async pageOf(
      lines: readonly number[],
      { page, limit }: Pick<FailingRowsQuery, 'page' | 'limit'>,
      current: CurrentRows,
    ): Promise<Output<'imports.rows'>> {
      const [from, to] = [(page - 1) * limit, page * limit]
      const isFailing = (line: number) => entries.has(line)
      const before = lines.slice(0, from).findLastIndex(isFailing)
      const after = lines.slice(to).findIndex(isFailing)
      return {
        rows: await readRows(lines.slice(from, to), current),
        total: lines.length,
        before: before < 0 ? null : before,
        after: after < 0 ? null : to + after,
      }
    },
  }
}

const matchesFilter =
  ({ rule, column, severity }: Omit<FailingRowsQuery, 'page' | 'limit'>) =>
  (problem: Problem): boolean =>
    (rule === undefined || problem.rule === rule) &&
    (column === undefined || problem.column === column) &&
    (severity === undefined || problem.severity === severity)

/** The orders that a check showed, so that exactly these are sent. */
export type ShownOrders = { count: number; sha256: string }

/** Creates a digest of orders, added in the order of the file. Call `end` once. */
export function createOrderDigest() {
  const hash = createHash('sha256')
  let count = 0
  return {
    add({ row, fields }: Pick<NewOrder, 'row' | 'fields'>): void {
      count += 1
      hash.update(`${JSON.stringify([row, fields])}\n`)
    },
    end: (): ShownOrders => ({ count, sha256: hash.digest('hex') }),
  }
}
