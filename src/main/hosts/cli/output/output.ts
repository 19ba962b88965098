import { createReadStream, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Job } from '../../../../shared/contract/state.ts'
import { toDuration } from '../../../../shared/format/numbers.ts'
import { yesNo } from '../../../../shared/tables/copyTable.ts'
import { englishReplacer, isMessage, type Message, toEnglish } from '../../../../shared/words/message.ts'

export type Streams = {
  stdout: Writable
  stderr: NodeJS.WriteStream
  stdin: NodeJS.ReadStream
  /** Waits until the disk has stored the output. Absent if standard output is not a file. */
  syncStdout?: () => void
}

/** The command line is English, so its own text needs no template. */
type Text = string | Message

const printed = (text: Text): string => (typeof text === 'string' ? text : toEnglish(text))

/** One object of the `--json` form, printed as one line. */
type JsonLine = { type: string } & Record<string, unknown>

/** A value of each row: with a name a member of its `--json` line, with a heading a column of the printed table. */
export type ListColumn<Row> = { name?: string; heading?: string | null; of(row: Row): unknown }

/** Returns properties as columns: `{ sampleId: 'sample' }` is `sample_id` in the `--json` form. Null leaves a property out of the table. */
export const properties = <Row>(
  headings: {
    [Name in keyof Row & string]?: string | null
  },
): ListColumn<Row>[] =>
  Object.entries(headings).map(([name, heading]) => ({
    name: toSnakeCase(name),
    heading: heading as string | null,
    of: (row) => row[name as keyof Row],
  }))

/** Returns properties under their names in the `--json` form: `sampleId` becomes `sample_id`. */
export const pick = <T extends object>(from: T, ...names: (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [toSnakeCase(name), from[name]]))

export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The output of a command. With `json`, stdout gets only JSON lines; otherwise only plain text. */
export type Output = {
  readonly json: boolean
  /** Reserves standard output for the command's own data. The `--json` lines then go to stderr. */
  reserveStdout(): void
  /** Writes a line of `--json` output; does nothing in text mode. */
  record(line: JsonLine): void
  /** Sets the summary, which `close` writes. */
  summary(members: Record<string, unknown>): void
  /** Adds fields to all later summaries. */
  extendSummaries(members: () => Record<string, unknown>): void
  /** Writes the last line of the `--json` form: the summary, with `error` in it if the command failed afterward. */
  close(error: JsonLine | null): void
  /** Prints text. Does nothing with `--json`. */
  print(text: Text): void
  table(headings: readonly string[], rows: readonly (readonly unknown[])[]): void
  /** Writes a line of this type per row, or a table with at most `most` rows. */
  list<Row>(type: string, rows: readonly Row[], columns: readonly ListColumn<Row>[], most?: number): void
  /** Prints a warning or hint on stderr in both forms. */
  warn(text: Text): void
  /** Prints a line with `--json`, or a progress bar if stderr is a terminal. */
  progress(job: Job): void
  /** Reports that the service requested a pause: on stderr in both forms, and as a line with `--json`. */
  waiting(untilMs: number): void
  progressEnded(): void
}

