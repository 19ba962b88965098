import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../../../shared/contract/contract.ts'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { type Failure, type FailureData, rejected } from '../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Crash, ProblemReport } from '../../../shared/domain/app/appData.ts'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { message } from '../../../shared/words/message.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
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
  /** Crashes of earlier runs that were not shown yet. */
  unseen: readonly Crash[]
  /** The parts by their names in the archive. Their texts contain only reportable data. */
  gather: Record<string, () => string | Promise<string>>
}

/** Creates the problem report, which the user reads and saves as shown. It is never sent. */
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
      if (!selectedParts.every((name) => parts.some((part) => part.name === name))) throw noSuchPart()
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

/** A part that takes longer is probably broken itself. */
const renderTimeoutMs = 5000
const notAvailable = 'This could not be found out.\n'

/** Renders a part. A failing part does not block the others, since reports are made when something is broken. */
async function renderSafely(render: () => string | Promise<string>, clock: Clock): Promise<string> {
  const deadline = startDeadline(clock, renderTimeoutMs)
  try {
    return await deadline.race(Promise.resolve(render()))
  } catch {
    return notAvailable
  } finally {
    deadline.dispose()
  }
}

const noSuchPart = (): Failure =>
  rejected(message('app.partReportNotAmong'), [{ field: 'parts', message: message('app.noSuchPart') }])

type ProblemReportingDeps = {
  host: AppStatus['host']
  /** The folders of the app's own files. Missing folders are skipped. */
  codeFolders: readonly string[]
  version: string
  dataFolder: string
  logFile: string
  clock: Clock
  files: Files
  settings(): Settings
  status(): AppStatus
  openWorkspace(): { profileId: string; services: { journal: Pick<Services['journal'], 'status'> } } | null
  /** Leaves either the old file or the new one. */
  writeAtomically(path: string, text: string): void
}

export type ProblemReporting = {
  service: Services['problems']
  /** Stores a crash report, if the user allows it. */
  recordCrash(where: Crash['where'], error: unknown): void
  /** Records a call that failed. */
  recordFailure(method: string, failure: FailureData): void
  onEvent(event: PushedEvent): void
  onSettingsChanged(): void
  close(): void
}

/** The last lines of the log that are reported. */
const tailLines = 200

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
  // Electron only warns of unhandled rejections; the warning with the stack is one of two.
  const onWarning = ({ name, message }: Error): void => {
    if (name === 'UnhandledPromiseRejectionWarning' && message.includes('\n    at '))
      crashes.record('main', message)
  }
  // It only observes; it does not change whether the process ends or what it prints.
  const onUncaught = (error: unknown): void => recordCrash('main', error)
  process.on('uncaughtExceptionMonitor', onUncaught)
  process.on('warning', onWarning)
  const service = createProblems({
    clock,
    files,
    crashes,
    // The command line does not show crashes; the next start with a window does.
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

/** Creates the check by the file names in the app's own folders, which are read on first use. */
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

function formatLog(file: string, isOwnFile: IsOwnFile): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lines = text.split('\n').filter(Boolean).slice(-tailLines)
  return lines.length === 0
    ? 'Empty.\n'
    : `${lines.flatMap((line) => toLogLines(line, isOwnFile)).join('\n')}\n`
}

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
