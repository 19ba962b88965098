import type { DrugPathway, DrugRecord } from '../../../shared/domain/drugs/drug.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Cell, type Field, textField, timeField, toCells, toColumns, yesNoField } from './table.ts'
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
    textField('service', message`Address of the service that the drugs come from.`, () => service),
    yesNoField(
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
    columns: toColumns(fields),
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

const drugFields: Field<DrugRecord>[] = [
  textField('drug_id', message`Identifier of the drug at the service.`, ({ drugId }) => drugId),
  textField('name', message`Name of the drug.`, ({ name }) => name),
  textField('synonyms', message`Other names, joined by “; ”.`, ({ drug }) => joined(drug?.synonyms ?? [])),
  textField(
    'category',
    message`Class of the drug, in the words of the service.`,
    ({ drug }) => drug?.category ?? null,
  ),
  textField('description', message`Text of the service.`, ({ drug }) => drug?.description ?? null),
  textField(
    'pathways',
    message`Pathways, each with its direction and the evidence, joined by “; ”.`,
    ({ drug }) => joined((drug?.pathways ?? []).map(toText)),
  ),
  yesNoField('favourite', message`Marked as a favorite here.`, ({ mark }) => mark?.favourite ?? false),
  textField('tags', message`Tags given here, joined by “; ”.`, ({ mark }) => joined(mark?.tags ?? [])),
  textField('note', message`Note taken here.`, ({ mark }) => mark?.note ?? null),
  textField('lists', message`Lists that it is in, joined by “; ”.`, ({ lists }) => joined(lists)),
  timeField(
    'fetched_at',
    message`When it was met first or last in a list of the service.`,
    ({ drug }) => drug?.fetchedAt ?? null,
  ),
  timeField(
    'details_fetched_at',
    message`When its details were fetched.`,
    ({ drug }) => drug?.detailsFetchedAt ?? null,
  ),
  timeField(
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
