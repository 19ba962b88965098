import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'

/** A ranking for the clipboard: every drug with the screening that ranked it and where that is from. */
export function toCopied({ raw: _raw, ...result }: ScreeningResult): Copied {
  const { taskId, sampleId, clientReference, endpoint, service, fetchedAt, synthetic } = result
  return {
    json: result,
    table: {
      columns: [
        'rank',
        'drug_id',
        'name',
        'score',
        'sample',
        'sample_id',
        'task_id',
        'endpoint',
        'service',
        'fetched_at',
        'synthetic',
      ],
      rows: result.hits.map(({ rank, drugId, name, score }) => [
        rank,
        drugId,
        name,
        score,
        clientReference ?? null,
        sampleId,
        taskId,
        endpoint,
        service,
        fetchedAt,
        synthetic ? 'yes' : 'no',
      ]),
    },
  }
}
