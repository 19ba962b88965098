import { lstatSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure, fileFailure, isFailure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import type { Database, DisposableDatabase } from '../../ports.ts'
import { requireReadableFile } from '../files/readableFile.ts'
import { appliedNames, assertOwnSchema, assertUndamaged } from './migrate.ts'
import { type DatabaseOptions, openDatabase } from './openDatabase.ts'
import { fileIdentity, quarantine } from './quarantine.ts'
import { createDamageError, isDamage, toFailure } from './sqliteFailure.ts'

/** The longest wait for another process's write before the whole file is read. */
const busyTimeoutMs = 50

/**
 * Primary result codes (sqlite.org/rescode.html) that do not depend on the file's content: permission, abort, lock,
 * memory, read-only, interrupt, disk full, cannot open, protocol, value too large, large files, authorization.
 */
const environmentCodes: ReadonlySet<number> = new Set([3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 18, 22, 23])
/** The I/O errors (10) that mean a page is missing or differs from what was written. */
const unreadablePageCodes: ReadonlySet<number> = new Set([266, 522, 8202, 8458])

/**
 * Classifies an error. `damage`: SQLite reports damage. `suspicious`: either damage or a bug of ours can cause it, such
 * as “no such column”. `none`: a failure of the environment, or not an error of reading a file.
 */
export function classifyError(error: unknown): 'damage' | 'suspicious' | 'none' {
  if (isDamage(error)) return 'damage'
  const code = (error as { errcode?: unknown } | null)?.errcode
  if (typeof code === 'number') {
    if (unreadablePageCodes.has(code)) return 'damage'
    return environmentCodes.has(code & 0xff) || (code & 0xff) === 10 ? 'none' : 'suspicious'
  }
  if (!(error instanceof Error) || 'syscall' in error) return 'none'
  if (error.cause !== undefined) return classifyError(error.cause)
  return error instanceof Failure ? 'none' : 'suspicious'
}

export type DisposableFile<Schema> = ReturnType<typeof createDisposableFile<Schema>>

/**
 * Manages a database file that the service can fill again (`drugs.db`, `cache.db`). Whatever is wrong with it, it is
 * quarantined and a new one takes its place. `checkedBelowBytes`: a larger file is verified only by `check`, not when
 * it is opened. All methods throw `file`.
 */
export function createDisposableFile<Schema>(options: Omit<DatabaseOptions, 'onQuarantine'>) {
  const { file } = options
  /** The identity of the file that was last found sound. */
  let soundIdentity: string | null = null

  const moveAside = (identity: string | null): string | null => {
    try {
      const quarantinedFile = quarantine(file, identity, Date.now())
      return quarantinedFile === null ? null : basename(quarantinedFile)
    } catch (cause) {
      throw cannotQuarantineFailure(basename(file), cause)
    }
  }
  const readThrough = (pragma: 'quick_check' | 'integrity_check') => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    try {
      assertUndamaged(database, pragma)
      assertOwnSchema(database)
    } catch (error) {
      throw classifyError(error) === 'none' ? toFailure(error, file) : toFailure(asDamage(error), file)
    } finally {
      database.close()
    }
  }
  /** Verifies the whole file. A file that the environment makes unreadable counts as sound. */
  const isSound = (): boolean => {
    const identity = fileIdentity(file)
    if (identity === null || identity === soundIdentity) return true
    try {
      readThrough('integrity_check')
      soundIdentity = identity
      return true
    } catch (error) {
      return !isDamage(error)
    }
  }
  return {
    async open(onQuarantine: (quarantinedFile: string) => void): Promise<Database<Schema>> {
      if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) {
        const quarantinedFolder = moveAside(fileIdentity(file))
        if (quarantinedFolder !== null) onQuarantine(quarantinedFolder)
      }
      requireReadableFile(file)
      const identity = fileIdentity(file)
      try {
        return await openDatabase<Schema>({ ...options, onQuarantine })
      } catch (error) {
        const isRuined = classifyError(error) !== 'none' || hasUnreadableSteps(options)
        const quarantinedFile = isRuined ? moveAside(identity) : null
        if (quarantinedFile === null) throw error
        onQuarantine(quarantinedFile)
      }
      return openDatabase<Schema>({ ...options, onQuarantine })
    },
    /** Verifies a file that was too large to verify when it was opened. */
    check: () => {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size >= (options.checkedBelowBytes ?? 0)) readThrough('quick_check')
    },
    identity: () => fileIdentity(file),
    quarantine: moveAside,
    /** True if the file's content causes the error. May read the whole file to find out. */
    isDamage(error: unknown): boolean {
      if (isFailure(error, 'file') && error.details.name !== basename(file)) return false
      const kind = classifyError(error)
      return kind === 'damage' || (kind === 'suspicious' && !isSound())
    },
  }
}

const asDamage = (error: unknown): unknown =>
  isDamage(error) ? error : createDamageError(error instanceof Error ? error.message : String(error))

/**
 * True if a migration of this version is missing and an unknown one is present: a name is damaged, or the file's
 * version is too old or too new to use. A newer version that this one can recognize has all of its migrations.
 */
function hasUnreadableSteps({ file, migrations }: Pick<DatabaseOptions, 'file' | 'migrations'>): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    try {
      const applied = appliedNames(database)
      const own = new Set(migrations.map(({ name }) => name))
      return [...applied].some((name) => !own.has(name)) && [...own].some((name) => !applied.has(name))
    } finally {
      database.close()
    }
  } catch {
    return false
  }
}

/** Returns the failure for a file that Windows cannot rename, because another process has it open. */
const cannotQuarantineFailure = (name: string, cause: unknown): Failure =>
  fileFailure(message('adapters.dataFileDamagedPathclock', { name }), name, cause)

/** Opens a disposable file for use in this process; see `DisposableDatabase`. Throws `file`. */
export async function openDisposable<Schema>(
  file: DisposableFile<Schema>,
  onQuarantine: (quarantinedFile: string) => void,
): Promise<DisposableDatabase<Schema>> {
  let database = await file.open(onQuarantine)
  let identity = file.identity()
  let replacing: Promise<void> | null = null

  const replace = async () => {
    await database.close().catch(() => {})
    const quarantinedFile = file.quarantine(identity)
    if (quarantinedFile !== null) onQuarantine(quarantinedFile)
    database = await file.open(onQuarantine)
    identity = file.identity()
  }
  return {
    async use(work) {
      await replacing
      const used = database
      try {
        return await work(used)
      } catch (error) {
        // Another call may have found the damage first.
        if (used === database && replacing === null && !file.isDamage(error)) throw error
        if (used === database) {
          replacing ??= replace().finally(() => {
            replacing = null
          })
          await replacing
        }
        return work(database)
      }
    },
    close: async () => {
      await replacing?.catch(() => {})
      await database.close()
    },
  }
}
