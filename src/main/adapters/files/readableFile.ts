import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileFailure } from '../../../shared/contract/failures.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import { type Message, message } from '../../../shared/words/message.ts'

/**
 * Throws `file` if something has the name of a data file and is not one that this account can read: a folder, a link that
 * leads nowhere, a file without the permission. A missing file passes.
 */
export function requireReadableFile(file: string): void {
  const reason = findProblem(file)
  if (reason === null) return
  const name = basename(file)
  throw fileFailure(message('adapters.dataFileCouldNot', { name, reason }), name)
}

function findProblem(file: string): Message | null {
  try {
    if (!lstatSync(file, { throwIfNoEntry: false })) return null
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found) return message('adapters.linkFileNotExist')
    if (found.isDirectory()) return message('adapters.itIsAFolder')
    if (!found.isFile()) return message('adapters.noFilePipeDevice')
    accessSync(file, constants.R_OK)
    return null
  } catch (error) {
    return fileReason(error)
  }
}
