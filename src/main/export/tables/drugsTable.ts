import type { DrugPathway, DrugRecord } from '../../../shared/domain/drugs/drug.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import type { Contents, Sources } from './tableContents.ts'

type DrugsTableChoice = Extract<TableChoice, { kind: 'drugs' }>

/**
 * Returns one row per drug. Cells with several values join them with `; `, and a `;` or `\` within a value is escaped
 * with `\`. The drugs are not read in advance, because there may be too many: the table is marked as synthetic if the
 * first of them are, and each row has its own mark.
 */
export async function drugsTable(
  { drugs }: Pick<Sources, 'drugs'>,
  { of }: DrugsTableChoice,
): Promise<Contents> {
  const { service } = drugs.origin()
  const fields = [
    ...drugFields,
    textColumn('service', message`Address of the service that the drugs come from.`, () => service),
    yesNoColumn(
      'synthetic',
      message`Whether the service marked the drug as synthetic; empty: the drug is not cached.`,
      isSynthetic,
    ),
  ]
  const source = drugs.pages(of)[Symbol.asyncIterator]()
  const first = await source.next()
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let page = first; !page.done; page = await source.next())
      yield page.value.map((record) => toCells(fields, record))
  }
  return {
    columns: describeColumns(fields),
    pages: pages(),
    rows: 'drugIds' in of ? new Set(of.drugIds).size : null,
    synthetic: !first.done && first.value.some((record) => isSynthetic(record) === true),
    provenance: [
      { name: 'service', value: service },
      {
        name: 'fetched_at',
        value: 'in each row, for the list, the details and the pathways of the drug',
      },
    ],
  }
}

/** Returns null if the drug is not cached, so that nothing is known. */
const isSynthetic = ({ drug }: DrugRecord): boolean | null => drug && drug.synthetic === true

const drugFields: Column<DrugRecord>[] = [
  textColumn('drug_id', message`Identifier of the drug at the service.`, ({ drugId }) => drugId),
  textColumn('name', message`Name of the drug.`, ({ name }) => name),
  textColumn('synonyms', message`Other names, joined by “; ”.`, ({ drug }) => joined(drug?.synonyms ?? [])),
  textColumn(
    'category',
    message`Class of the drug, in the words of the service.`,
    ({ drug }) => drug?.category ?? null,
  ),
  textColumn('description', message`Text of the service.`, ({ drug }) => drug?.description ?? null),
  textColumn(
    'pathways',
    message`Pathways, each with its direction and the evidence, joined by “; ”.`,
    ({ drug }) => joined((drug?.pathways ?? []).map(toText)),
  ),
  yesNoColumn('favourite', message`Marked as a favorite here.`, ({ mark }) => mark?.favourite ?? false),
  textColumn('tags', message`Tags given here, joined by “; ”.`, ({ mark }) => joined(mark?.tags ?? [])),
  textColumn('note', message`Note taken here.`, ({ mark }) => mark?.note ?? null),
  textColumn('lists', message`Lists that it is in, joined by “; ”.`, ({ lists }) => joined(lists)),
  timeColumn(
    'fetched_at',
    message`When it was met first or last in a list of the service.`,
    ({ drug }) => drug?.fetchedAt ?? null,
  ),
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

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replace(/[\\;]/g, '\\$&')).join('; ')

function toText({ pathway, direction, evidence }: DrugPathway): string {
  const directionText = direction === 'unknown' ? 'direction unknown' : direction
  return `${pathway}: ${directionText}${evidence === null ? '' : ` (${evidence})`}`
}
