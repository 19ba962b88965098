import { styleText } from 'node:util'
import type { Job } from '../../shared/contract/state.ts'
import { formatProgress, formatTable, toPrintable } from './text.ts'

export type Streams = { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream; stdin: NodeJS.ReadStream }

/** One object of the `--json` form; each is a line of its own. */
type JsonLine = { type: string } & Record<string, unknown>

/** Where a command writes: with `json` only JSON lines reach stdout, without it only text for people. */
export type Output = {
  readonly json: boolean
  /** Standard output is what the command itself writes there: the lines of the `--json` form go to stderr from here on. */
  keepStdout(): void
  /** Whether the last line of the `--json` form is there. */
  summarized(): boolean
  /** A line of the `--json` form; nothing without it. */
  record(line: JsonLine): void
  /** Text for a person; nothing with `--json`. */
  say(text: string): void
  table(headings: readonly string[], rows: readonly (readonly (string | number | null | undefined)[])[]): void
  /** What is wrong or worth knowing, on stderr in both forms. */
  warn(text: string): void
  /** A line with `--json`, a bar where stderr is a terminal, nothing elsewhere. */
  progress(job: Job): void
  /** That nothing is sent before a moment, as the service asked: on stderr in both forms, and a line with `--json`. */
  waiting(untilMs: number): void
  progressEnded(): void
}

const clearLine = '\r\u001b[2K'

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  let lines = stdout
  let lastProgress: JsonLine = noProgress
  let barShown = false
  let summarized = false
  const clearBar = () => {
    if (barShown) stderr.write(clearLine)
    barShown = false
  }
  const say = (text: string) => {
    clearBar()
    if (!json) stdout.write(`${toPrintable(text)}\n`)
  }
  const warn = (text: string) => {
    clearBar()
    stderr.write(`${styleText('yellow', toPrintable(text), { stream: stderr })}\n`)
  }
  return {
    json,
    say,
    keepStdout: () => void (lines = stderr),
    summarized: () => summarized,
    record(line) {
      if (line.type === 'summary') summarized = true
      if (json) lines.write(toLine(line))
    },
    table: (headings, rows) => void (rows.length > 0 && say(formatTable(headings, rows))),
    warn,
    waiting(untilMs) {
      const until = new Date(untilMs).toISOString()
      if (json) lines.write(toLine({ ...lastProgress, waiting_until: until }))
      warn(`The service asked for a pause. Nothing is sent until ${until}; then this goes on by itself.`)
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

/** JSON leaves the control characters beyond ASCII as they are, which a terminal obeys too. */
const toLine = (line: JsonLine): string =>
  `${JSON.stringify(line).replaceAll(/[\x7f-\x9f]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)}\n`

/** Before any was reported. */
const noProgress: JsonLine = {
  type: 'progress',
  job: null,
  done: 0,
  failed: 0,
  total: null,
  rate_per_min: null,
  eta_s: null,
}

/** `done`: all that is behind us, `failed` included. */
const progressLine = (job: Job): JsonLine => ({
  type: 'progress',
  job: job.kind,
  done: job.done + job.failed,
  failed: job.failed,
  total: job.total,
  rate_per_min: job.ratePerMin === null ? null : Math.round(job.ratePerMin * 10) / 10,
  eta_s: job.etaS,
})
