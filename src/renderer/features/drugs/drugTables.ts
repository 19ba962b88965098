import type { DrugDetail, DrugPathway } from '../../../shared/domain/drug.ts'
import type { Copied } from '../../ui/copyTable.ts'

type Say = (key: string) => string

/** Every field that the service gave, the ones known here first. */
export function factsTable(drug: DrugDetail, t: Say): Copied {
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

/** `say`: the word of a direction. */
export const pathwaysTable = (pathways: readonly DrugPathway[], t: Say, say: Say): Copied => ({
  table: {
    columns: [t('detail.pathway'), t('detail.direction'), t('detail.evidence')],
    rows: pathways.map(({ pathway, direction, evidence }) => [
      pathway,
      say(`direction.${direction}`),
      evidence,
    ]),
  },
  json: pathways,
})

/** A value of a field that is not known here: a text as it is, anything else as compact JSON. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
