/** Which rows a sending is about. More may join it until it ends. */
export type Scope = {
  /** Their lines; undefined: all that wait. */
  lines(): ReadonlySet<number> | undefined
  /** False: the sending ends or has ended, and takes no more rows. */
  join(more: Iterable<number> | undefined): boolean
  /** Whether rows have joined since this was asked last. */
  hasMore(): boolean
  /** No rows can join any more. */
  close(): void
}

/** `initialLines`: lines; undefined: all that wait. */
export function createScope(initialLines: Iterable<number> | undefined): Scope {
  let lines = initialLines && new Set(initialLines)
  let joined = false
  let open = true
  return {
    lines: () => lines,
    join(more) {
      if (!open) return false
      lines = lines && more && new Set([...lines, ...more])
      joined = true
      return true
    },
    hasMore() {
      const more = joined
      joined = false
      return more
    },
    close() {
      open = false
    },
  }
}
