import type { FailureCode } from '../../../shared/contract/failures.ts'
import { methodNames } from '../../../shared/contract/methodNames.ts'
import type { JobKind } from '../../../shared/contract/state.ts'

/** Replaces other texts: one stays only if its whole shape cannot contain a key, name, address or path. */
export const redacted = '(left out)'

/** The error types that the engine, Node or this app throws. */
const knownErrorKinds: ReadonlySet<string> = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
  'AggregateError',
  'AbortError',
  'TimeoutError',
  'DataCloneError',
  'NotFoundError',
  'InvalidStateError',
  'SqliteError',
  'ZodError',
  'Failure',
  'OutcomeUnknown',
  'CutOff',
])

/** Error messages of the engine, the database and the system, up to the point where user data may begin. */
const knownErrorTexts: readonly RegExp[] = [
  /^Cannot (?:read|set) properties of (?:undefined|null)\b/,
  /^Cannot convert undefined or null to object\b/,
  /^Maximum call stack size exceeded\b/,
  /^Invalid (?:array length|string length|time value|Date)\b/,
  /^Array buffer allocation failed\b/,
  /^Assignment to constant variable\b/,
  /^Reduce of empty array with no initial value\b/,
  /^Failed to fetch dynamically imported module\b/,
  /^Rendered (?:more|fewer) hooks than\b/,
  /^Minified React error #\d{1,4}\b/,
  /^(?:database is locked|database disk image is malformed|disk I\/O error|database or disk is full|out of memory)\b/,
  /^(?:no such table|no such column|UNIQUE constraint failed|CHECK constraint failed|FOREIGN KEY constraint failed)\b/,
  // Electron's reasons for a page whose process is gone.
  /^(?:crashed|oom|killed|launch-failed|abnormal-exit|integrity-failure|memory-eviction)$/,
  /^E(?:NOENT|ACCES|PERM|BUSY|EXIST|ISDIR|MFILE|NFILE|NOSPC|PIPE|ROFS|TIMEDOUT|CONNRESET|CONNREFUSED|ADDRINUSE)\b/,
]

/** The beginnings of this app's log messages. */
const knownLogTexts: readonly string[] = [
  'unforeseen error',
  'a job failed unforeseen',
  'an update failed',
  'The settings in settings.json were damaged',
  'The list of profiles in profiles.json was damaged',
  'The folder profiles/',
  'The cache was damaged',
  'The results could not be checked',
  'The workspace of the capsule',
]

const maxFrames = 25
/** Function names are omitted too: letters alone could be encoded data. */
const framePattern =
  /^\s*at (?:.*[ (/\\])?\(?((?:[\w.-]{1,60}\.(?:js|cjs|mjs|ts|tsx))|another file)(?:\?[^:)]*)?:(\d{1,7}):(\d{1,7})\)?$/

/** Returns true if a file name (without its folder) belongs to the app. */
export type IsOwnFile = (name: string) => boolean

/** Returns the error type, the known part of its message, and the locations in our code, one per line. */
export function toErrorLines(stack: string, isOwnFile: IsOwnFile): string[] {
  const lines = stack.split('\n')
  const [, kind = '', text = ''] =
    /^(?:Uncaught )?([A-Za-z]{1,40})(?: \[\w+\])?(?::\s*(.*))?$/.exec(lines[0] ?? '') ?? []
  const knownText = knownErrorTexts.map((shape) => shape.exec(text)?.[0]).find((words) => words !== undefined)
  const frames = lines.flatMap((line) => {
    const [, file, row, column] = framePattern.exec(line) ?? []
    return file === undefined ? [] : [`  at ${isOwnFile(file) ? file : 'another file'}:${row}:${column}`]
  })
  return [
    `${knownErrorKinds.has(kind) ? kind : 'Error'}: ${knownText ?? redacted}`,
    ...frames.slice(0, maxFrames),
  ]
}

/** Returns the line if `toErrorLines` could have written it, else null. */
export function readErrorLine(line: string, isOwnFile: IsOwnFile): string | null {
  if (line.startsWith('  at ')) return toErrorLines(`Error\n${line}`, isOwnFile)[1] ?? null
  return toErrorLines(line, isOwnFile)[0] === line ? line : null
}

/** The formats of request IDs. Services use many formats, and some repeat what they were sent. */
const requestIdPatterns: readonly RegExp[] = [
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  /^[\da-f]{8,32}$/,
  /^[\dA-HJKMNP-TV-Z]{26}$/,
  /^(?:req|request|rid|trace|id)[-_][\da-z]{1,24}$/i,
]
export const redactRequestId = (text: string): string =>
  requestIdPatterns.some((shape) => shape.test(text)) ? text : redacted

const versionPattern = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z]{1,10}(?:\.\d{1,4})?)?$/
const pathSegments =
  'users|me|samples|sample_id|report|drugs|drug_id|drug_name|pathways|moa|pathway-analysis|pathway-clock|drug-pathway|screening|virtual-screening|task_id|oauth|token'

const fieldPatterns: Record<string, RegExp> = {
  reference: /^[\da-f]{8}$/,
  endpoint: new RegExp(`^(?:GET|POST|PUT|PATCH|DELETE) (?:/\\{?(?:${pathSegments})\\}?)+$`),
  version: versionPattern,
}
const failureCodes: Record<FailureCode, true> = {
  offline: true,
  notSignedIn: true,
  rateLimited: true,
  forbidden: true,
  notFound: true,
  rejected: true,
  serviceFailed: true,
  unreadable: true,
  timeout: true,
  cancelled: true,
  file: true,
  readOnly: true,
  journalUncertain: true,
  keychain: true,
  bug: true,
}
const fieldValues: Record<string, ReadonlySet<string>> = {
  method: new Set(methodNames),
  code: new Set(Object.keys(failureCodes)),
  jobKind: new Set<JobKind>(['import', 'refresh', 'analysis', 'screening', 'export', 'offlineSync']),
}

/** Formats `name=value`. The value is redacted if it does not match the pattern of its name. */
export function formatField(name: string, value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `${name}=${value}`
  const text = String(value)
  const isKnown = fieldValues[name]?.has(text) ?? fieldPatterns[name]?.test(text) ?? false
  return `${name}=${isKnown ? text : redacted}`
}

export const redactVersion = (text: string): string => (versionPattern.test(text) ? text : redacted)

/** Returns the known beginning of a log message, before any value. */
export const redactLogText = (text: string): string =>
  knownLogTexts.find((start) => text.startsWith(start)) ?? redacted
