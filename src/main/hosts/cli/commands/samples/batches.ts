import type { Batch, LedgerRow } from '../../../../../shared/domain/samples/importing.ts'
import { followJob } from '../../app.ts'
import type { OpenedApp } from '../../program/command.ts'

export type BatchCounts = Pick<Batch, 'batchId' | 'created' | 'failed' | 'unknown' | 'queued'>

const pageSize = 500

export async function sendBatch(
  app: OpenedApp,
  start: () => Promise<{ batchId: string; jobId: string }>,
): Promise<BatchCounts> {
  let batchId = ''
  await followJob(app, async () => {
    const started = await start()
    batchId = started.batchId
    return started
  })
  return batchCounts(app.call, batchId)
}

export async function batchCounts(call: OpenedApp['call'], batchId: string): Promise<BatchCounts> {
  const batches = await call('batches.list', {})
  return batches.find((batch) => batch.batchId === batchId) ?? { batchId, ...sumCounts([]) }
}

export function sumCounts(batches: readonly BatchCounts[]): Omit<BatchCounts, 'batchId'> {
  const sum = (count: 'created' | 'failed' | 'unknown' | 'queued'): number =>
    batches.reduce((total, batch) => total + batch[count], 0)
  return { created: sum('created'), failed: sum('failed'), unknown: sum('unknown'), queued: sum('queued') }
}

/** Returns the batches with unsent rows, whose run was stopped. */
export const unfinishedBatches = async (call: OpenedApp['call']): Promise<Batch[]> =>
  (await call('batches.list', {})).filter((batch) => batch.queued > 0)

export type BatchInDoubt = { batch: Batch; rows: LedgerRow[] }

/** Returns the batches with orders of unknown outcome, or only the one with `batchId`. */
export async function batchesInDoubt(call: OpenedApp['call'], batchId?: string): Promise<BatchInDoubt[]> {
  const batches = await call('batches.list', {})
  const found = batches.filter(
    (batch) => batch.unknown > 0 && (batchId === undefined || batch.batchId === batchId),
  )
  return Promise.all(
    found.map(async (batch) => ({ batch, rows: await allRows(call, batch.batchId, 'unknown') })),
  )
}

/** Returns the rows of all pages. */
export async function allPages<Row>(
  read: (page: { page: number; limit: number }) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read({ page, limit: pageSize })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}

const allRows = (call: OpenedApp['call'], batchId: string, state: 'failed' | 'unknown') =>
  allPages((page) => call('batches.rows', { batchId, state, ...page }))

export async function failedRows(call: OpenedApp['call'], batchId: string) {
  const problems = []
  for (const state of ['failed', 'unknown'] as const) {
    for (const { row, clientReference, message } of await allRows(call, batchId, state))
      problems.push({
        row,
        column: null,
        value: clientReference,
        severity: 'error',
        rule: state === 'failed' ? 'refused-by-service' : 'unknown-outcome',
        message: message ?? 'The response to this order was lost; it may have been placed.',
      })
  }
  return problems
}
