import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../../../shared/contract/contract.ts'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { type Failure, type FailureData, rejected } from '../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Crash, ProblemReport } from '../../../shared/domain/app/appData.ts'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Clock, Files } from '../../ports.ts'
import { type CrashReports, createCrashReports } from './crashReports.ts'
import type { IsOwnFile } from './redaction.ts'
import {
  createFailureRing,
  systemText,
  toAboutText,
  toDataText,
  toLogLines,
  toSettingsText,
} from './reportSections.ts'

type ProblemsServiceDeps = {
  clock: Clock
  files: Files
  crashes: Pick<CrashReports, 'record'>
  /** Crashes of earlier runs that were not reported yet. */
  unseen: readonly Crash[]
  /** The parts by their name in the archive. Their texts must already be redacted. */
  gather: Record<string, () => string | Promise<string>>
}

/**
 * Creates the service for problem reports: gathers a report for the user to read and saves exactly that text. Reports
 * are never sent.
 */
export function createProblems({
  clock,
  files,
  crashes,
  unseen,
  gather,
}: ProblemsServiceDeps): Services['problems'] {
  let last: ProblemReport | null = null

  const gatherAll = async (): Promise<ProblemReport> => {
    const pendingParts = Object.entries(gather).map(async ([name, render]) => ({
      name,
      text: await renderSafely(render, clock),
    }))
    const parts = await Promise.all(pendingParts)
    last = { parts }
    return last
  }

  return {
    gather: gatherAll,
    async save({ fileId, words, parts: selectedParts }) {
      const { parts } = last ?? (await gatherAll())
      const unknownPart = selectedParts.find((name) => !parts.some((part) => part.name === name))
      if (unknownPart !== undefined) throw noSuchPart()
      const { strToU8, zipSync } = await import('fflate')
      const texts = parts
        .filter(({ name }) => selectedParts.includes(name))
        .map(({ name, text }) => [name, strToU8(text)])
      const userFiles = words.trim() === '' ? [] : [['words.txt', strToU8(`${words}\n`)]]
      const archive = zipSync(Object.fromEntries([...userFiles, ...texts]))
      return { file: await files.write(fileId, [archive], undefined, { isPrivate: true }) }
    },
    crashes: () => [...unseen],
    record: ({ stack }) => {
      crashes.record('screen', stack)
      return null
    },
  }
}

/** The time limit for each part. A part that takes longer is probably what is broken. */
const renderTimeoutMs = 5000
const notAvailable = 'This could not be found out.\n'

/** Renders one part. A report is made when something is broken, so a part that fails does not block the others. */
async function renderSafely(render: () => string | Promise<string>, clock: Clock): Promise<string> {
  const cancellation = new AbortController()
  const timeout = clock.sleep(renderTimeoutMs, cancellation.signal).then(() => notAvailable)
  try {
    return await Promise.race([render(), timeout])
  } catch {
    return notAvailable
  } finally {
    cancellation.abort()
    await timeout.catch(() => undefined)
  }
}

const noSuchPart = (): Failure =>
  rejected(message`A part of the report is not among those that were gathered. Gather it again.`, [
    { field: 'parts', message: message`There is no such part.` },
  ])

type OpenWorkspace = { profileId: string; services: { journal: Pick<Services['journal'], 'status'> } }

type ProblemReportingDeps = {
  host: AppStatus['host']
  /** The folders with the app's own code. Missing folders are skipped. */
  codeFolders: readonly string[]
  version: string
  dataFolder: string
  logFile: string
  clock: Clock
  files: Files
  settings(): Settings
  status(): AppStatus
  /** Returns the open workspace, or null. */
  openWorkspace(): OpenWorkspace | null
  /** Writes a file atomically: an interruption leaves either the old file or the new one. */
  writeAtomically(path: string, text: string): void
}

export type ProblemReporting = {
  service: Services['problems']
  /** Stores a crash report if the user allows it. */
  recordCrash(where: Crash['where'], error: unknown): void
  /** Remembers a failed call. */
  recordFailure(method: string, failure: FailureData): void
  onEvent(event: PushedEvent): void
  onSettingsChanged(): void
  close(): void
}

const tailBytes = 200_000
const tailLines = 200

/** Creates the reports of problems and crashes, with the listeners that collect them. */
export function createProblemReporting(deps: ProblemReportingDeps): ProblemReporting {
  const { host, version, clock, files } = deps
  const isOwnFile = createOwnFileCheck(deps.codeFolders)
  const crashes = createCrashReports({
    isOwnFile,
    folder: join(deps.dataFolder, 'crashes'),
    clock,
    about: { version, host, system: systemText() },
    isEnabled: () => deps.settings().keepCrashReports,
    write: deps.writeAtomically,
  })
  const failureRing = createFailureRing(clock)
  const recordCrash = (where: Crash['where'], error: unknown) => crashes.record(where, stackOf(error))
  // Electron only warns about unhandled rejections. Of its two warnings, one has the stack.
  const onWarning = ({ name, message }: Error): void => {
    if (name === 'UnhandledPromiseRejectionWarning' && message.includes('\n    at '))
      crashes.record('main', message)
  }
  // A monitor only observes: the process still ends and prints as usual.
  const onUncaught = (error: unknown): void => recordCrash('main', error)
  process.on('uncaughtExceptionMonitor', onUncaught)
  process.on('warning', onWarning)
  const service = createProblems({
    clock,
    files,
    crashes,
    // The command line cannot show crashes, so they are left for the next start with a window.
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

/** Creates a check for file names of the app's own folders. The folders are read on the first call. */
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

/** Formats the last lines of the log, redacted. */
function formatLog(file: string, isOwnFile: IsOwnFile): string {
  const lines = readTail(file).split('\n').filter(Boolean).slice(-tailLines)
  return lines.length === 0
    ? 'Empty.\n'
    : `${lines.flatMap((line) => toLogLines(line, isOwnFile)).join('\n')}\n`
}

/** Reads the end of a file without the first, cut line. Returns '' if there is no log. */
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
