import { z } from 'zod'
import { joinMessages, type Message, message } from '../../words/message.ts'
import type { LedgerState } from '../samples/importing.ts'

/** A file of this computer that was opened earlier. The page never sees its path. `openedAt`: ISO 8601. */
export type RecentFile = { recentId: string; name: string; kind: 'table' | 'capsule'; openedAt: string }

/** A real input file that comes with the app. `name`: its name in the folder `examples`. */
export type ExampleFile = { name: string; sizeBytes: number }

/**
 * A report that the user may send to the maintainers. The user reads each part first; none contains a secret, the name
 * of a profile, or an address or path of this computer. The app itself sends nothing.
 */
export type ProblemReport = { parts: { name: string; text: string }[] }

/** A crash of a part of the app. `at`: ISO 8601. */
export type Crash = { at: string; where: 'main' | 'screen' | 'window' }

/**
 * The user's arrangement of one table: changed columns, and sort columns in order of precedence. Listed columns keep
 * this order among themselves; the others keep their default places.
 */
export const tableLayoutSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(300),
        /** Pixels. Absent: the column's default width. */
        width: z.number().int().min(40).max(2000).optional(),
        hidden: z.boolean().default(false),
        /** Stays on the left while the other columns scroll. */
        pinned: z.boolean().default(false),
      }),
    )
    .max(10_000)
    .default([]),
  /** Columns that are not listed are hidden, including columns that appear later. */
  othersHidden: z.boolean().default(false),
  sort: z
    .array(z.strictObject({ column: z.string().min(1).max(300), order: z.enum(['asc', 'desc']) }))
    .max(5)
    .default([]),
})
export type TableLayout = z.infer<typeof tableLayoutSchema>

/** A problem of the journal. `table` and `row` name one row; both are null if it affects the whole file. */
type JournalFinding = { table: string | null; row: string | null; problem: Message }

/** The result of verifying a whole journal. Times are ISO 8601. */
export type JournalCheck = { rows: number; findings: JournalFinding[]; verifiedAt: string }

/** The reasons why orders may be missing from the journal. `since`: the time of discovery (ISO 8601). */
export type JournalUncertainty = { since: string; reasons: Message[] }

export const formatUncertain = ({ reasons }: JournalUncertainty): Message =>
  message('app.notCertainAllOrders', { reasons: joinMessages(reasons, '; ') })

/** An order that may be missing or wrong after damage. `sampleId`: null if none is known. */
export type OrderInQuestion = {
  batchId: string
  row: number
  clientReference: string
  state: LedgerState
  sampleId: string | null
  sentAt: string | null
}

/** `orders`: the newest orders in question, at most 1,000. `total`: the number of all of them. */
export type JournalDoubt = JournalUncertainty & {
  orders: OrderInQuestion[]
  total: number
  /** Time of the newest order in the journal; null if it has none. */
  newestOrderAt: string | null
}

export type JournalStatus = {
  /** The number of orders, samples, batches and screening tasks together. */
  rows: number
  backups: number
  lastBackup: { name: string; at: string } | null
  /** The last verification in this run, or null. */
  verified: JournalCheck | null
  /** The reasons why paid calls are refused; null if paid calls are allowed. */
  uncertain: JournalUncertainty | null
}

/**
 * A workspace backup that was read completely and found intact. `journal`: a copy of a journal, as earlier versions
 * wrote it.
 */
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
  /** The number of orders, samples, batches and screening tasks. */
  rows: number
  results: number
  hasDrugCache: boolean
}

/**
 * The profile that a backup is restored to. `isNew`: restoring creates it. `isOtherService`: its service differs from
 * the backup's, and the user has to confirm.
 */
export type RestoreTarget = { name: string; service: string; isNew: boolean; isOtherService: boolean }

export type WorkspaceRestored = {
  /** The number of orders, samples, batches and screening tasks. */
  rows: number
  results: number
  /** The number of orders that now have an unknown outcome, because they may have been placed after the backup. */
  doubtful: number
  /** The names under which the replaced files are saved in the profile's folder. */
  savedAs: string[]
  /** The number of rows of the replaced journal that are not in the restored one. */
  missing: number
}

/** The schedule of backups. `folder`: the folder's name, or null if none is chosen. Times are ISO 8601. */
export type BackupSchedule = {
  folder: string | null
  every: 'day' | 'week'
  /** The number of backups to keep. Older ones are deleted. */
  copies: number
  lastAt: string | null
  problem: Message | null
}
