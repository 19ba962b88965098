/** One after the other, in the order of coming. `acquire` gives the function to leave with. */
export function createSerialQueue(): { acquire(): Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    async acquire() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      return resolve
    },
  }
}
