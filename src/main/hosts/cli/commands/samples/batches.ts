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
  const found = batches.find((batch) => batch.batchId === batchId)
  return found ?? { batchId, created: 0, failed: 0, unknown: 0, queued: 0 }
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

async function allRows(call: OpenedApp['call'], batchId: string, state: 'failed' | 'unknown') {
  const found: LedgerRow[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await call('batches.rows', { batchId, state, page, limit: pageSize })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}

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
