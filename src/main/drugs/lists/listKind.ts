import type { Kysely } from 'kysely'
import type { Checked } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { message } from '../../../shared/messages/message.ts'
import type { JournalSchema } from '../../store/journal.ts'

export type Query = Kysely<JournalSchema>
export type NamedDrug = { drugId: string; name: string }
export type Member = NamedDrug & { addedAt: string }
/** `addedAt`: since when a drug that comes back was in the list; left out: now. */
export type AddedDrug = NamedDrug & { addedAt?: string | undefined }

/** What is to change of a list: drugs to take out, then drugs to put in; those already in it stay as they are. */
type ListChange = Omit<Checked<'drugLists.change'>, 'listId' | 'add'> & { add: readonly AddedDrug[] }

/**
 * One way in which a list comes about. All run inside one transaction, at the time `at` (ISO 8601), and throw `notFound`
 * for a list that is not there and `rejected` for what its kind cannot do. `change` and `restore` give the id that the
 * list then has.
 */
export type ListKind = {
  list(query: Query): Promise<DrugList[]>
  show(query: Query, listId: string): Promise<DrugList>
  /** By name. */
  members(query: Query, listId: string): Promise<Member[]>
  change(query: Query, listId: string, change: ListChange, at: string): Promise<string>
  remove(query: Query, listId: string, at: string): Promise<void>
  restore(query: Query, listId: string, at: string): Promise<string>
}

export const listNotFound = () =>
  new Failure('notFound', message`This list no longer exists. Choose another one.`, { what: message`list` })
