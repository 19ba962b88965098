import type { ImportCheck, Problem } from '../../shared/domain/importing.ts'
import type { MappedColumn } from './mapping.ts'
import type { ReaderPiece } from './reader.ts'

type Counts = Omit<ImportCheck, 'draftId' | 'requests' | 'estimateS'>

/** The contract's bound: enough to work through, and small enough for one message. */
const shownProblems = 1000

/** Counts the verdicts of all rows, and tells apart those whose order was placed before. */
export async function checkAll(
  pieces: AsyncIterable<ReaderPiece>,
  orders: { known(references: string[]): Promise<Set<string>> },
  mapped: readonly MappedColumn[],
): Promise<Counts> {
  const column = mapped.find(({ field }) => field === 'client_reference')?.column ?? null
  const counts: Counts = { rows: 0, valid: 0, invalid: 0, duplicates: 0, problemCount: 0, problems: [] }
  const say = (problems: readonly Problem[]) => {
    counts.problemCount += problems.length
    const room = shownProblems - counts.problems.length
    if (room > 0) counts.problems.push(...problems.slice(0, room))
  }
  for await (const { rows, problems } of pieces) {
    const references = rows.flatMap(({ fields }) => (fields ? [fields.client_reference] : []))
    const known = await orders.known(references)
    for (const { row, verdict, fields, problems: found } of rows) {
      const placed = fields !== null && known.has(fields.client_reference)
      const outcome = placed ? 'duplicate' : verdict
      counts.rows += 1
      counts[outcome === 'duplicate' ? 'duplicates' : outcome] += 1
      say(placed ? [alreadyPlaced(row, column, fields.client_reference), ...found] : found)
    }
    say(problems)
  }
  counts.problems.sort((a, b) => a.row - b.row)
  return counts
}

const alreadyPlaced = (row: number, column: string | null, reference: string): Problem => ({
  row,
  column,
  value: reference,
  rule: 'already-placed',
  message: `“${reference}” was ordered before, or is about to be, so it is not ordered again. If it is another sample, give it another name.`,
  severity: 'error',
})
