/**
 * Parses `--offline` for the app, its loopback host and the command line. With or without a value it blocks all
 * requests; only a clear no (`false`, `0`, `no`, `off`) allows them. Returns null for another argument.
 */
export function parseOfflineArgument(argument: string): boolean | null {
  if (!/^--offline(?:=|$)/.test(argument)) return null
  return !/=(?:false|0|no|off)$/i.test(argument)
}

/**
 * Returns the arguments with `--offline` as a plain switch. The last one counts; arguments after `--` stay unchanged.
 */
export function normalizeOfflineArgument(args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const options = args.slice(0, end)
  const offline = options.map(parseOfflineArgument).findLast((one) => one !== null)
  const others = options.filter((argument) => parseOfflineArgument(argument) === null)
  return [...others, ...(offline ? ['--offline'] : []), ...args.slice(end)]
}
