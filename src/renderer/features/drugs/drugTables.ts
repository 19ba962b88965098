import type { TFunction } from 'i18next'
import type { DrugDetail, DrugHit, DrugLinks, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { toCopied } from '../../../shared/tables/column.ts'
import { type Copied, toCopiedTable } from '../../../shared/tables/copyTable.ts'
import { namedDrug } from '../../../shared/tables/drugs.ts'

/** Returns all fields of a drug, the known ones first. */
export function factsTable(drug: DrugDetail, t: TFunction<'drugs'>): Copied {
  const { drugId, name, synonyms, category, description, otherFields, source, fetchedAt, detailsFetchedAt } =
    drug
  return {
    table: {
      columns: [t('term.field'), t('term.value')],
      rows: [
        [t('term.drugId'), drugId],
        [t('term.name'), name],
        [t('term.category'), category],
        [t('term.description'), description],
        [t('term.synonyms'), synonyms.join('; ')],
        ...otherFields.map((field): [string, string] => [field.name, toText(field.value)]),
        [t('detail.fetchedAt'), fetchedAt],
        [t('detail.details'), detailsFetchedAt ?? t('detail.onlyFromLists')],
      ],
    },
    json: {
      drugId,
      name,
      category,
      description,
      synonyms,
      otherFields: Object.fromEntries(otherFields.map((field) => [field.name, field.value])),
      source,
      fetchedAt,
      detailsFetchedAt,
    },
  }
}

/** `t` is that of the namespaces `drugs` and `ui`. */
export const pathwaysTable = (pathways: readonly DrugPathway[], t: TFunction<'drugs'>): Copied => ({
  table: {
    columns: [t('term.pathway'), t('facets.direction'), t('detail.evidence')],
    rows: pathways.map(({ pathway, direction, evidence }) => [
      pathway,
      t(`direction.${direction}`),
      evidence,
    ]),
  },
  json: pathways,
})

export const hitsTable = (hits: readonly DrugHit[]): Copied =>
  toCopied<DrugHit & { drug: DrugHit }>(
    [
      namedDrug.id,
      namedDrug.name,
      namedDrug.category,
      namedDrug.synonyms,
      namedDrug.description,
      { name: 'source', of: ({ source }) => source },
      namedDrug.fetchedAt,
      namedDrug.synthetic,
    ],
    hits.map((drug) => ({ ...drug, drug })),
    hits.map((hit) => {
      const { match: _, ...rest } = hit
      return rest
    }),
  )

type Link =
  | ({ kind: 'screening' } & DrugLinks['screenings'][number])
  | ({ kind: 'sample' } & DrugLinks['samples'][number])

/** Returns the screenings and samples of a drug in one table; columns that one kind lacks are empty. */
export function linksTable(links: DrugLinks): Copied {
  const rows: Link[] = [
    ...links.screenings.map((link) => ({ kind: 'screening' as const, ...link })),
    ...links.samples.map((link) => ({ kind: 'sample' as const, ...link })),
  ]
  return toCopiedTable(
    rows,
    {
      kind: ({ kind }) => kind,
      sample_id: ({ sampleId }) => sampleId,
      client_reference: ({ clientReference }) => clientReference,
      task_id: (link) => (link.kind === 'screening' ? link.taskId : null),
      rank: (link) => (link.kind === 'screening' ? link.rank : null),
      score: (link) => (link.kind === 'screening' ? link.score : null),
      pathway: (link) => (link.kind === 'sample' ? link.pathway : null),
      direction: (link) => (link.kind === 'sample' ? link.direction : null),
      activity: (link) => (link.kind === 'sample' ? link.activity : null),
      z: (link) => (link.kind === 'sample' ? link.z : null),
      n: (link) => (link.kind === 'sample' ? link.n : null),
    },
    links,
  )
}

/** Returns the value of an unknown field: a string unchanged, anything else as compact JSON. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
