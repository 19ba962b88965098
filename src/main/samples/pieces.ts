import { setImmediate as turn } from 'node:timers/promises'

const pieceSize = 500

/** A long list in pieces; whatever else waits in this process, such as the renewal of a lease, has its turn between them. */
export async function* inPieces<T>(all: readonly T[], size = pieceSize): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await turn()
    yield all.slice(from, from + size)
  }
}

/** The same for what comes one by one. */
export async function* withTurns<T>(all: AsyncIterable<T>, size = pieceSize): AsyncGenerator<T> {
  let given = 0
  for await (const one of all) {
    yield one
    given += 1
    if (given % size === 0) await turn()
  }
}
