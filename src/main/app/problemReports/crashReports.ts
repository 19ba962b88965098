import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Crash } from '../../../shared/domain/app/appData.ts'
import { renameFileSync } from '../../concurrency/renameFile.ts'
import type { Clock } from '../../ports.ts'
import { type IsOwnFile, readErrorLine, redactVersion, toErrorLines } from './redaction.ts'

type CrashReportsDeps = {
  /** The folder of the reports, created with the first one. */
  folder: string
  clock: Clock
  isOwnFile: IsOwnFile
  about: Pick<CrashText, 'version' | 'host' | 'system'>
  /** Returns true if the user allows storing reports. */
  isEnabled(): boolean
  /** Writes a small file atomically and synchronously, since the process may be ending. */
  write(path: string, text: string): void
}

const maxReports = 20
/** A screen that crashes on each render must not displace earlier reports. */
const maxReportsPerRun = 10
const namePattern = /^crash-[\dT-]+Z\.(?:new\.)?txt$/
const unseenSuffix = '.new.txt'

/** Creates the crash reports, texts on this computer only. It never throws, since it runs during another failure. */
export function createCrashReports({ folder, clock, isOwnFile, about, isEnabled, write }: CrashReportsDeps) {
  let writtenCount = 0

  /** Names sort by time. */
  const fileNames = (): string[] => {
    try {
      return readdirSync(folder)
        .filter((file) => namePattern.test(file))
        .toSorted()
        .toReversed()
    } catch {
      return []
    }
  }
  const read = (file: string): CrashText | null => {
    try {
      return readCrash(readFileSync(join(folder, file), 'utf8').slice(0, 20_000), isOwnFile)
    } catch {
      return null
    }
  }
  const remove = (file: string): void => rmSync(join(folder, file), { force: true })

  return {
    /** Records a crash. Only parts of `stack` that cannot contain user data are stored. */
    record(where: Crash['where'], stack: string): void {
      if (!isEnabled() || writtenCount >= maxReportsPerRun) return
      writtenCount += 1
      const recordedAt = new Date(clock.now()).toISOString()
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        // Two reports within one millisecond share a file.
        write(
          join(folder, `crash-${recordedAt.replaceAll(/[:.]/g, '-')}${unseenSuffix}`),
          writeCrash({ ...about, at: recordedAt, where, stack }, isOwnFile),
        )
        fileNames().slice(maxReports).forEach(remove)
      } catch {
        // A full disk is often the cause of the crash.
      }
    },
    /** Returns the crashes that were not shown yet, newest first, and marks them as shown. */
    takeUnseen(): Crash[] {
      return fileNames()
        .filter((file) => file.endsWith(unseenSuffix))
        .flatMap((file) => {
          const crash = read(file)
          try {
            renameFileSync(join(folder, file), join(folder, file.replace(unseenSuffix, '.txt')))
          } catch {
            // It is shown again at the next start.
          }
          return crash ? [{ at: crash.at, where: crash.where }] : []
        })
    },
    /** Returns the stored reports as text, newest first. */
    format(): string {
      const texts = fileNames().flatMap((file) => {
        const crash = read(file)
        return crash ? [writeCrash(crash, isOwnFile)] : []
      })
      return texts.length === 0 ? 'None.\n' : texts.join('\n')
    },
    clear(): void {
      try {
        fileNames().forEach(remove)
      } catch {
        // A file that another program has open is removed at the next change of the setting.
      }
    },
  }
}

export type CrashReports = ReturnType<typeof createCrashReports>

/** `stack`: of an error, or the lines that `writeCrash` made of it. `system`: platform, release and architecture. */
type CrashText = Crash & { version: string; host: string; system: string; stack: string }

const crashPlaces: readonly string[] = ['main', 'screen', 'window'] satisfies Crash['where'][]
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const hosts: readonly string[] = ['electron', 'loopback', 'cli']
const systemPattern = /^(?:linux|darwin|win32|freebsd) [\d.]{1,20} (?:x64|arm64|ia32)$/

/** The first lines of a report, in this order: `at: 2026-…`. */
const headings = ['at', 'where', 'version', 'host', 'system'] as const

const writeCrash = (crash: CrashText, isOwnFile: IsOwnFile): string =>
  [...headings.map((name) => `${name}: ${crash[name]}`), ...toErrorLines(crash.stack, isOwnFile), ''].join(
    '\n',
  )

/** Parses a report like foreign input: drops lines in another form. Returns null without a time or place. */
function readCrash(text: string, isOwnFile: IsOwnFile): CrashText | null {
  const lines = text.split('\n')
  const valueOf = (name: (typeof headings)[number]): string => {
    const line = lines[headings.indexOf(name)] ?? ''
    return line.startsWith(`${name}: `) ? line.slice(name.length + 2) : ''
  }
  const [at, where, host, system] = [valueOf('at'), valueOf('where'), valueOf('host'), valueOf('system')]
  if (!timePattern.test(at) || !isCrashPlace(where)) return null
  const stack = lines.slice(headings.length).flatMap((line) => readErrorLine(line, isOwnFile) ?? [])
  return {
    at,
    where,
    version: redactVersion(valueOf('version')),
    host: hosts.includes(host) ? host : '',
    system: systemPattern.test(system) ? system : '',
    stack: stack.join('\n'),
  }
}

const isCrashPlace = (text: string): text is Crash['where'] => crashPlaces.includes(text)
