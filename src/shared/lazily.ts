/** Makes a value when it is first asked for, and once only: what a start may never need costs a start nothing. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
