import type { Crash } from '../../shared/domain/living.ts'
import { type IsOwnFile, readErrorLine, sayVersion, toErrorLines } from './allowed.ts'

/** `stack`: of an error, or the lines that `writeCrash` made of it. `system`: platform, release and architecture. */
export type CrashText = Crash & { version: string; host: string; system: string; stack: string }

const places: readonly string[] = ['main', 'screen', 'window'] satisfies Crash['where'][]
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const hosts: readonly string[] = ['electron', 'loopback', 'cli']
const system = /^(?:linux|darwin|win32|freebsd) [\d.]{1,20} (?:x64|arm64|ia32)$/

export const writeCrash = (
  { at, where, version, host, system: of, stack }: CrashText,
  isOwnFile: IsOwnFile,
): string =>
  [
    `at: ${at}`,
    `where: ${where}`,
    `version: ${version}`,
    `host: ${host}`,
    `system: ${of}`,
    ...toErrorLines(stack, isOwnFile),
    '',
  ].join('\n')

/**
 * A report as it was written. It is read as strictly as if somebody else had written it: lines that are not of its form
 * are left out. null where it has no time or place.
 */
export function readCrash(text: string, isOwnFile: IsOwnFile): CrashText | null {
  const [at = '', where = '', version = '', host = '', of = '', ...lines] = text.split('\n')
  const value = (line: string, key: string): string =>
    line.startsWith(`${key}: `) ? line.slice(key.length + 2) : ''
  const [saidAt, saidWhere] = [value(at, 'at'), value(where, 'where')]
  if (!time.test(saidAt) || !isPlace(saidWhere)) return null
  const [saidHost, saidSystem] = [value(host, 'host'), value(of, 'system')]
  return {
    at: saidAt,
    where: saidWhere,
    version: sayVersion(value(version, 'version')),
    host: hosts.includes(saidHost) ? saidHost : '',
    system: system.test(saidSystem) ? saidSystem : '',
    stack: lines.flatMap((line) => readErrorLine(line, isOwnFile) ?? []).join('\n'),
  }
}

const isPlace = (text: string): text is Crash['where'] => places.includes(text)
