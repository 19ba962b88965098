import { formatField, type IsOwnFile, redacted, redactLogText, toErrorLines } from './redaction.ts'

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

/** One line of the log as it may be told; below it, where it has a stack, the places in the code. */
export function toLogLines(line: string, isOwnFile: IsOwnFile): string[] {
  const entry = parse(line)
  if (!entry) return [redacted]
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

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
