import { isFailure } from '../../shared/contract/failures.ts'

/** A disk that takes nothing costs the answer's place in the cache, not the answer. Null when it was kept. */
export async function cacheWriteNotice(write: Promise<unknown>): Promise<string | null> {
  try {
    await write
    return null
  } catch (error) {
    if (!isFailure(error, 'file')) throw error
    return `${error.message} The answer is shown, but it could not be kept for searching offline.`
  }
}
