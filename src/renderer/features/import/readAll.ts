import { call } from '../../client/call.ts'
import type { Question } from './useFailing.ts'

/** The clipboard is for what a person pastes; more go through a file. */
export const mostCopied = 10_000
const limit = 500

/** Every row of a question, page by page, up to as many as are copied. */
async function readAll<Row>(readPage: (page: number) => Promise<{ rows: Row[]; total: number }>) {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostCopied; page += 1) {
    const answer = await readPage(page)
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.total) break
  }
  return rows
}

/** Rows that a check has something to say of. */
export const readFailing = (question: Question) =>
  readAll((page) => call('imports.failing', { ...question, page, limit }))

/** Rows of a batch in one state. */
export const readLedger = (batchId: string, state: 'failed' | 'unknown') =>
  readAll((page) => call('batches.rows', { batchId, state, page, limit }))
