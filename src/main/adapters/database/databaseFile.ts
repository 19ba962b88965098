import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Database } from '../../ports.ts'
import { checkDatabase, type DatabaseOptions, openDatabase, openForReading } from './openDatabase.ts'
import { fileIdentity, setAside } from './setAside.ts'
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
    open: (onSetAside: (keptAs: string) => void) => openDatabase<Schema>({ ...options, onSetAside }),
    openAside: (keptAs: string): Database<Schema> => openForReading(join(dirname(file), keptAs)),
    check: () => {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= options.checkedBelowBytes)
        checkDatabase(file)
    },
    identity: () => fileIdentity(file),
    setAside: (identity: string | null): string | null => {
      try {
        const keptAs = setAside(file, identity, Date.now())
        return keptAs === null ? null : basename(keptAs)
      } catch (cause) {
        throw inUse(basename(file), cause)
      }
    },
    isDamage,
  }
}

/** Windows renames no file that another process has open. */
const inUse = (name: string, cause: unknown): Failure =>
  new Failure(
    'file',
    `The data file “${name}” is damaged and could not be set aside. Close other windows of this app, then try again.`,
    { name },
    { cause },
  )
