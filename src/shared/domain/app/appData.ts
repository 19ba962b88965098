import { z } from 'zod'
import { joinMessages, type Message, message } from '../../messages/message.ts'
import type { LedgerState } from '../samples/importing.ts'

/** A file of this computer that was opened before; the page never sees where it lies. `openedAt`: ISO 8601. */
export type RecentFile = { recentId: string; name: string; kind: 'table' | 'capsule'; openedAt: string }

/** A real input file that comes with the app. `name`: as in the folder `examples`. */
export type ExampleFile = { name: string; sizeBytes: number }

/**
 * What a person may send to those who look after the app: each part is text that they read first, without any secret,
 * name of a profile, address or path of this computer. Nothing is sent by the app.
 */
export type ProblemReport = { parts: { name: string; text: string }[] }

/** Something of the app that stopped working. `at`: ISO 8601. */
export type Crash = { at: string; where: 'main' | 'screen' | 'window' }

/**
 * How a person arranged one table: what was changed of its columns, and what is sorted by, first to last. Columns that
 * are named stand in this order among themselves; one that is not named keeps its own place.
 */
export const tableLayoutSchema = z
  .object({
    columns: z
      .array(
        z
          .object({
            id: z.string().min(1).max(300),
            /** Pixels; left out: the column's own. */
            width: z.number().int().min(40).max(2000).optional(),
            hidden: z.boolean().default(false),
            /** Stays at the left while the others scroll. */
            pinned: z.boolean().default(false),
          })
          .strict(),
      )
      .max(10_000)
      .default([]),
    /** Columns that are not named are hidden, those too that come to be known later. */
    othersHidden: z.boolean().default(false),
    sort: z
      .array(z.object({ column: z.string().min(1).max(300), order: z.enum(['asc', 'desc']) }).strict())
      .max(5)
      .default([]),
  })
  .strict()
export type TableLayout = z.infer<typeof tableLayoutSchema>

/** What is wrong with the journal; `table` and `row` name one row, null where it is the whole file. */
type JournalFinding = { table: string | null; row: string | null; problem: Message }

/** A journal that was read through. Times are ISO 8601. */
export type JournalCheck = { rows: number; findings: JournalFinding[]; verifiedAt: string }

/** The reasons why orders may be missing from the journal. `since` is the time of discovery (ISO 8601). */
export type JournalUncertainty = { since: string; reasons: Message[] }

export const formatUncertain = ({ reasons }: JournalUncertainty): Message =>
  message`It is not certain that all orders are known: ${joinMessages(reasons, '; ')}. Nothing that costs money is sent until you have looked at the orders in question and confirmed it, in the app or with journal acknowledge.`

/** An order that may be missing or wrong after damage. `sampleId`: null if none is known. */
export type OrderInQuestion = {
  batchId: string
  row: number
  clientReference: string
  state: LedgerState
  sampleId: string | null
  sentAt: string | null
}

/** `orders`: the newest orders in question, at most 1,000; `total`: their number. */
export type JournalDoubt = JournalUncertainty & {
  orders: OrderInQuestion[]
  total: number
  /** Time of the newest order in the journal; null if it has none. */
  newestOrderAt: string | null
}

export type JournalStatus = {
  /** Orders, samples, batches and screening tasks together. */
  rows: number
  backups: number
  lastBackup: { name: string; at: string } | null
  /** The last time that it was read through in this run; null when it was not. */
  verified: JournalCheck | null
  /** The reasons why paid calls are refused; null if paid calls are allowed. */
  uncertain: JournalUncertainty | null
}

/** A workspace backup that was read whole and found sound; `journal`: a copy of a journal, as earlier versions wrote it. */
export type WorkspaceBackup = {
  kind: 'workspace' | 'journal'
  name: string
  sizeBytes: number
  /** Time, application and profile of the backup; null for a copy of a journal. */
  madeAt: string | null
  application: string | null
  profile: string | null
  /** The origin of the service; null if the file does not name one. */
  service: string | null
  /** Orders, samples, batches and screening tasks. */
  rows: number
  results: number
  hasDrugCache: boolean
}

/**
 * The profile that a backup is restored to. `isNew`: restoring creates it. `isOtherService`: the profile has another service
 * than the backup, which the user has to confirm.
 */
export type RestoreTarget = { name: string; service: string; isNew: boolean; isOtherService: boolean }

export type WorkspaceRestored = {
  /** Orders, samples, batches and screening tasks. */
  rows: number
  results: number
  /** Orders that are now of unknown outcome, because they may have been placed after the backup was made. */
  doubtful: number
  /** The names under which replaced files are stored in the folder of the profile. */
  savedAs: string[]
  /** Rows of the replaced journal which the restored one does not have. */
  missing: number
}

/** Scheduled backups. `folder`: the name of the folder; null if none is chosen. Times are ISO 8601. */
export type BackupSchedule = {
  folder: string | null
  every: 'day' | 'week'
  /** Number of backups to keep; older ones are deleted. */
  copies: number
  lastAt: string | null
  problem: Message | null
}
