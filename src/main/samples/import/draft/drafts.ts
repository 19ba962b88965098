import { isDeepStrictEqual } from 'node:util'
import { Failure, notFound, rejected } from '../../../../shared/contract/failures.ts'
import type {
  FileChange,
  Mapping,
  ReadAs,
  ReadingNote,
  ReadOptions,
  Transform,
} from '../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import type { SerialQueue } from '../../../concurrency/serialQueue.ts'
import type { ReadFile, RecordSelection, RowsTask } from '../readerMessages.ts'
import type { Findings, ShownOrders } from './checkDraft.ts'

export type SubmittedBatch = { batchId: string; studyId: string; jobId: string }

/** The settings of a check. Sending reads the file with exactly these. */
export type CheckPlan = { mapping: Mapping; transform: Transform; form: OrderForm; changes: FileChange[] }

export type CheckedDraft = CheckPlan & {
  valid: number
  /** The orders shown as about to be sent; no others are sent. */
  shown: ShownOrders
  blocker: Message | null
  /** Null if newer checks displaced them: only those of a few drafts are stored. */
  findings: Findings | null
}

/** A file that was chosen. Lists of changes are exchanged whole, never changed: one that is the same is the same list. */
export type Draft = {
  path: string
  fileName: string
  sha256: string
  readAs: ReadAs
  /** The reading options that were set; the other settings were detected. */
  options: ReadOptions
  columns: string[]
  /** The first rows, as in the file. */
  preview: { cells: string[] }[]
  notes: ReadingNote[]
  changes: FileChange[]
  /** The undone changes, the last one first. */
  undone: FileChange[]
  checked: CheckedDraft | null
  checking: AbortController | null
  /** The outcome of sending the last check; null before it is sent. */
  sent: Promise<SubmittedBatch> | null
  /** Serializes changes, since each is measured against those before it. */
  queue: SerialQueue
}

/**
 * The most open drafts. They are small, but the user may read a file with many options; the oldest are dropped first.
 */
const maxDrafts = 50
/** The most drafts that keep the findings of their check, which are large. */
const maxDraftsWithFindings = 4

export function createDrafts() {
  const drafts = new Map<string, Draft>()
  const withFindings: Draft[] = []
  return {
    /** Throws `notFound` for one that was never read, or long ago. */
    find(draftId: string): Draft {
      const draft = drafts.get(draftId)
      if (draft) return draft
      throw notFound(message('samples.importClosedChooseFile'), message('shared.import'))
    },
    store(draftId: string, draft: Draft): void {
      drafts.set(draftId, draft)
      const [oldest] = drafts.keys()
      if (drafts.size > maxDrafts && oldest !== undefined) drafts.delete(oldest)
    },
    storeCheck(draft: Draft, checked: CheckedDraft): void {
      draft.checked = checked
      const index = withFindings.indexOf(draft)
      if (index >= 0) withFindings.splice(index, 1)
      withFindings.push(draft)
      const evicted = withFindings.length > maxDraftsWithFindings ? withFindings.shift() : undefined
      if (evicted?.checked) evicted.checked.findings = null
    },
  }
}

export const toFile = ({ path, readAs, sha256, columns, changes }: Draft): ReadFile => ({
  path,
  readAs,
  sha256,
  columns,
  changes,
})

export const toTask = (
  draft: Draft,
  { mapping, transform, form, changes }: CheckPlan,
  records: RecordSelection,
): RowsTask => ({
  ...toFile(draft),
  mapping,
  transform,
  form,
  changes,
  // The numbers of a workbook have no sign of their own.
  isDecimalFound: draft.readAs.format === 'csv' && draft.options.decimal === undefined,
  records,
})

/** The signal of a check that begins. The one before fails with `cancelled`. */
export function beginCheck(draft: Draft): AbortSignal {
  draft.checking?.abort(new Failure('cancelled', message('samples.rowsCheckedAgainMeantime'), {}))
  draft.checking = new AbortController()
  return draft.checking.signal
}

/** Ends when the orders of a draft, where they are just being placed, are in the ledger. */
export const submissionSettled = async ({ sent }: Draft): Promise<void> => {
  await sent?.catch(() => undefined)
}

/**
 * The last check. Throws `rejected` where there was none, or a cell was changed since, or the form, here as it is now;
 * null: whatever the form is now.
 */
export function requireCheck({ checked, changes }: Draft, form: OrderForm | null): CheckedDraft {
  if (!checked) throw rejected(message('samples.checkRowsFirst'))
  if (checked.changes !== changes) throw rejected(message('samples.correctedCellsAfterCheck'))
  if (form === null || isDeepStrictEqual(checked.form, form)) return checked
  throw rejected(message('samples.orderFormChangedAfter'))
}

/** Returns the findings of the last check. Throws `rejected` if there was none, or if newer checks displaced them. */
export function requireFindings({ checked }: Draft): Findings {
  if (!checked) throw rejected(message('samples.checkRowsFirst'))
  if (checked.findings) return checked.findings
  throw rejected(message('samples.checkedAnotherFileSince'))
}
