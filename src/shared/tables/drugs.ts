import type { Drug, DrugPathway, DrugRecord } from '../domain/drugs/drug.ts'
import { message } from '../messages/message.ts'
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
  id: textColumn(
    'drug_id',
    message`Identifier of the drug at the service.`,
    ({ drugId }: NamedDrug) => drugId,
  ),
  name: textColumn('name', message`Name of the drug.`, ({ name }: NamedDrug) => name),
  synonyms: textColumn('synonyms', message`Other names, joined by “; ”.`, ({ drug }: NamedDrug) =>
    joined(drug?.synonyms ?? []),
  ),
  category: textColumn(
    'category',
    message`Class of the drug, in the words of the service.`,
    ({ drug }: NamedDrug) => drug?.category ?? null,
  ),
  description: textColumn(
    'description',
    message`Text of the service.`,
    ({ drug }: NamedDrug) => drug?.description ?? null,
  ),
  fetchedAt: timeColumn(
    'fetched_at',
    message`When it was met first or last in a list of the service.`,
    ({ drug }: NamedDrug) => drug?.fetchedAt ?? null,
  ),
  synthetic: yesNoColumn(
    'synthetic',
    message`Whether the service marked the drug as synthetic; empty: the drug is not cached.`,
    ({ drug }: NamedDrug) => drug && drug.synthetic === true,
  ),
}

export const drugColumns: Column<DrugRecord>[] = [
  namedDrug.id,
  namedDrug.name,
  namedDrug.synonyms,
  namedDrug.category,
  namedDrug.description,
  textColumn(
    'pathways',
    message`Pathways, each with its direction and the evidence, joined by “; ”.`,
    ({ drug }) => joined((drug?.pathways ?? []).map(toText)),
  ),
  yesNoColumn('favourite', message`Marked as a favorite here.`, ({ mark }) => mark?.favourite ?? false),
  textColumn('tags', message`Tags given here, joined by “; ”.`, ({ mark }) => joined(mark?.tags ?? [])),
  textColumn('note', message`Note taken here.`, ({ mark }) => mark?.note ?? null),
  textColumn('lists', message`Lists that it is in, joined by “; ”.`, ({ lists }) => joined(lists)),
  namedDrug.fetchedAt,
  timeColumn(
    'details_fetched_at',
    message`When its details were fetched.`,
    ({ drug }) => drug?.detailsFetchedAt ?? null,
  ),
  timeColumn(
    'pathways_fetched_at',
    message`When its pathways were fetched; empty: never.`,
    ({ drug }) => drug?.pathwaysFetchedAt ?? null,
  ),
]

function toText({ pathway, direction, evidence }: DrugPathway): string {
  const directionText = direction === 'unknown' ? 'direction unknown' : direction
  return `${pathway}: ${directionText}${evidence === null ? '' : ` (${evidence})`}`
}
