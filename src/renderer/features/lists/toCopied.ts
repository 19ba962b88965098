import type { TFunction } from 'i18next'
import type { DrugDetail, DrugList, DrugMark } from '../../../shared/domain/drugs/drug.ts'
import { type Copied, type DataTable, toCopiedTable } from '../../../shared/tables/copyTable.ts'
import { type Compared, otherFieldNames, type PathwayRow, toLine } from './comparePathways.ts'

export const listsTable = (sets: readonly DrugList[]): Copied =>
  toCopiedTable(sets, {
    name: ({ name }) => name,
    kind: ({ kind }) => kind,
    drugs: ({ count }) => count,
    note: ({ note }) => note,
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
  })

/** Returns the comparison for the clipboard. Its JSON holds each drug as cached, with the user's marks. */
export const toCopied = (
  drugs: readonly Compared[],
  pathways: readonly PathwayRow[],
  t: TFunction<'lists'>,
): Copied => ({
  table: toTable(drugs, pathways, t),
  json: drugs.map(({ drugId, name, drug, mark }) => ({
    drugId,
    name,
    cached: drug === null ? null : withoutRaw(drug),
    favourite: mark?.favourite ?? false,
    tags: mark?.tags ?? [],
    note: mark?.note ?? '',
  })),
})

/** Returns the fields of a drug without the raw response, which would repeat them. */
function withoutRaw(drug: DrugDetail) {
  const { synonyms, category, description, pathways, fetchedAt, pathwaysFetchedAt } = drug
  const otherFields = Object.fromEntries(drug.otherFields.map(({ name, value }) => [name, value]))
  return { synonyms, category, description, otherFields, pathways, fetchedAt, pathwaysFetchedAt }
}

/** Returns the rows of the screen, with missing values in words. */
function toTable(
  drugs: readonly Compared[],
  pathways: readonly PathwayRow[],
  t: TFunction<'lists'>,
): DataTable {
  const fact = (name: string, read: (drug: DrugDetail) => string | null): string[] => [
    name,
    ...drugs.map(({ drug }) => (drug ? (read(drug) ?? t('term.notGiven')) : t('notCached'))),
  ]
  const marked = (name: string, read: (mark: DrugMark) => string): string[] => [
    name,
    ...drugs.map(({ mark }) => (mark && read(mark)) || t('term.none')),
  ]
  return {
    columns: [t('term.field'), ...drugs.map(({ name }) => name)],
    rows: [
      fact(t('term.drugId'), (drug) => drug.drugId),
      fact(t('term.category'), (drug) => drug.category),
      fact(t('term.synonyms'), (drug) => drug.synonyms.join('; ') || null),
      fact(t('term.description'), (drug) => drug.description),
      ...otherFieldNames(drugs).map((name) => fact(name, (drug) => otherField(drug, name))),
      marked(t('compareHead.tags'), (mark) => tagsOf(mark, t).join('; ')),
      marked(t('compareHead.note'), ({ note }) => note),
      ...pathways.map((row) => [
        row.opposite ? `${row.title} (${t('opposite')})` : row.title,
        ...row.cells.map((cell, column) => {
          if (cell === null) return t(drugs[column]?.drug ? 'notFetched' : 'notCached')
          if (cell.length === 0) return t('notNamed')
          return cell
            .map(({ direction, evidence, written }) =>
              [t(`direction.${direction}`), evidence, written].filter(Boolean).join(', '),
            )
            .join('; ')
        }),
      ]),
      fact(t('compareHead.cached'), (drug) => drug.fetchedAt),
      fact(t('compareHead.pathwaysCached'), (drug) => drug.pathwaysFetchedAt ?? t('notFetched')),
    ],
  }
}

export const tagsOf = ({ favourite, tags }: DrugMark, t: TFunction<'lists'>): string[] =>
  favourite ? [t('favourite'), ...tags] : tags

/** Returns another field of the service as one line; null if the drug lacks it or its value. */
export function otherField(drug: DrugDetail, name: string): string | null {
  const field = drug.otherFields.find((one) => one.name === name)
  return field === undefined || field.value === null ? null : toLine(field.value)
}
