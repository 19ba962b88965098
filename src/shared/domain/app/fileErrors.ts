import { type Message, message } from '../../messages/message.ts'

/** The meaning of system errors about files, as the end of a sentence: `it does not exist`. */
const reasons: Record<string, Message> = {
  ENOENT: message`it does not exist (it may have been moved or renamed)`,
  ENOTDIR: message`its folder does not exist`,
  EACCES: message`this account does not have the permission (check the permissions of the file and of its folder)`,
  EPERM: message`this account may not change it`,
  EBUSY: message`another program is using it`,
  EISDIR: message`it is a folder`,
  EEXIST: message`there is a file of that name`,
  ENODEV: message`it is no file but a pipe or a device`,
  ENOSPC: message`the disk is full`,
  EDQUOT: message`the disk quota is used up`,
  EROFS: message`the disk is read-only`,
  ELOOP: message`it is a link that leads back to itself`,
  ENAMETOOLONG: message`its name is too long`,
}

/** Returns the reason why the system refused a file. `error`: an error of `node:fs`. */
export function fileReason(error: unknown): Message {
  const code = (error as { code?: string } | null | undefined)?.code
  if (code === undefined) return message`the cause is unknown`
  return reasons[code] ?? message`the system answered ${code}`
}

/** True for the error codes that `fileReason` explains, and for those of a broken disk. */
export const isFileErrorCode = (code: string): boolean =>
  code in reasons || code === 'EIO' || code === 'EFBIG'
