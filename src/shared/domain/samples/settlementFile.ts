import { type Message, message } from '../../words/message.ts'
import { type SettledAs, settledAsSchema, type TablePreview } from './importing.ts'

/** The outcome of an order, read from a file. `line`: line of the file; `row`: line of the batch. */
export type FileSettlement = {
  line: number
  batchId: string
  row: number
  /** The name of the sample, if the file has one. It must match the row of the batch. */
  reference: string | null
  as: SettledAs
}

export type SettlementFile = {
  settlements: FileSettlement[]
  /** Number of rows without an outcome. */
  undecided: number
  problems: { line: number; message: Message }[]
}

/** Accepted names of each column, normalized. */
const columnNames = {
  batch: ['batch', 'batchid', '批次'],
  row: ['row', 'line', '行', '行号'],
  outcome: ['outcome', 'result', '结果'],
  id: ['id', 'sampleid', 'as', '样本id', '样本编号'],
  reference: ['clientreference', 'reference', 'samplename', 'name', '样本名称'],
} as const

const outcomeWords: Record<string, 'placed' | 'notPlaced' | 'undecided'> = {
  placed: 'placed',
  created: 'placed',
  ordered: 'placed',
  已下单: 'placed',
  notplaced: 'notPlaced',
  notordered: 'notPlaced',
  未下单: 'notPlaced',
  unknown: 'undecided',
  undecided: 'undecided',
  '': 'undecided',
}

/** The maximum number of rows in a file: as many as a preview has. */
export const mostSettlements = 10_000

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Reads settlements from a table with the columns row, outcome and id, and batch unless `batchId` is given. Rows that
 * contradict each other or themselves are problems, and none of them is settled.
 */
export function parseSettlements(
  { columns, preview, rowCount }: Pick<TablePreview, 'columns' | 'preview' | 'rowCount'>,
  batchId?: string,
): SettlementFile | { refused: Message } {
  const places = Object.fromEntries(
    Object.entries(columnNames).map(([field, names]) => [
      field,
      columns.findIndex((column) => (names as readonly string[]).includes(normalize(column))),
    ]),
  ) as Record<keyof typeof columnNames, number>
  const needed = (['batch', 'row'] as const).filter((field) => field !== 'batch' || batchId === undefined)
  const missing = needed.filter((field) => places[field] === -1)
  if (places.id === -1 && places.outcome === -1)
    return { refused: message('samples.fileNeedsColumnId', { columns: columns.join(', ') }) }
  if (missing[0] !== undefined)
    return {
      refused: message('samples.fileNeedsColumnColumns', {
        missing: missing[0],
        columns: columns.join(', '),
      }),
    }
  if (rowCount > mostSettlements)
    return { refused: message('samples.fileRowsMostSettled', { rowCount, mostSettlements }) }

  const read: SettlementFile = { settlements: [], undecided: 0, problems: [] }
  for (const { row: line, cells } of preview) {
    const cell = (field: keyof typeof places): string => (cells[places[field]] ?? '').trim()
    const parsed = parseRow({
      batch: cell('batch') || (batchId ?? ''),
      row: cell('row'),
      outcome: cell('outcome'),
      id: cell('id'),
    })
    if (parsed === 'undecided') read.undecided += 1
    else if ('problem' in parsed) read.problems.push({ line, message: parsed.problem })
    else read.settlements.push({ line, reference: cell('reference') || null, ...parsed })
  }
  return withoutRepeated(read)
}

type Cells = Record<'batch' | 'row' | 'outcome' | 'id', string>
type ParsedRow = Pick<FileSettlement, 'batchId' | 'row' | 'as'>

function parseRow({ batch, row, outcome, id }: Cells): ParsedRow | 'undecided' | { problem: Message } {
  const decided = outcomeWords[normalize(outcome)]
  if (decided === undefined) return { problem: message('samples.noOutcomeWritePlaced', { outcome }) }
  if (decided === 'undecided' && id === '') return 'undecided'
  if (decided === 'notPlaced' && id !== '')
    return { problem: message('samples.saysNamesSampleRemove', { outcome, id }) }
  if (decided === 'placed' && id === '')
    return { problem: message('samples.saysWithoutSampleId', { outcome }) }
  if (batch === '') return { problem: message('samples.namesNoBatch') }
  if (!/^\d{1,15}$/.test(row)) return { problem: message('samples.noLineBatch', { row }) }
  const as = settledAsSchema.safeParse(
    decided === 'notPlaced' ? { kind: 'notPlaced' } : { kind: 'placed', sampleId: id },
  )
  if (!as.success) return { problem: message('samples.cannotSampleId', { id }) }
  return { batchId: batch, row: Number(row), as: as.data }
}

/** Removes all rows that name the same order or the same sample, since any of them may be the correct one. */
function withoutRepeated({ settlements, undecided, problems }: SettlementFile): SettlementFile {
  const byOrder = Map.groupBy(settlements, ({ batchId, row }) => `${batchId}\n${row}`)
  const bySample = Map.groupBy(settlements, ({ as, line }) => (as.kind === 'placed' ? as.sampleId : line))
  const repeated = settlements.flatMap(({ line, batchId, row, as }) => {
    const others = [
      ...(byOrder.get(`${batchId}\n${row}`) ?? []),
      ...((as.kind === 'placed' && bySample.get(as.sampleId)) || []),
    ].filter((one) => one.line !== line)
    return others[0]
      ? [{ line, message: message('samples.lineSameOrderSample', { line: others[0].line }) }]
      : []
  })
  const lines = new Set(repeated.map(({ line }) => line))
  return {
    settlements: settlements.filter(({ line }) => !lines.has(line)),
    undecided,
    problems: [...problems, ...repeated].toSorted((a, b) => a.line - b.line),
  }
}
