import { setImmediate as turn } from 'node:timers/promises'

/** Parts of a list, one after another; whatever else waits has its turn between them. */
export async function* inPieces<T>(all: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await turn()
    yield all.slice(from, from + size)
  }
}
