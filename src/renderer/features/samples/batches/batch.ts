import type {
  Batch,
  BatchHistory,
  LedgerRow,
  LedgerState,
} from '../../../../shared/domain/samples/importing.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { type Copied, toCopiedTable } from '../../../../shared/tables/copyTable.ts'
import { toEnglish } from '../../../../shared/words/message.ts'

export const batchPageSize = 200

/** The states that batch rows are counted and filtered by, in display order. */
export const countedStates = ['created', 'failed', 'unknown', 'queued', 'cancelled'] as const
export type CountedState = (typeof countedStates)[number]

/** Returns true for rows that need a decision by the user. */
export const isOpen = (state: LedgerState): boolean => state === 'failed' || state === 'unknown'

/** Returns the number of rows to resume: those that can be sent, and in a canceled batch also the canceled ones. */
export const toSend = ({ state, resumable, cancelled }: Batch): number =>
  state === 'cancelled' ? resumable + cancelled : resumable

/** Returns the progress from 0 to 100: the share of rows that no longer wait. */
export const percentOf = ({ rows, queued }: Batch): number =>
  rows === 0 ? 100 : ((rows - queued) / rows) * 100

/** Returns the names of the user who did something, as far as they are recorded. */
export const personText = (person: BatchHistory['by']): string =>
  [person?.user, person?.account, person?.profile].filter(Boolean).join(' · ')

/** Returns the selected lines in order, or undefined (all lines) if none is selected. */
export const linesOf = (chosen: ReadonlySet<number>): number[] | undefined =>
  chosen.size === 0 ? undefined : [...chosen].sort((a, b) => a - b)

/** Returns the batches for the clipboard, with the counts of their rows by state. */
export const batchesTable = (batches: readonly Batch[]): Copied =>
  toCopied(
    [
      { name: 'batch_id', of: ({ batchId }) => batchId },
      { name: 'file', of: ({ fileName }) => fileName },
      { name: 'state', of: ({ state }) => state },
      { name: 'rows', of: ({ rows }) => rows },
      ...countedStates.map((name) => ({ name, of: (batch: Batch) => batch[name] })),
      { name: 'imported_at', of: ({ createdAt }) => createdAt },
    ],
    batches,
  )

/** Returns the rows of a batch for the clipboard, with their lines and outcomes. */
export const ledgerTable = (rows: readonly LedgerRow[]): Copied =>
  toCopiedTable(rows, {
    line: ({ row }) => row,
    client_reference: ({ clientReference }) => clientReference,
    state: ({ state }) => state,
    sample_id: ({ sampleId }) => sampleId,
    message: ({ message }) => message && toEnglish(message),
    attempts: ({ attempts }) => attempts,
    sent_at: ({ sentAt }) => sentAt,
    updated_at: ({ updatedAt }) => updatedAt,
  })
