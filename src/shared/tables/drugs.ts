import type { Drug, DrugPathway, DrugRecord } from '../domain/drugs/drug.ts'
import { message } from '../words/message.ts'
import { type Column, textColumn, timeColumn, yesNoColumn } from './column.ts'

/** A drug with the data that every list of drugs has. `drug`: null if it is not cached. */
type NamedDrug = Pick<Drug, 'drugId' | 'name'> & {
  drug:
    | (Pick<Drug, 'synonyms' | 'category'> & {
        description?: string | null
        fetchedAt: string
        synthetic?: true
      })
    | null
}

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replace(/[\\;]/g, '\\$&')).join('; ')

/** The columns that exported drugs share with copied lists. Cells with several values join them as exports do. */
export const namedDrug = {
  id: textColumn('drug_id', message('export.identifierDrugService'), ({ drugId }) => drugId),
  name: textColumn('name', message('export.nameDrug'), ({ name }) => name),
  synonyms: textColumn('synonyms', message('export.otherNamesJoined'), ({ drug }) =>
    joined(drug?.synonyms ?? []),
  ),
  category: textColumn(
    'category',
    message('export.classDrugWordsService'),
    ({ drug }) => drug?.category ?? null,
  ),
  description: textColumn(
    'description',
    message('export.textService'),
    ({ drug }) => drug?.description ?? null,
  ),
  fetchedAt: timeColumn(
    'fetched_at',
    message('export.whenMetFirstLast'),
    ({ drug }) => drug?.fetchedAt ?? null,
  ),
  synthetic: yesNoColumn(
    'synthetic',
    message('export.whetherServiceMarkedDrug'),
    ({ drug }) => drug && drug.synthetic === true,
  ),
} satisfies Record<string, Column<NamedDrug>>

export const drugColumns: Column<DrugRecord>[] = [
  namedDrug.id,
  namedDrug.name,
  namedDrug.synonyms,
  namedDrug.category,
  namedDrug.description,
  textColumn('pathways', message('export.pathwaysEachDirectionEvidence'), ({ drug }) =>
    joined((drug?.pathways ?? []).map(toText)),
  ),
  yesNoColumn('favourite', message('export.markedFavorite'), ({ mark }) => mark?.favourite ?? false),
  textColumn('tags', message('export.tagsGivenJoined'), ({ mark }) => joined(mark?.tags ?? [])),
  textColumn('note', message('export.noteTaken'), ({ mark }) => mark?.note ?? null),
  textColumn('lists', message('export.listsJoined'), ({ lists }) => joined(lists)),
  namedDrug.fetchedAt,
  timeColumn(
    'details_fetched_at',
    message('export.whenDetailsFetched'),
    ({ drug }) => drug?.detailsFetchedAt ?? null,
  ),
  timeColumn(
    'pathways_fetched_at',
    message('export.whenPathwaysFetchedEmpty'),
    ({ drug }) => drug?.pathwaysFetchedAt ?? null,
  ),
]

function toText({ pathway, direction, evidence }: DrugPathway): string {
  const directionText = direction === 'unknown' ? 'direction unknown' : direction
  return `${pathway}: ${directionText}${evidence === null ? '' : ` (${evidence})`}`
}
