import { basename } from 'node:path'
import { fileFailure } from '../../../shared/contract/failures.ts'
import { type Message, message } from '../../../shared/words/message.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html) for problems that the user can fix. */
const reasons: Record<number, Message> = {
  3: message('adapters.accountNotUseCheck'),
  5: message('adapters.anotherProgramWritingClose'),
  6: message('adapters.anotherProgramWritingClose'),
  8: message('adapters.readGiveAccountRight'),
  10: message('adapters.diskCouldNotRead'),
  11: message('adapters.damagedRestartAppFile'),
  13: message('adapters.diskFullMakeRoom'),
  14: message('adapters.couldNotOpenedCheck'),
  15: message('adapters.anotherProgramOpeningClose'),
  26: message('adapters.noDatabaseRestartApp'),
}

const damageCodes: ReadonlySet<number> = new Set([11, 26])

/** Returns SQLite's primary result code, or null for another error. */
function resultCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : null
}

/**
 * True if the file's content is not what SQLite wrote, so that it can be quarantined, unlike with a full disk or a
 * lock. Also true for a failure caused by such an error.
 */
export function isDamage(error: unknown): boolean {
  if (damageCodes.has(resultCode(error) ?? 0)) return true
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause)
}

/** Creates the error that SQLite would throw, for damage that it does not detect itself. */
export const createDamageError = (problem: string): Error =>
  Object.assign(new Error(problem), { errcode: 11 })

/** True if this account cannot write to the file or its folder. */
export const isNotWritable = (error: unknown): boolean => [3, 8, 14].includes(resultCode(error) ?? 0)

export const isBusy = (error: unknown): boolean => [5, 6].includes(resultCode(error) ?? 0)

/** Converts SQLite's error to a failure for the user. An error caused by a bug is returned unchanged. */
export function toFailure(error: unknown, file: string): unknown {
  const reason = reasons[resultCode(error) ?? 0]
  if (reason === undefined) return error
  const name = basename(file)
  return fileFailure(message('adapters.dataFileCouldNotUsed', { name, reason }), name, error)
}
