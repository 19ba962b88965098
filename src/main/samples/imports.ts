import { isDeepStrictEqual } from 'node:util'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Batch, Mapping, ReadAs } from '../../shared/domain/importing.ts'
import type { OrderFields } from '../../shared/domain/sample.ts'
import type { Files, Random } from '../ports.ts'
import { checkAll } from './checkAll.ts'
import { toCsvText } from './csv/writeCsv.ts'
import { suggestMapping, toMappedColumns } from './mapping.ts'
import type { RowsTask } from './reader.ts'
import type { Reader } from './readInWorker.ts'

export type Imports = {
  read: Handlers['imports.read']
  check: Handlers['imports.check']
  send: Handlers['imports.send']
  saveFailedRows: Handlers['imports.saveFailedRows']
}

/** What the import asks of the ledger. */
export type Orders = {
  /** References in the register, or in a ledger row that is not failed. */
  known(references: string[]): Promise<Set<string>>
  createBatch(batch: NewOrders): Promise<Batch['batchId']>
  send(batchId: string): Promise<string>
  rows: Handlers['batches.rows']
}

type NewOrders = {
  fileName: string
  sha256: string
  mapping: Mapping
  readAs: ReadAs
  rows: AsyncIterable<{ row: number; fields: OrderFields }>
}

type Sent = { batchId: string; jobId: string }
type Draft = {
  path: string
  fileName: string
  sha256: string
  readAs: ReadAs
  columns: string[]
  /** That of the last check; null before. */
  mapping: Mapping | null
  sent: Promise<Sent> | null
}

/** Drafts are small, but a person may read the same file with many options; those read first go first. */
const keptDrafts = 50
const pageOfFailed = 500

/**
 * From a file to a batch: read, map and check, send. Preview, check and batch come from the same reader with the same
 * options, and from the same bytes: a file that was changed in between is refused.
 */
export function createImports(parts: {
  files: Files
  reader: Reader
  orders: Orders
  random: Random
  /** As it is set now. */
  requestsPerMinute: () => number
}): Imports {
  const { files, reader, orders, random } = parts
  const drafts = new Map<string, Draft>()

  const find = (draftId: string): Draft => {
    const draft = drafts.get(draftId)
    if (!draft)
      throw new Failure('notFound', 'This import is no longer open. Choose the file again.', {
        what: 'import',
      })
    return draft
  }

  const keep = (draftId: string, draft: Draft): void => {
    drafts.set(draftId, draft)
    const [oldest] = drafts.keys()
    if (drafts.size > keptDrafts && oldest !== undefined) drafts.delete(oldest)
  }

  return {
    async read({ fileId, options }) {
      const path = files.path(fileId)
      const { name } = await files.adopt(path)
      const facts = await reader.draft({ path, options })
      const draftId = random.id()
      const { sha256, readAs, columns } = facts
      keep(draftId, { path, fileName: name, sha256, readAs, columns, mapping: null, sent: null })
      return { draftId, fileName: name, ...facts, suggestedMapping: suggestMapping(columns) }
    },

    async check({ draftId, mapping }) {
      const draft = find(draftId)
      const mapped = toMappedColumns(draft.columns, mapping)
      const checked = await checkAll(reader.rows(toTask(draft, mapping, null)), orders, mapped)
      // What was sent before was sent with another mapping: this check asks for an import of its own.
      if (!isDeepStrictEqual(draft.mapping, mapping)) draft.sent = null
      draft.mapping = mapping
      return { draftId, ...checked, ...effort(checked.valid, parts.requestsPerMinute()) }
    },

    async send({ draftId }) {
      const draft = find(draftId)
      // Asked twice, by a double click or a second window: the first answer serves both.
      draft.sent ??= place(draft, reader, orders)
      try {
        return await draft.sent
      } catch (error) {
        draft.sent = null
        throw error
      }
    },

    async saveFailedRows({ draftId, fileId }) {
      const draft = find(draftId)
      const { batchId } = (await draft.sent) ?? { batchId: null }
      const refused = batchId === null ? [] : await failedAtService(orders, batchId)
      let rows = 0
      const records = async function* () {
        yield draft.columns
        for await (const piece of reader.rows(toTask(draft, checkedMapping(draft), refused)))
          for (const { cells } of piece.rows) {
            if (!cells) continue
            rows += 1
            yield cells
          }
      }
      const file = await files.write(fileId, toCsvText(records()))
      return { file, rows }
    },
  }
}

const toTask = (draft: Draft, mapping: Mapping, cellsOf: number[] | null): Omit<RowsTask, 'kind'> => {
  const { path, readAs, sha256, columns } = draft
  return { path, readAs, sha256, columns, mapping, cellsOf }
}

function checkedMapping({ mapping }: Draft): Mapping {
  if (mapping) return mapping
  throw new Failure('rejected', 'The rows were not checked yet. Check them, then go on.', { problems: [] })
}

async function place(draft: Draft, reader: Reader, orders: Orders): Promise<Sent> {
  const mapping = checkedMapping(draft)
  const { fileName, sha256, readAs } = draft
  const rows = freshRows(reader, orders, toTask(draft, mapping, null))
  const batchId = await orders.createBatch({ fileName, sha256, mapping, readAs, rows })
  return { batchId, jobId: await orders.send(batchId) }
}

/** The rows that can be sent and whose order was not placed yet. */
async function* freshRows(
  reader: Reader,
  orders: Orders,
  task: Omit<RowsTask, 'kind'>,
): AsyncGenerator<{ row: number; fields: OrderFields }> {
  for await (const piece of reader.rows(task)) {
    const valid = piece.rows.flatMap(({ row, fields }) => (fields ? [{ row, fields }] : []))
    const known = await orders.known(valid.map(({ fields }) => fields.client_reference))
    for (const order of valid) if (!known.has(order.fields.client_reference)) yield order
  }
}

/** The rows of a batch that the service refused, by their physical lines. */
async function failedAtService(orders: Orders, batchId: string): Promise<number[]> {
  const lines: number[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await orders.rows({ batchId, state: 'failed', page, limit: pageOfFailed })
    lines.push(...rows.map(({ row }) => row))
    if (rows.length === 0 || lines.length >= total) return lines
  }
}

/** What answers take when nothing has to wait, in seconds for one order with four under way. */
const unpacedS = 0.1

/** One request an order. Those of the first window leave at once, the others wait for a window each `perMinute`. */
export function effort(orders: number, perMinute: number): { requests: number; estimateS: number } {
  const waits = Math.max(0, Math.ceil(orders / perMinute) - 1)
  const unpaced = (orders - waits * perMinute) * unpacedS
  return { requests: orders, estimateS: Math.ceil(waits * 60 + Math.min(60, unpaced)) }
}
