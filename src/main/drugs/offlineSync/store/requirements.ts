import { sql } from 'kysely'
import type { OfflineSyncDetail, OfflineSyncScope } from '../../../../shared/domain/drugs/offlineSync.ts'

/**
 * What is wanted of each drug of a plan, not older than `after` and not younger than `now` (ISO 8601): the clock was
 * ahead when such an answer was kept, and how old it is nobody knows. `drug`: `kept`: lists bring it; `seen`:
 * no list does, so its own address is asked; `details`: that in any case.
 */
export type Requirements = {
  drug: 'kept' | 'seen' | 'details'
  pathways: boolean
  after: string
  now: string
}

export function toRequirements(
  scope: OfflineSyncScope,
  detail: OfflineSyncDetail,
  after: string,
  now: string,
): Requirements {
  const drug = detail === 'all' ? 'details' : scope.kind === 'set' ? 'seen' : 'kept'
  return { drug, pathways: detail === 'pathways' || detail === 'all', after, now }
}

/** Conditions on `drugs`, left-joined to the members of a plan: 1 or 0. */
export function needsDrug({ drug, after, now }: Requirements) {
  if (drug === 'seen')
    return sql<0 | 1>`(coalesce(drugs.whole_fetched_at, '') <= ${after} OR drugs.whole_fetched_at > ${now})`
  if (drug === 'details')
    return sql<
      0 | 1
    >`(coalesce(drugs.details_fetched_at, '') <= ${after} OR drugs.details_fetched_at > ${now})`
  return sql<0 | 1>`(drugs.drug_id IS NULL)`
}

export const needsPathways = ({ pathways, after, now }: Requirements) =>
  pathways
    ? sql<0 | 1>`(coalesce(drugs.pathways_fetched_at, '') <= ${after} OR drugs.pathways_fetched_at > ${now})`
    : sql<0 | 1>`(0)`

export const isDue = (requirements: Requirements) =>
  sql<0 | 1>`(${needsDrug(requirements)} OR ${needsPathways(requirements)})`
