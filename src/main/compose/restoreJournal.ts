import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rejected } from '../../shared/contract/failures.ts'
import type { JournalRestored } from '../../shared/domain/app/appData.ts'
import { message } from '../../shared/messages/message.ts'
import { leaseOwners } from '../adapters/sqlite/leaseOwners.ts'
import { restoreFromBackup } from '../adapters/sqlite/recovery/restore.ts'
import { isLeaseHeld } from '../concurrency/lease.ts'
import { journalMigrations } from '../store/journal.ts'
import {
  derivedTables,
  recoveryStatements,
  refillStatements,
  settleRow,
  unchangedRows,
} from '../store/journalRecovery.ts'
import { journalFile } from './composeJournal.ts'

/** They say what was done; what it was done to is in the other tables. */
const historyTables: ReadonlySet<string> = new Set(['batch_events', 'export_log'])

/** Whose journal it is to become; each run of the demo has another address. */
type Owner = { service: string; isDemo: boolean }

type RestoreOptions = { folder: string; backup: string; nowMs: number; owner?: Owner }

/**
 * Replaces the journal of a closed profile with a backup; on an error it stays as it was. Orders of
 * the backup that were not settled become of unknown outcome: they may have been placed since. Throws `file` for a
 * backup that is not sound, `rejected` for one of another service than the owner's, and `file` or `rejected` while
 * another process uses the journal.
 */
export function restoreJournal(options: RestoreOptions): JournalRestored {
  const { folder, backup, nowMs, owner } = options
  const file = journalFile(folder)
  let doubtful = 0
  const { rows, replacedName, missing } = restoreFromBackup({
    file,
    backup,
    nowMs,
    migrations: journalMigrations,
    derived: derivedTables,
    refill: refillStatements,
    unchanged: unchangedRows,
    finish: recoveryStatements,
    historyTables,
    settle: (table, row) => {
      const settled = settleRow(table, row, 'restored')
      if (table === 'ledger' && settled !== row) doubtful += 1
      return settled
    },
    assertAllowed() {
      if (owner) rejectForeign(backup, file, owner)
      rejectWhileLeased(file, nowMs)
    },
  })
  return { rows, savedAs: replacedName, doubtful, missing }
}

type Origin = { service: string; synthetic: boolean }

/**
 * Throws `rejected` for a backup whose samples are all of services that neither the profile nor its journal knows: their
 * ids mean nothing there. One without samples belongs anywhere.
 */
function rejectForeign(backup: string, file: string, { service, isDemo }: Owner): void {
  const origins = originsOf(backup)
  const knownServices = new Set([service, ...originsOf(file).map((origin) => origin.service)])
  const isKnownOrigin = ({ service: from, synthetic }: Origin) =>
    knownServices.has(from) || (isDemo && synthetic)
  if (origins.length === 0 || origins.some(isKnownOrigin)) return
  const name = basename(backup)
  const serviceNames = origins.map((origin) => origin.service).join(', ')
  throw rejected(
    message`“${name}” is the journal of another service (${serviceNames}); this profile's is ${service}. Nothing was changed. Open the profile that the backup was made of, then restore it there.`,
  )
}

/** None for a file that is missing or cannot be read, which is why a journal is restored. */
function originsOf(file: string): Origin[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      return database
        .prepare(`SELECT service, min(synthetic) AS synthetic FROM samples GROUP BY service ORDER BY service`)
        .all()
        .map((row) => ({ service: String(row['service']), synthetic: row['synthetic'] === 1 }))
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}

/** Whoever sends a batch may be on another computer that shares this folder. */
function rejectWhileLeased(file: string, nowMs: number): void {
  const leaseEndMs = leaseEnd(file, nowMs)
  if (leaseEndMs === null) return
  const seconds = Math.ceil((leaseEndMs - nowMs) / 1000)
  throw rejected(
    message`Another Pathclock is sending a batch of this profile, or was ended a moment ago. Close it, then try again in ${seconds} s.`,
  )
}

/** Null where nobody sends; so too for a journal that cannot be read, which is why it is restored. */
function leaseEnd(file: string, nowMs: number): number | null {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const held = database
        .prepare(`SELECT lease_owner, lease_until_ms FROM batches WHERE lease_until_ms > ?`)
        .all(nowMs)
        .filter((row) => !leaseOwners.hasEnded(String(row['lease_owner'])))
        .map((row) => Number(row['lease_until_ms']))
        .filter((untilMs) => isLeaseHeld(untilMs, nowMs))
      return held.length > 0 ? Math.max(...held) : null
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
