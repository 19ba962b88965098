/** Longer than a person thinks between two clicks, and shorter than a thread waits before it ends. */
const defaultIdleMs = 20_000

/**
 * For a thread that waits for hours: collects its garbage once when it has had nothing to do for a while. What a start
 * and the first answers leave behind, some 10 MB, would otherwise stay until as much has come again. To be called with
 * each piece of work, and once before the first.
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

/** Node has no call for it: a context that is made while V8 is to expose its own has it. */
export function collectGarbage(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
