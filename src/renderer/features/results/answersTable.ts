import type { StoredResult } from '../../../shared/domain/cohort.ts'
import { toCopiedTable, yesNo } from '../../../shared/format/copyTable.ts'

/** The answers of a sample for the clipboard, each with when and from where it was fetched, and what was asked for. */
export const answersTable = (answers: readonly StoredResult[]) =>
  toCopiedTable(answers, {
    analysis_id: ({ analysisId }) => analysisId,
    kind: ({ kind }) => kind,
    fetched_at: ({ fetchedAt }) => fetchedAt,
    service: ({ service }) => service,
    pathways_asked: ({ pathways }) => (pathways.length === 0 ? 'all' : pathways.join('; ')),
    scores: ({ scores }) => scores,
    current: ({ current }) => yesNo(current),
    synthetic: ({ synthetic }) => yesNo(synthetic),
  })
