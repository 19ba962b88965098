import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../../shared/contract/contract.ts'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { FailureData } from '../../shared/contract/failures.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import type { Crash } from '../../shared/domain/app/appData.ts'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { writeAtomicallySync } from '../adapters/files/jsonFile.ts'
import { createCrashReports } from '../app/problemReports/crashReports.ts'
import { createProblems } from '../app/problemReports/problemReports.ts'
import type { IsOwnFile } from '../app/problemReports/redaction.ts'
import {
  createFailureRing,
  systemText,
  toAboutText,
  toDataText,
  toLogLines,
  toSettingsText,
} from '../app/problemReports/reportSections.ts'
import type { Clock, Files } from '../ports.ts'
import type { Workspace } from './composeWorkspace.ts'

type ProblemsDeps = {
  host: AppStatus['host']
  /** Where the app's own files lie; folders that are not there are passed over. */
  codeFolders: readonly string[]
  version: string
  dataFolder: string
  logFile: string
  clock: Clock
  files: Files
  settings(): Settings
  status(): AppStatus
  openWorkspace(): Workspace | null
}

export type ProblemReporting = {
  service: Services['problems']
  /** Keeps a report of what stopped working, where a person lets that be kept. */
  recordCrash(where: Crash['where'], error: unknown): void
  /** Remembers a call that failed. */
  recordFailure(method: string, failure: FailureData): void
  onEvent(event: PushedEvent): void
  onSettingsChanged(): void
  close(): void
}

const tailBytes = 200_000
const tailLines = 200

/** Reports of problems and of crashes, and what listens for them. */
export function composeProblems(deps: ProblemsDeps): ProblemReporting {
  const { host, version, clock, files } = deps
  const isOwnFile = createOwnFileCheck(deps.codeFolders)
  const crashes = createCrashReports({
    isOwnFile,
    folder: join(deps.dataFolder, 'crashes'),
    clock,
    about: { version, host, system: systemText() },
    isEnabled: () => deps.settings().keepCrashReports,
    write: writeAtomicallySync,
  })
  const failureRing = createFailureRing(clock)
  const recordCrash = (where: Crash['where'], error: unknown) => crashes.record(where, stackOf(error))
  // Electron only warns of these; the warning that has the stack is one of two.
  const onWarning = ({ name, message }: Error): void => {
    if (name === 'UnhandledPromiseRejectionWarning' && message.includes('\n    at '))
      crashes.record('main', message)
  }
  // It only watches: whether the process ends, and what is said then, stays as it is.
  const onUncaught = (error: unknown): void => recordCrash('main', error)
  process.on('uncaughtExceptionMonitor', onUncaught)
  process.on('warning', onWarning)
  const service = createProblems({
    clock,
    files,
    crashes,
    // A command has nobody to tell: that is left for the next start with a window.
    unseen: host === 'cli' ? [] : crashes.takeUnseen(),
    gather: {
      'about.txt': () => toAboutText({ version, host }),
      'settings.txt': () => toSettingsText(deps.settings()),
      'data.txt': async () => {
        const open = deps.openWorkspace()
        const folder = open && join(deps.dataFolder, 'profiles', open.profileId)
        const openProfile =
          open && folder ? { folder, journal: await open.services.journal.status({}) } : null
        return toDataText({ status: deps.status(), open: openProfile })
      },
      'failures.txt': failureRing.format,
      'crashes.txt': crashes.format,
      'log.txt': () => formatLog(deps.logFile, isOwnFile),
    },
  })
  return {
    service,
    recordCrash,
    recordFailure: failureRing.record,
    onEvent: (event) => {
      if (event.name === 'job.ended' && event.payload.state === 'failed')
        failureRing.recordJob(event.payload.kind, event.payload.failureCode)
    },
    onSettingsChanged: () => {
      if (!deps.settings().keepCrashReports) crashes.clear()
    },
    close: () => {
      process.off('uncaughtExceptionMonitor', onUncaught)
      process.off('warning', onWarning)
    },
  }
}

/** By the names in the app's own folders, which are read when the first is asked for. */
function createOwnFileCheck(folders: readonly string[]): IsOwnFile {
  let names: ReadonlySet<string> | null = null
  return (name) => {
    names ??= new Set(folders.flatMap(fileNamesIn))
    return names.has(name)
  }
}

function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The last lines of the log, as far as they may be told. */
function formatLog(file: string, isOwnFile: IsOwnFile): string {
  const lines = readTail(file).split('\n').filter(Boolean).slice(-tailLines)
  return lines.length === 0
    ? 'Empty.\n'
    : `${lines.flatMap((line) => toLogLines(line, isOwnFile)).join('\n')}\n`
}

/** Without the line that is cut at the beginning; '' where there is no log. */
function readTail(path: string): string {
  const file = openIfExists(path)
  if (file === null) return ''
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    readSync(file, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8')
    return size > tailBytes ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    closeSync(file)
  }
}

function openIfExists(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
