import { readdirSync, statSync } from 'node:fs'
import { freemem, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { FailureData } from '../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { JournalStatus } from '../../../shared/domain/app/appData.ts'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { isRecord, parseJson } from '../../../shared/json.ts'
import type { Clock } from '../../ports.ts'
import {
  formatField,
  type IsOwnFile,
  redacted,
  redactLogText,
  redactRequestId,
  redactVersion,
  toErrorLines,
} from './redaction.ts'

/** Returns platform, release and architecture. */
export const systemText = (): string =>
  `${platform()} ${/^[\d.]{1,20}/.exec(release())?.[0] ?? '0'} ${process.arch}`

const formatMb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Returns the app version, its platform and the memory. */
export function toAboutText({ version, host }: { version: string; host: string }): string {
  const { node, electron, chrome, sqlite } = process.versions
  const lines = {
    Pathclock: redactVersion(version),
    host,
    system: systemText(),
    Node: redactVersion(node),
    ...(electron
      ? { Electron: redactVersion(electron), Chromium: chrome ? chrome.replaceAll(/[^\d.]/g, '') : redacted }
      : {}),
    SQLite: sqlite ? redactVersion(sqlite) : redacted,
    'memory of this computer': formatMb(totalmem()),
    'free memory': formatMb(freemem()),
    'memory of the services': formatMb(process.memoryUsage.rss()),
    'running for': `${Math.round(process.uptime())} s`,
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

type Data = {
  status: AppStatus
  /** The folder and journal of the open profile; null if none is open. */
  open: { folder: string; journal: JournalStatus } | null
}

const dataFileNames = [
  ...['journal.db', 'answers.db', 'cache.db', 'drugs.db'].flatMap((name) => [name, `${name}-wal`]),
  'orders.log',
]

/** Returns the state and sizes of the stored data, without names, addresses or identifiers. */
export function toDataText({ status, open }: Data): string {
  const { profile, profiles, signedIn, online, offlineSwitch, secrets, quota } = status
  const lines = [
    `profiles: ${profiles.length}`,
    `open profile: ${profile ? profile.signIn : 'none'}`,
    `signed in: ${signedIn}`,
    `service reached: ${online}`,
    `offline switch: ${offlineSwitch}`,
    `credentials kept in: ${secrets.kind}`,
    `requests left: ${quota ? `${quota.left} of ${quota.limit} in ${quota.windowMs} ms, ${quota.queued} wait` : 'no service'}`,
    `notices of this run: ${status.notices.length}`,
    ...(open ? [...toJournalLines(open.journal), ...toSizes(open.folder)] : []),
  ]
  return `${lines.join('\n')}\n`
}

const toJournalLines = ({ rows, backups, lastBackup, verified, uncertain }: JournalStatus): string[] => [
  `journal rows: ${rows}`,
  `orders in question after damage: ${uncertain ? `since ${toTime(uncertain.since)}` : 'no'}`,
  `journal backups: ${backups}`,
  `last backup: ${lastBackup ? toTime(lastBackup.at) : 'none'}`,
  `read through in this run: ${verified ? `${verified.findings.length} findings in ${verified.rows} rows` : 'no'}`,
]

const toTime = (at: string): string => (Number.isNaN(Date.parse(at)) ? 'unknown' : new Date(at).toISOString())

/** Returns the sizes of the databases, and the number quarantined as damaged. */
function toSizes(folder: string): string[] {
  const names = readdirSync(folder)
  const files = dataFileNames.filter((name) => names.includes(name))
  const quarantinedCount = names.filter((name) => name.includes('.damaged-')).length
  return [
    ...files.map((name) => `${name}: ${statSync(join(folder, name)).size} bytes`),
    `databases quarantined as damaged: ${quarantinedCount}`,
  ]
}

/** The number of failures to remember. They are in memory only and end with the run. */
const maxFailures = 50

/** Creates the record of the latest failures, without their messages, which may contain samples or addresses. */
export function createFailureRing(clock: Clock) {
  const lines: string[] = []
  const add = (entry: string): void => {
    lines.push(`${new Date(clock.now()).toISOString()} ${entry}`)
    if (lines.length > maxFailures) lines.shift()
  }
  return {
    /** `method`: the call that failed. */
    record(method: string, { code, details }: Pick<FailureData, 'code' | 'details'>): void {
      add([formatField('method', method), formatField('code', code), ...formatDetails(details)].join(' '))
    },
    recordJob: (kind: string, code: string | undefined): void =>
      add(
        ['a job failed', formatField('jobKind', kind), ...(code ? [formatField('code', code)] : [])].join(
          ' ',
        ),
      ),
    format: (): string => (lines.length === 0 ? 'None in this run.\n' : `${lines.toReversed().join('\n')}\n`),
  }
}

const numberFields = ['status', 'afterMs', 'retryAfterMs', 'line']
const textFields = ['reference', 'endpoint']

function formatDetails(details: FailureData['details']): string[] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'requestId') return [`requestId=${redactRequestId(String(value))}`]
    if (numberFields.includes(name)) return typeof value === 'number' ? [formatField(name, value)] : []
    return textFields.includes(name) ? [formatField(name, value)] : []
  })
}

const levels: Record<number, string> = { 30: 'info', 40: 'warn', 50: 'error' }
const fields = [
  'reference',
  'method',
  'code',
  'status',
  'endpoint',
  'jobKind',
  'version',
  'durationMs',
  'count',
]
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns a log line in its reportable form, followed by the code locations of its stack, if any. */
export function toLogLines(line: string, isOwnFile: IsOwnFile): string[] {
  const entry = parseJson(line)
  if (!isRecord(entry)) return [redacted]
  const { msg, stack } = entry
  const at = String(entry['time'])
  const fieldTexts = fields.filter((name) => name in entry).map((name) => formatField(name, entry[name]))
  const head = [
    time.test(at) ? at : redacted,
    levels[Number(entry['level'])] ?? 'info',
    redactLogText(typeof msg === 'string' ? msg : ''),
    ...fieldTexts,
  ].join(' ')
  return typeof stack === 'string'
    ? [head, ...toErrorLines(stack, isOwnFile).map((one) => `  ${one}`)]
    : [head]
}

/** How each setting is reported. Settings that may contain an address or text of the user are reported by kind. */
const formatters: { [K in keyof Settings]: (value: Settings[K]) => string } = {
  theme: String,
  language: String,
  density: String,
  numberFormat: String,
  dateFormat: String,
  divergingPalette: String,
  sequentialPalette: String,
  offlineSwitch: String,
  proxy: ({ mode }) => mode,
  quotaShare: String,
  updateChannel: String,
  systemNotices: String,
  keepRecent: String,
  keepCrashReports: String,
  tourSeen: String,
}

/** Returns one setting per line. */
export const toSettingsText = (settings: Settings): string => {
  const formatLine = <K extends keyof Settings>(name: K): string =>
    `${name}: ${formatters[name](settings[name])}\n`
  return (Object.keys(formatters) as (keyof Settings)[]).map(formatLine).join('')
}
