import { type Message, message } from '../../words/message.ts'

/** The meaning of system errors about files, as the end of a sentence: `it does not exist`. */
const reasons: Record<string, Message> = {
  ENOENT: message('adapters.notExistMovedRenamed'),
  ENOTDIR: message('adapters.folderNotExist'),
  EACCES: message('adapters.accountNotPermissionCheck'),
  EPERM: message('adapters.accountNotChange'),
  EBUSY: message('adapters.anotherProgramUsing'),
  EISDIR: message('adapters.itIsAFolder'),
  EEXIST: message('adapters.fileName'),
  ENODEV: message('adapters.noFilePipeDevice'),
  ENOSPC: message('adapters.diskFull'),
  EDQUOT: message('adapters.diskQuotaUsedUp'),
  EROFS: message('adapters.diskIsReadOnly'),
  ELOOP: message('adapters.linkLeadsBack'),
  ENAMETOOLONG: message('adapters.nameTooLong'),
}

/** Returns the reason why the system refused a file. `error`: an error of `node:fs`. */
export function fileReason(error: unknown): Message {
  const code = (error as { code?: string } | null | undefined)?.code
  if (code === undefined) return message('shared.causeUnknown')
  return reasons[code] ?? message('adapters.systemAnswered', { code })
}

/** True for the error codes that `fileReason` explains, and for those of a broken disk. */
export const isFileErrorCode = (code: string): boolean =>
  code in reasons || code === 'EIO' || code === 'EFBIG'
