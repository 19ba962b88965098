import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Database } from '../../ports.ts'
import { checkDatabase, type DatabaseOptions, openDatabase, openForReading } from './openDatabase.ts'
import { fileIdentity, quarantine } from './quarantine.ts'
import { isDamage } from './sqliteFailure.ts'

/**
 * One database file under its name, for whoever sets it aside while the app runs. `checkedBelowBytes`: a file from this
 * size on is not read through when it is opened but by `check`. All of it throws `file`.
 */
export function createDatabaseFile<Schema>(
  options: Omit<DatabaseOptions, 'onSetAside'> & { checkedBelowBytes: number },
) {
  const { file } = options
  return {
    open: (onQuarantine: (quarantinedFile: string) => void) =>
      openDatabase<Schema>({ ...options, onQuarantine }),
    openQuarantined: (quarantinedFile: string): Database<Schema> =>
      openForReading(join(dirname(file), quarantinedFile)),
    check: () => {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= options.checkedBelowBytes)
        checkDatabase(file)
    },
    identity: () => fileIdentity(file),
    quarantine: (identity: string | null): string | null => {
      try {
        const quarantinedFile = quarantine(file, identity, Date.now())
        return quarantinedFile === null ? null : basename(quarantinedFile)
      } catch (cause) {
        throw cannotQuarantineFailure(basename(file), cause)
      }
    },
    isDamage,
  }
}

/** Windows renames no file that another process has open. */
const cannotQuarantineFailure = (name: string, cause: unknown): Failure =>
  new Failure(
    'file',
    `The data file “${name}” is damaged and could not be set aside. Close other windows of this app, then try again.`,
    { name },
    { cause },
  )
