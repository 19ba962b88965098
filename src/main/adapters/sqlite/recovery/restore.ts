import { basename } from 'node:path'
import { Failure, messageOf } from '../../../../shared/contract/failures.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { replaceDatabase } from '../quarantine.ts'
import { isDamage } from '../sqliteFailure.ts'
import { assertNotInUse, inspectFile } from './inspect.ts'
import { readDatabase } from './readDamaged.ts'
import { type RebuildOptions, rebuild } from './rebuild.ts'

type RestoreOptions = Pick<
  RebuildOptions,
  'migrations' | 'settle' | 'finish' | 'derived' | 'refill' | 'unchanged'
> & {
  /** The database that is replaced, which nobody has open. */
  file: string
  backup: string
  nowMs: number
  /** Tables that say what was done; what it was done to is in the others. */
  historyTables: ReadonlySet<string>
  /** Called with a sound backup, before anything is written. Throws what forbids to restore it. */
  assertAllowed(): void
}

type Restored = {
  rows: number
  /** The name the replaced file now has in its folder; null where there was none. */
  replacedName: string | null
  /** Rows of the replaced file that the new one does not have. */
  missing: number
}

/**
 * Replaces a journal with a backup; on an error it stays as it was. Throws `file` for a backup that
 * is not sound, and while another process uses the journal.
 */
export function restoreFromBackup(options: RestoreOptions): Restored {
  const { file, backup, nowMs, historyTables, assertAllowed, ...recovery } = options
  rejectUnsound(backup)
  assertAllowed()
  assertNotInUse(file)
  const newFile = `${file}.new`
  const { fromBackup } = rebuild({
    ...recovery,
    target: newFile,
    damaged: null,
    backup,
    mayLackWrites: true,
    nowIso: new Date(nowMs).toISOString(),
  })
  // Making it takes seconds, in which somebody may have opened the old one.
  assertNotInUse(file)
  const replacedFile = replaceDatabase(newFile, file, nowMs, 'replaced')
  return {
    rows: fromBackup,
    replacedName: replacedFile === null ? null : basename(replacedFile),
    missing: replacedFile === null ? 0 : countMissing(replacedFile, file, historyTables),
  }
}

function rejectUnsound(backup: string): void {
  const name = basename(backup)
  const problem = findProblem(backup)
  if (problem !== null)
    throw new Failure(
      'file',
      message`“${name}” is no sound backup of a journal (${problem}). Nothing was changed.`,
      { name },
    )
}

function findProblem(backup: string): Message | null {
  try {
    const { findings, isJournal } = inspectFile(backup)
    return findings[0]?.problem ?? (isJournal ? null : message`it is another kind of file`)
  } catch (error) {
    if (!isDamage(error)) throw error
    return messageOf(error)
  }
}

function countMissing(replacedFile: string, file: string, historyTables: ReadonlySet<string>): number {
  const [before, now] = [readDatabase(replacedFile), readDatabase(file)]
  try {
    let missing = 0
    for (const table of now.checksummedTables.filter((name) => !historyTables.has(name))) {
      const currentIds = new Set<string>()
      for (const { id } of now.guarded(table)) currentIds.add(id)
      for (const { id, sound } of before.guarded(table)) if (sound && !currentIds.has(id)) missing += 1
    }
    return missing
  } finally {
    before.close()
    now.close()
  }
}
