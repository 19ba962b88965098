/**
 * Makes a value when it is first asked for, and once only: what a start may never need costs a start nothing. A promise
 * that is rejected is not kept: the next who asks tries again.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    if (made) return made.value
    const making = { value: make() }
    made = making
    if (making.value instanceof Promise)
      making.value.catch(() => {
        if (made === making) made = null
      })
    return making.value
  }
}
