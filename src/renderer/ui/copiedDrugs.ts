import type { DrugMatch, MatchedPathway } from '../../shared/domain/drugMatch.ts'
import type { Copied } from '../../shared/format/copyTable.ts'

/** Matched drugs for the clipboard, each with its reasons. */
export const toCopiedDrugs = (match: DrugMatch): Copied => ({
  json: match,
  table: {
    columns: [
      'rank',
      'drug_id',
      'name',
      'category',
      'score',
      'coverage',
      'opposes',
      'follows',
      'direction_unknown',
      'unit',
      'fetched_at',
      'synthetic',
    ],
    rows: match.drugs.map((drug, index) => [
      index + 1,
      drug.drugId,
      drug.name,
      drug.category,
      drug.score,
      drug.coverage,
      toReasons(drug.opposes),
      toReasons(drug.follows),
      drug.directionUnknown.join('; '),
      match.unit,
      drug.fetchedAt,
      match.synthetic ? 'yes' : 'no',
    ]),
  },
})

const toReasons = (pathways: readonly MatchedPathway[]): string =>
  pathways.map(({ pathway, direction, value }) => `${direction} ${pathway} (${value})`).join('; ')
