import type { Output } from '../../../../shared/contract/contract.ts'
import { rejected } from '../../../../shared/contract/failures.ts'
import type {
  CellEdit,
  FileChange,
  ImportChanges,
  Replacement,
} from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/words/message.ts'
import type { Reader } from '../readerMessages.ts'
import { structureProblem, type TableRow } from '../tableRow.ts'
import { createCorrections, uncertainIndexes } from './corrections.ts'
import { type Draft, toFile } from './drafts.ts'

/** More is a table of its own: it belongs into the file. */
const maxChanges = 10_000
const maxEdits = 100_000
const maxCharacters = 10_000_000

const changesOf = ({ changes, undone }: Draft): ImportChanges => ({
  changes,
  undoable: changes.length,
  redoable: undone.length,
})

/** Corrects cells. Throws `rejected` for a column or row that the file does not have, and for one that is broken. */
export const edit = (draft: Draft, edits: CellEdit[], reader: Reader): Promise<ImportChanges> =>
  draft.queue.run(async () => {
    rejectUnknownColumns(draft, [...new Set(edits.map(({ column }) => column))])
    const change: FileChange = { kind: 'cells', edits }
    rejectTooManyChanges([...draft.changes, change])
    const lines = [...new Set(edits.map(({ row }) => row))]
    const records = new Map((await readRecords(draft, lines, reader)).map((record) => [record.row, record]))
    const corrections = createCorrections(draft.columns, [...draft.changes, change])
    for (const line of lines) {
      const record = records.get(line)
      if (!record) throw rejected(message('samples.noRowStartsLine', { fileName: draft.fileName, line }))
      rejectBrokenRecord(corrections.apply(record), draft.columns)
    }
    return add(draft, change)
  })

/** Replaces what cells hold, in all rows whose cells can be separated; a replacement that changes none is not stored. */
export const replace = (
  draft: Draft,
  replacement: Replacement,
  reader: Reader,
): Promise<Output<'imports.replace'>> =>
  draft.queue.run(async () => {
    rejectUnknownColumns(draft, [replacement.column])
    if (replacement.find === '' && !replacement.whole) throw rejected(message('samples.enterTextReplaceFill'))
    const change: FileChange = { kind: 'replace', ...replacement }
    rejectTooManyChanges([...draft.changes, change])
    const { cells, tooLong } = await reader.scan({ ...toFile(draft), lines: [], replacement })
    if (tooLong !== null) throw rejected(message('samples.cellLineMore32', { tooLong }))
    return { ...(cells > 0 ? add(draft, change) : changesOf(draft)), cells }
  })

/** Takes the last change back; throws `rejected` where there is none. */
export const undo = (draft: Draft): Promise<ImportChanges> =>
  draft.queue.run(async () => {
    const last = draft.changes.at(-1)
    if (!last) throw rejected(message('samples.nothingUndo'))
    draft.changes = draft.changes.slice(0, -1)
    draft.undone = [last, ...draft.undone]
    return changesOf(draft)
  })

export const redo = (draft: Draft): Promise<ImportChanges> =>
  draft.queue.run(async () => {
    const [next, ...others] = draft.undone
    if (!next) throw rejected(message('samples.nothingRedo'))
    draft.changes = [...draft.changes, next]
    draft.undone = others
    return changesOf(draft)
  })

function add(draft: Draft, change: FileChange): ImportChanges {
  draft.changes = [...draft.changes, change]
  draft.undone = []
  return changesOf(draft)
}

/** The records of these lines: those that the last check found are at hand, the others are read. */
async function readRecords(draft: Draft, lines: number[], reader: Reader): Promise<TableRow[]> {
  const failing = draft.checked?.findings?.failing
  const cached = lines.flatMap((line) => failing?.record(line) ?? [])
  if (cached.length === lines.length) return cached
  return (await reader.scan({ ...toFile(draft), lines, replacement: null })).records
}

function rejectUnknownColumns({ columns, fileName }: Draft, names: readonly string[]): void {
  const unknown = names.filter((column) => !columns.includes(column))
  const [first] = unknown
  if (first === undefined) return
  const problems = unknown.map((field) => ({ field, message: message('samples.noColumnFile') }))
  throw rejected(message('samples.noColumnNothingChanged', { fileName, first }), problems)
}

function rejectTooManyChanges(changes: readonly FileChange[]): void {
  const edits = changes.flatMap((change) => (change.kind === 'cells' ? change.edits : []))
  const characters = edits.reduce((sum, { column, value }) => sum + column.length + value.length, 0)
  if (changes.length <= maxChanges && edits.length <= maxEdits && characters <= maxCharacters) return
  throw rejected(message('samples.tooManyCorrectionsSave'))
}

function rejectBrokenRecord(record: TableRow, columns: readonly string[]): void {
  const broken = structureProblem(record, columns)
  if (!broken) return
  const uncertain = uncertainIndexes(record, columns)
  const missing = uncertain.map((index) => `“${columns[index]}”`).join(', ')
  const which =
    uncertain.length === columns.length ? message('samples.allCellsRow', { count: columns.length }) : missing
  const problems = uncertain.map((index) => ({
    field: columns[index] ?? '',
    message: message('samples.notCertain'),
  }))
  throw rejected(
    message('samples.pathclockCannotTellWhere', { row: record.row, reason: broken.message, which }),
    problems,
  )
}