const clearLine = '\r\u001b[2K'

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  let lines = stdout
  let lastProgress: JsonLine = noProgress
  let barShown = false
  let summary: JsonLine | null = null
  let summaryMembers: () => Record<string, unknown> = () => ({})
  const clearBar = () => {
    if (barShown) stderr.write(clearLine)
    barShown = false
  }
  const print = (text: Text) => {
    clearBar()
    if (!json) stdout.write(`${toPrintable(printed(text))}\n`)
  }
  const warn = (text: Text) => {
    clearBar()
    stderr.write(`${styleText('yellow', toPrintable(printed(text)), { stream: stderr })}\n`)
  }
  const table = (headings: readonly string[], rows: readonly (readonly unknown[])[]) =>
    void (!json && rows.length > 0 && print(formatTable(headings, rows)))
  const record = (line: JsonLine) => {
    if (json) lines.write(toLine(line))
  }
  return {
    json,
    print,
    reserveStdout: () => void (lines = stderr),
    record,
    summary: (members) => void (summary = { type: 'summary', ...members }),
    table,
    list(type, rows, columns, most = rows.length) {
      if (json) for (const row of rows) record({ type, ...toMembers(columns, row) })
      const printed = columns.flatMap(({ heading, of }) => (heading ? [{ heading, of }] : []))
      table(
        printed.map(({ heading }) => heading),
        rows.slice(0, most).map((row) => printed.map(({ of }) => of(row))),
      )
    },
    close(error) {
      const { type: _type, ...failure } = error ?? { type: '' }
      const withMembers = summary && { ...summary, ...summaryMembers() }
      const last =
        withMembers && error?.type === 'error' ? { ...withMembers, error: failure } : (withMembers ?? error)
      if (json && last) lines.write(toLine(last))
    },
    extendSummaries: (members) => void (summaryMembers = members),
    warn,
    waiting(untilMs) {
      const until = new Date(untilMs).toISOString()
      if (json) lines.write(toLine({ ...lastProgress, waiting_until: until }))
      warn(`The service asked for a pause. Pathclock continues at ${until}.`)
    },
    progress(job) {
      lastProgress = progressLine(job)
      if (json) return void lines.write(toLine(lastProgress))
      if (!stderr.isTTY) return
      const text = toPrintable(formatProgress(job))
      stderr.write(`${clearLine}${text.slice(0, Math.max(20, (stderr.columns || 80) - 1))}`)
      barShown = true
    },
    progressEnded: clearBar,
  }
}

/** Opens standard output. Node's own stream ignores a partial write to a file, the first sign of a full disk. */
export function openStdout(): Pick<Streams, 'stdout' | 'syncStdout'> {
  if (process.stdout instanceof Socket) return { stdout: process.stdout }
  const { fd } = process.stdout as { fd: number }
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  // A network file system reports a full disk only here.
  return { stdout, syncStdout: () => void (fstatSync(fd).isFile() && fsyncSync(fd)) }
}

/** Opens standard input, which Electron replaces by an empty stream on Windows (its module common/init). */
export function openStdin(
  isEmptied = process.platform === 'win32' && process.versions['electron'] !== undefined,
  consoleName = String.raw`\\.\CONIN$`,
): NodeJS.ReadStream {
  if (!isEmptied) return process.stdin
  const tty = process.getBuiltinModule('node:tty')
  const open = (fd: number): NodeJS.ReadStream =>
    (tty.isatty(fd)
      ? new tty.ReadStream(fd)
      : createReadStream('', { fd, autoClose: false })) as NodeJS.ReadStream
  try {
    fstatSync(0)
    return open(0)
  } catch {
    // Standard input has no handle, so the console is opened below.
  }
  try {
    return open(openSync(consoleName, 'r+'))
  } catch {
    return process.stdin
  }
}

/** Resolves when everything written so far has been written or has failed. An `error` event comes first. */
export async function flush(stream: Writable): Promise<void> {
  await new Promise<void>((resolve) => stream.write('', () => resolve()))
  await nextTurn()
}

/** Formats a line. JSON does not escape control characters beyond ASCII, which a terminal interprets too. */
const toLine = (line: JsonLine): string =>
  `${JSON.stringify(line, englishReplacer).replaceAll(/[\x7f-\x9f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}\n`

export const toMembers = <Row>(columns: readonly ListColumn<Row>[], row: Row): Record<string, unknown> =>
  Object.fromEntries(columns.flatMap(({ name, of }) => (name === undefined ? [] : [[name, of(row)]])))

/** The progress before any was reported. */
const noProgress: JsonLine = {
  type: 'progress',
  job: null,
  done: 0,
  failed: 0,
  total: null,
  rate_per_min: null,
  eta_s: null,
}

