import type { Crash } from '../../shared/domain/appData.ts'
import { type IsOwnFile, readErrorLine, redactVersion, toErrorLines } from './redaction.ts'

/** `stack`: of an error, or the lines that `writeCrash` made of it. `systemPattern`: platform, release and architecture. */
export type CrashText = Crash & { version: string; host: string; system: string; stack: string }

const crashPlaces: readonly string[] = ['main', 'screen', 'window'] satisfies Crash['where'][]
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const hosts: readonly string[] = ['electron', 'loopback', 'cli']
const systemPattern = /^(?:linux|darwin|win32|freebsd) [\d.]{1,20} (?:x64|arm64|ia32)$/

export const writeCrash = (
  { at, where, version, host, system: systemLine, stack }: CrashText,
  isOwnFile: IsOwnFile,
): string =>
  [
    `at: ${at}`,
    `where: ${where}`,
    `version: ${version}`,
    `host: ${host}`,
    `system: ${systemLine}`,
    ...toErrorLines(stack, isOwnFile),
    '',
  ].join('\n')

/**
 * A report as it was written. It is read as strictly as if somebody else had written it: lines that are not of its form
 * are left out. null where it has no time or place.
 */
export function readCrash(text: string, isOwnFile: IsOwnFile): CrashText | null {
  const [at = '', where = '', version = '', host = '', systemLine = '', ...lines] = text.split('\n')
  const value = (line: string, key: string): string =>
    line.startsWith(`${key}: `) ? line.slice(key.length + 2) : ''
  const [parsedAt, parsedWhere] = [value(at, 'at'), value(where, 'where')]
  if (!timePattern.test(parsedAt) || !isCrashPlace(parsedWhere)) return null
  const [parsedHost, parsedSystem] = [value(host, 'host'), value(systemLine, 'system')]
  return {
    at: parsedAt,
    where: parsedWhere,
    version: redactVersion(value(version, 'version')),
    host: hosts.includes(parsedHost) ? parsedHost : '',
    system: systemPattern.test(parsedSystem) ? parsedSystem : '',
    stack: lines.flatMap((line) => readErrorLine(line, isOwnFile) ?? []).join('\n'),
  }
}

const isCrashPlace = (text: string): text is Crash['where'] => crashPlaces.includes(text)
