import type { Checked } from '../../shared/contract/contract.ts'
import type { CsvCell } from '../../shared/domain/csvLine.ts'
import type { DrugDetail, DrugMark, DrugPathway } from '../../shared/domain/drug.ts'
import type { Table } from './tables.ts'

/** A drug with all that is known of it here; `drug` is null where a list names one that is not kept. */
type DrugRecord = {
  drugId: string
  name: string
  drug: DrugDetail | null
  mark: DrugMark | null
  /** Names of the lists that it is in. */
  lists: readonly string[]
}

/** Where drugs to export come from; each page is held in memory as a whole. */
export type DrugSource = {
  pages(of: Checked<'exports.drugs'>['of']): AsyncIterable<DrugRecord[]>
  /** Whose drugs these are. */
  origin(): { service: string }
}

const columns = [
  'drug_id',
  'name',
  'synonyms',
  'category',
  'description',
  'pathways',
  'favourite',
  'tags',
  'note',
  'lists',
  'fetched_at',
  'details_fetched_at',
  'pathways_fetched_at',
  'service',
  'synthetic',
]

/** One row a drug. Cells of several values join them by `; `; a `;` or `\` within a value has a `\` before it. */
export function drugsTable({ pages, origin }: DrugSource, of: Checked<'exports.drugs'>['of']): Table {
  const { service } = origin()
  async function* rows(): AsyncGenerator<CsvCell[][]> {
    for await (const page of pages(of))
      yield page.map((record) => [...toCells(record), service, isSynthetic(record)])
  }
  return { columns, pages: rows() }
}

/** Null where nothing of the drug is kept, and so nothing is known. */
const isSynthetic = ({ drug }: DrugRecord): boolean | null => drug && drug.synthetic === true

const toCells = ({ drugId, name, drug, mark, lists }: DrugRecord): CsvCell[] => [
  drugId,
  name,
  joined(drug?.synonyms ?? []),
  drug?.category ?? null,
  drug?.description ?? null,
  joined((drug?.pathways ?? []).map(toText)),
  mark?.favourite ?? false,
  joined(mark?.tags ?? []),
  mark?.note ?? null,
  joined(lists),
  drug?.fetchedAt ?? null,
  drug?.detailsFetchedAt ?? null,
  drug?.pathwaysFetchedAt ?? null,
]

const joined = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replace(/[\\;]/g, '\\$&')).join('; ')

function toText({ pathway, direction, evidence }: DrugPathway): string {
  const said = direction === 'unknown' ? 'direction unknown' : direction
  return `${pathway}: ${said}${evidence === null ? '' : ` (${evidence})`}`
}
