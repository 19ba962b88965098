/** Longer than a user pauses between two clicks, and shorter than the time after which an idle thread ends. */
const defaultIdleMs = 20_000

/**
 * Returns a function to call with each piece of work, and once before the first. When the thread has been idle for a
 * while, it collects garbage once. Otherwise the garbage of a start and its first responses, about 10 MB, would stay
 * until as much new garbage has accumulated.
 */
export function createIdleCollector(
  idleMs = defaultIdleMs,
  collect: () => void = collectGarbage,
): () => void {
  let timer: NodeJS.Timeout | null = null
  return () => {
    timer = timer?.refresh() ?? setTimeout(collect, idleMs).unref()
  }
}

/**
 * Forces a garbage collection. Node has no function for it, but a new context created while `--expose-gc` is set has
 * V8's own.
 */
export function collectGarbage(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
