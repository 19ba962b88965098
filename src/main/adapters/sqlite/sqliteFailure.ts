import { basename } from 'node:path'
import { Failure } from '../../../shared/contract/failures.ts'
import { type Message, message } from '../../../shared/messages/message.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html) that a person can do something about. */
const reasons: Record<number, Message> = {
  3: message`this account may not use it. Check that the data folder exists and may be written to`,
  5: message`another program is writing to it. Close other windows of this app, then try again`,
  6: message`another program is writing to it. Close other windows of this app, then try again`,
  8: message`it is read-only. Give this account the right to write to the data folder, then try again`,
  10: message`the disk could not be read or written. Check the disk, then try again`,
  11: message`it is damaged. Restart the app: the file is then moved aside and nothing of it is deleted`,
  13: message`the disk is full. Make room on it, then try again`,
  14: message`it could not be opened. Check that the data folder exists and may be written to`,
  15: message`another program is opening it. Close other windows of this app, then try again`,
  26: message`it is no database. Restart the app: the file is then moved aside and nothing of it is deleted`,
}

const damageCodes: ReadonlySet<number> = new Set([11, 26])

/** SQLite's primary result code of an error, or null when the error is not SQLite's. */
function resultCode(error: unknown): number | null {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : null
}

/**
 * The file's content is not what SQLite wrote: it can be quarantined, unlike a full disk or a lock. Also for a failure
 * that such an error has caused.
 */
export function isDamage(error: unknown): boolean {
  if (damageCodes.has(resultCode(error) ?? 0)) return true
  return error instanceof Error && error.cause !== undefined && isDamage(error.cause)
}

/** The error that SQLite would throw, for what it does not notice by itself. */
export const createDamageError = (problem: string): Error =>
  Object.assign(new Error(problem), { errcode: 11 })

/** The file or its folder may not be written to by this account, or not at all. */
export const isNotWritable = (error: unknown): boolean => [3, 8, 14].includes(resultCode(error) ?? 0)

export const isBusy = (error: unknown): boolean => [5, 6].includes(resultCode(error) ?? 0)

/** SQLite's error as a sentence for a person; an error that is the program's fault stays as it came. */
export function toFailure(error: unknown, file: string): unknown {
  const reason = reasons[resultCode(error) ?? 0]
  if (reason === undefined) return error
  const name = basename(file)
  return new Failure(
    'file',
    message`The data file “${name}” could not be used: ${reason}.`,
    { name },
    { cause: error },
  )
}