/** Converts progress to a line. `done` counts all processed items, including `failed` ones. */
const progressLine = (job: Job): JsonLine => ({
  type: 'progress',
  job: job.kind,
  done: job.done + job.failed,
  failed: job.failed,
  total: job.total,
  rate_per_min: job.ratePerMin === null ? null : Math.round(job.ratePerMin * 10) / 10,
  eta_s: job.etaS,
})

const isNumeric = (cell: unknown): boolean => cell === null || cell === undefined || typeof cell === 'number'

/** Formats a table with numbers aligned right. Cells are never cut, so that lines can be searched. */
export function formatTable(headings: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const texts = [headings, ...rows].map((row) => headings.map((_, column) => toText(row[column])))
  const widths = headings.map((_, column) =>
    texts.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  )
  const alignsRight = headings.map((_, column) => rows.every((row) => isNumeric(row[column])))
  const lines = texts.map((row) =>
    row
      .map((text, column) =>
        pad(text, widths[column] ?? 0, (alignsRight[column] ?? false) && rows.length > 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/** Formats one line per pair, with the names in one column. Pairs without a value are omitted. */
export function formatPairs(pairs: readonly (readonly [string, unknown])[]): string {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${toText(value)}`).join('\n')
}

/** Formats the progress of a job: `████░░░░  120/500  95/min  4 min left`. */
export function formatProgress(job: Job): string {
  const done = job.done + job.failed
  const counts = job.total === null ? `${done}` : `${done}/${job.total}`
  const parts = [
    toEnglish(job.title),
    ...(job.total === null ? [] : [bar(done, job.total)]),
    counts,
    ...(job.failed > 0 ? [`${job.failed} failed`] : []),
    ...(job.ratePerMin === null ? [] : [`${Math.round(job.ratePerMin)}/min`]),
    ...(job.etaS === null ? [] : [`${formatDuration(job.etaS)} left`]),
  ]
  return parts.join('  ')
}

const barWidth = 20

function bar(done: number, total: number): string {
  const filled = total <= 0 ? barWidth : Math.min(barWidth, Math.floor((done / total) * barWidth))
  return '█'.repeat(filled) + '░'.repeat(barWidth - filled)
}

/** Returns a duration as the app shows it: `90 s`, `4 min`, `3 h`. */
export function formatDuration(durationS: number): string {
  const { unit, count } = toDuration(durationS)
  return unit === 'days' ? counted(count, 'day') : `${count} ${units[unit]}`
}

const units = { seconds: 's', minutes: 'min', hours: 'h' } as const

/** Formats an age: `3 min ago`. Returns the time itself if it cannot be parsed. */
export function formatAge(at: string, nowMs: number): string {
  const ageS = (nowMs - Date.parse(at)) / 1000
  if (Number.isNaN(ageS)) return at
  const dayS = 86_400
  return ageS < 2 * dayS ? `${formatDuration(ageS)} ago` : `${Math.round(ageS / dayS)} days ago`
}

/** Formats a count: `1 sample`, `2 samples`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

// Names come from files and services. Such characters could move the cursor, change colors or reverse the text.
const toText = (value: unknown): string =>
  cellText(value).replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || isMessage(value)) return printed(value)
  if (typeof value === 'boolean') return yesNo(value)
  if (Array.isArray(value)) return value.map(cellText).join(', ')
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Removes control characters from a text with several lines. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ' ')

/** Quotes an argument for a command that the user may copy into a shell, whatever it contains. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
/** Quotes an argument only if needed. */
export const quoteArgument = (text: string): string => (/^\w[\w.-]*$/.test(text) ? text : shellQuoted(text))

const pad = (text: string, width: number, right: boolean): string => {
  const blanks = ' '.repeat(Math.max(0, width - text.length))
  return right ? blanks + text : text + blanks
}
