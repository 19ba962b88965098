/** Returns a generator of reproducible numbers from 0 (inclusive) to 1 (exclusive). */
export function createRandom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
