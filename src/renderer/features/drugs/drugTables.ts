import type { DrugDetail, DrugHit, DrugLinks, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { toCopied } from '../../../shared/tables/column.ts'
import { type Copied, toCopiedTable } from '../../../shared/tables/copyTable.ts'
import { namedDrug } from '../../../shared/tables/drugs.ts'

type Translate = (key: string) => string

/** Returns all fields of a drug, the known ones first. */
export function factsTable(drug: DrugDetail, t: Translate): Copied {
  const { drugId, name, synonyms, category, description, otherFields, source, fetchedAt, detailsFetchedAt } =
    drug
  return {
    table: {
      columns: [t('detail.field'), t('detail.value')],
      rows: [
        [t('detail.id'), drugId],
        [t('detail.name'), name],
        [t('detail.category'), category],
        [t('detail.description'), description],
        [t('detail.synonyms'), synonyms.join('; ')],
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

/** `translate`: returns the word for a direction. */
export const pathwaysTable = (
  pathways: readonly DrugPathway[],
  t: Translate,
  translate: Translate,
): Copied => ({
  table: {
    columns: [t('detail.pathway'), t('detail.direction'), t('detail.evidence')],
    rows: pathways.map(({ pathway, direction, evidence }) => [
      pathway,
      translate(`direction.${direction}`),
      evidence,
    ]),
  },
  json: pathways,
})

/** Returns the drugs of the list. */
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
