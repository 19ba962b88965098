import type { ImportCheck, Problem, ReadingNote } from '../../shared/domain/importing.ts'
import type { OrderFields } from '../../shared/domain/sample.ts'
import { warning } from './check/finding.ts'
import { lookalikeMessage, lookalikes } from './check/lookalikes.ts'
import { createFailingRows, type FailingRows } from './failingRows.ts'
import { createOrderDigest, type ShownOrders } from './orderDigest.ts'
import type { ReaderChunk, ReaderRow } from './readerMessages.ts'

type Counts = Omit<ImportCheck, 'draftId' | 'requests' | 'estimateS'>

/** What is kept of a check beside its counts, bounded whatever the size of the file. */
export type Findings = {
  failing: FailingRows
  /** The first orders that would be placed. */
  examples: { row: number; fields: OrderFields }[]
  /** The first rows whose order was placed before, and how many there are. */
  placed: { row: number; reference: string }[]
  placedCount: number
}

/** The contract's bounds: enough to work through, and small enough for one message. */
const maxProblems = 1000
const maxPlaced = 1000
const maxExamples = 5

/**
 * Counts the verdicts of all rows, and tells apart those whose order was placed before. `column`: that of the
 * reference, where it comes from one.
 */
export async function checkAll(
  chunks: AsyncIterable<ReaderChunk>,
  orders: { known(references: string[]): Promise<Set<string>> },
  column: string | null,
): Promise<{ counts: Counts; shown: ShownOrders; findings: Findings }> {
  const counts = { rows: 0, valid: 0, invalid: 0, duplicates: 0 }
  const notes: ReadingNote[] = []
  let hindrance: string | null = null
  const problemTally = createProblemTally()
  const digest = createOrderDigest()
  const findings: Findings = { failing: createFailingRows(), examples: [], placed: [], placedCount: 0 }
  const count = ({ row, status, fields, problems: found, record }: ReaderRow, known: Set<string>) => {
    const placed = fields !== null && known.has(fields.client_reference)
    const outcome = placed ? 'duplicate' : status
    counts.rows += 1
    counts[outcome === 'duplicate' ? 'duplicates' : outcome] += 1
    const problems = placed
      ? [alreadyPlacedProblem(row, column, fields.client_reference), ...found]
      : fields && lookalikes(fields.client_reference).some((name) => known.has(name))
        ? [...found, lookalikeProblem(row, column, fields.client_reference)]
        : found
    if (placed) recordPlaced(findings, row, fields.client_reference)
    else if (fields) {
      digest.add({ row, fields })
      if (findings.examples.length < maxExamples) findings.examples.push({ row, fields })
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
    hindrance ??= problems.find(({ severity }) => severity === 'error')?.message ?? null
  }
  return { counts: { ...counts, ...problemTally.summary(), hindrance, notes }, shown: digest.end(), findings }
}

function recordPlaced(findings: Findings, row: number, reference: string): void {
  findings.placedCount += 1
  if (findings.placed.length < maxPlaced) findings.placed.push({ row, reference })
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

const alreadyPlacedProblem = (row: number, column: string | null, reference: string): Problem => ({
  row,
  column,
  value: reference,
  rule: 'already-placed',
  message: `“${reference}” was ordered before, or is about to be, so it is not ordered again. If it is another sample, give it another name.`,
  severity: 'error',
})

const lookalikeProblem = (row: number, column: string | null, reference: string): Problem => ({
  row,
  column,
  value: reference,
  ...warning('same-look', lookalikeMessage('that of a sample ordered before')),
})
