import type { Kysely } from 'kysely'
import type { Checked } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { message } from '../../../shared/messages/message.ts'
import type { JournalSchema } from '../../store/journal.ts'

export type Query = Kysely<JournalSchema>
export type NamedDrug = { drugId: string; name: string }
export type Member = NamedDrug & { addedAt: string }
/** `addedAt`: the time a drug that is put back was first added; the current time if left out. */
export type AddedDrug = NamedDrug & { addedAt?: string | undefined }

/** A change of a list: first `remove`, then `add`. Drugs that are already in it stay unchanged. */
type ListChange = Omit<Checked<'drugLists.change'>, 'listId' | 'add'> & { add: readonly AddedDrug[] }

/**
 * One kind of list. All methods run in one transaction at the time `at` (ISO 8601). They throw `notFound` for an
 * unknown list and `rejected` for changes that the kind does not support. `change` and `restore` return the id that the
 * list has afterwards.
 */
export type ListKind = {
  list(query: Query): Promise<DrugList[]>
  show(query: Query, listId: string): Promise<DrugList>
  /** Sorted by name. */
  members(query: Query, listId: string): Promise<Member[]>
  change(query: Query, listId: string, change: ListChange, at: string): Promise<string>
  remove(query: Query, listId: string, at: string): Promise<void>
  restore(query: Query, listId: string, at: string): Promise<string>
}

export const listNotFound = () =>
  new Failure('notFound', message`This list no longer exists. Choose another one.`, { what: message`list` })
