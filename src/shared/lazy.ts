/**
 * Makes a value on first use and caches it, so that a start does not pay for values it may never need. A rejected
 * promise is not cached: the next call tries again.
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

/** Runs work once at a time: a call while it runs returns the promise of that run. */
export function singleFlight<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () =>
    (running ??= work().finally(() => {
      running = null
    }))
}

/** Like `lazy`, for a value that loads asynchronously. `now`: undefined until it has loaded. */
export function lazyLoaded<T>(load: () => Promise<T>): { load(): Promise<void>; now(): T | undefined } {
  let loaded: T | undefined
  return {
    load: lazy(async () => {
      loaded = await load()
    }),
    now: () => loaded,
  }
}
