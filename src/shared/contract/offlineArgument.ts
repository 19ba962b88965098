/**
 * What `--offline` says in the arguments of a start, as the app, its loopback host and the command line read it: alone or with
 * a value it keeps every request here; only a clear no (`false`, `0`, `no`, `off`) lets them leave. null: another argument.
 */
export function parseOfflineArgument(argument: string): boolean | null {
  if (!/^--offline(?:=|$)/.test(argument)) return null
  return !/=(?:false|0|no|off)$/i.test(argument)
}

/** The same arguments with `--offline` as a plain switch, the last one counting, up to a `--` that ends the options. */
export function normalizeOfflineArgument(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const options = args.slice(0, end)
  const offline = options.map(parseOfflineArgument).findLast((one) => one !== null)
  const others = options.filter((argument) => parseOfflineArgument(argument) === null)
  return [...others, ...(offline ? ['--offline'] : []), ...args.slice(end)]
}
