import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import { fileReason } from '../../shared/domain/fileReason.ts'

/** The failure for a file that the system does not let us read. `error`: as `node:fs` throws it. */
export function unreadableFile(path: string, error: unknown): Failure<'file'> {
  const name = basename(path)
  const message = `“${name}” could not be read: ${fileReason(error)}. Choose it again when that is mended, or choose another file.`
  return new Failure('file', message, { name }, { cause: error })
}
