/**
 * Makes a value when it is first requested, and once only: what a start may never need costs a start nothing. A promise
 * that is rejected is not stored: the next who asks tries again.
 */
export function lazy<T>(make: () => T): () => T {
  let cached: { value: T } | null = null
  return () => {
    if (cached) return cached.value
    const created = { value: make() }
    cached = created
    if (created.value instanceof Promise)
      created.value.catch(() => {
        if (cached === created) cached = null
      })
    return created.value
  }
}
