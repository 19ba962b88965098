import { type Cell, describeColumns, textColumn, toCells } from '../../../shared/tables/column.ts'
import { drugColumns, namedDrug } from '../../../shared/tables/drugs.ts'
import { message } from '../../../shared/words/message.ts'
import type { ChoiceOf, Contents, Sources } from './tableContents.ts'

/**
 * Returns one row per drug. Cells with several values join them with `; `, escaped with `\`. The drugs are not read in
 * advance: the table is marked as synthetic if the first of them are, and each row has its own mark.
 */
export async function drugsTable(
  { drugs }: Pick<Sources, 'drugs'>,
  { of }: ChoiceOf<'drugs'>,
): Promise<Contents> {
  const { service } = drugs.origin()
  const columns = [
    ...drugColumns,
    textColumn('service', message('export.addressServiceDrugsCome'), () => service),
    namedDrug.synthetic,
  ]
  const source = drugs.pages(of)[Symbol.asyncIterator]()
  const first = await source.next()
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (let page = first; !page.done; page = await source.next())
      yield page.value.map((record) => toCells(columns, record))
  }
  return {
    columns: describeColumns(columns),
    pages: pages(),
    rows: 'drugIds' in of ? new Set(of.drugIds).size : null,
    synthetic: !first.done && first.value.some(({ drug }) => drug?.synthetic === true),
    provenance: [
      { name: 'service', value: service },
      { name: 'fetched_at', value: 'in each row, for the list, the details and the pathways of the drug' },
    ],
  }
}
