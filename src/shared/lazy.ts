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

/** The same of what takes time to load: `now` gives it without waiting, and undefined as long as it is not there. */
export function lazyLoaded<T>(load: () => Promise<T>): { load(): Promise<void>; now(): T | undefined } {
  let loaded: T | undefined
  return {
    load: lazy(async () => {
      loaded = await load()
    }),
    now: () => loaded,
  }
}
