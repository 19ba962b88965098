import type { Job } from '../../shared/contract/state.ts'

type Cell = string | number | null | undefined

/** Columns as wide as their widest cell, numbers to the right; nothing is cut, so that a line can be searched. */
export function formatTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [headings, ...rows].map((row) => headings.map((_, column) => toText(row[column])))
  const widths = headings.map((_, column) =>
    texts.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  )
  const isNumeric = headings.map((_, column) => rows.every((row) => typeof row[column] !== 'string'))
  const lines = texts.map((row) =>
    row
      .map((text, column) => pad(text, widths[column] ?? 0, (isNumeric[column] ?? false) && rows.length > 0))
      .join('  ')
      .trimEnd(),
  )
  return lines.join('\n')
}

/** One line per pair, the names in one column; pairs without a value are left out. */
export function formatPairs(pairs: readonly (readonly [string, Cell])[]): string {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(0, ...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${toText(value)}`).join('\n')
}

/** What a person reads while a job runs: `████░░░░  120/500  95/min  4 min left`. */
export function formatProgress(job: Job): string {
  const done = job.done + job.failed
  const counts = job.total === null ? `${done}` : `${done}/${job.total}`
  const parts = [
    job.title,
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

/** `durationS` in seconds, in the largest unit that says enough. */
export function formatDuration(durationS: number): string {
  if (durationS < 90) return `${Math.max(0, Math.round(durationS))} s`
  const minutes = Math.round(durationS / 60)
  return minutes < 90 ? `${minutes} min` : `${(durationS / 3600).toFixed(1)} h`
}

/** How long ago: `3 min ago`; the time itself where it cannot be read. */
export function formatAge(at: string, nowMs: number): string {
  const ageS = (nowMs - Date.parse(at)) / 1000
  if (Number.isNaN(ageS)) return at
  const dayS = 86_400
  return ageS < 2 * dayS ? `${formatDuration(ageS)} ago` : `${Math.round(ageS / dayS)} days ago`
}

/** `1 sample`, `2 samples`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

// Names come from files and services: such characters would move the cursor, change colors or turn the text around.
const toText = (value: Cell): string =>
  value === null || value === undefined
    ? ''
    : String(value).replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

/** A text of several lines without what a terminal would obey. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, ' ')

/** One argument of a command that a person may copy into a shell, whatever a file or a service has put into it. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const pad = (text: string, width: number, right: boolean): string => {
  const blanks = ' '.repeat(Math.max(0, width - text.length))
  return right ? blanks + text : text + blanks
}
