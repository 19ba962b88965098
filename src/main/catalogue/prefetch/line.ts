/** One after the other, in the order of coming. `enter` gives the function to leave with. */
export function createLine(): { enter(): Promise<() => void> } {
  let last: Promise<void> = Promise.resolve()
  return {
    async enter() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      return resolve
    },
  }
}
