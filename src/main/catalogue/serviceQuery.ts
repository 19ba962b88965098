import type { Checked } from '../../shared/contract/contract.ts'
import { drugFieldNames } from '../../shared/domain/drug.ts'
import type { RemoteService } from '../ports.ts'
import { maxQueryLength } from './index/tokens.ts'

/** What only this computer knows of a drug: when it came here. */
const localSorts: readonly string[] = ['age', 'fetched_at']

/** What the service is asked: nothing that it does not document, and nothing that was not asked for. */
export function toServiceQuery(
  params: Omit<Checked<'drugs.search'>, 'from'>,
): Parameters<RemoteService['searchDrugs']>[0] {
  const { text, category, page, limit, sort, order, fields = [] } = params
  const isLocalSort = sort !== undefined && localSorts.includes(sort)
  return {
    page,
    limit,
    ...(text.trim() === '' ? {} : { q: toServiceText(text) }),
    ...(category === undefined ? {} : { category }),
    ...(sort === undefined || isLocalSort ? {} : { sort }),
    ...(order === undefined || isLocalSort ? {} : { order }),
    ...(fields.length === 0 ? {} : { fields: withIdentifier(fields).join(',') }),
  }
}

/** The beginning, as what is kept is searched with: ten thousand Chinese characters would be an address of 90 kB. */
const toServiceText = (text: string): string => text.trim().slice(0, maxQueryLength).toWellFormed().trim()

/** Says so where not all of a question was asked. */
export const truncationNotice = (text: string): string | null =>
  text.trim().length > maxQueryLength
    ? `The search text is very long: only its first ${maxQueryLength} characters were searched with.`
    : null

/** Without its identifier a drug could be neither shown nor kept. */
const withIdentifier = (fields: readonly string[]): readonly string[] =>
  fields.some((field) => drugFieldNames.drugId.includes(field)) ? fields : ['drug_id', ...fields]
