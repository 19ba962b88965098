import { appendFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { lazy } from '../../../shared/lazy.ts'
import { renameFileSync } from '../../concurrency/renameFile.ts'
import type { Log } from '../../ports.ts'
import { ensureFolder } from './ensureFolder.ts'

/** The only fields that are written. Before adding one, check that it cannot hold a secret. */
const allowedFields: ReadonlySet<string> = new Set([
  'reference',
  'method',
  'stack',
  'code',
  'status',
  'endpoint',
  'jobKind',
  'version',
  'durationMs',
  'count',
])

/** The level numbers of pino and bunyan, which log tools understand. */
const levels = { info: 30, warn: 40, error: 50 }
const rotateAboveBytes = 5_000_000
const maxTextLength = 8000

/**
 * Creates a log of JSON lines at `file`, accessible to this account only. If it is above 5 MB, the first line of the
 * next run renames it to `<file>.old` and starts a new one. If it cannot be written, the app continues without it.
 */
export function createLog(file: string): Log {
  const prepare = lazy(() => {
    ensureFolder(dirname(file))
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rotateAboveBytes)
      renameFileSync(file, `${file}.old`)
  })
  return {
    write: (level, message, fields = {}) => {
      const written = Object.entries(fields)
        .filter(([name]) => allowedFields.has(name))
        .map(([name, value]) => [name, typeof value === 'string' ? redactSecrets(value) : value])
      const line = {
        level: levels[level],
        time: new Date().toISOString(),
        ...Object.fromEntries(written),
        msg: redactSecrets(message),
      }
      try {
        prepare()
        appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch {
        // The app continues without the log.
      }
    },
  }
}

const secretPatterns: [RegExp, string][] = [
  [/\b(https?:\/\/[^\s?#"']*)[?#][^\s"')]*/gi, '$1'],
  [/\b(bearer|basic)\s+[^\s"',]+/gi, '$1 ‹removed›'],
  [
    /\b((?:[\w-]*(?:token|secret|password|api[_-]?key|authorization|cookie|verifier))["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
    '$1‹removed›',
  ],
  // Long unbroken runs of letters and digits: keys, tokens, hashes, encoded bodies.
  [/(?<![\w-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{24,}/gi, '‹removed›'],
]

/** Removes query strings and anything that looks like a key or token. */
export const redactSecrets = (text: string): string =>
  secretPatterns
    .reduce((cleaned, [pattern, replacement]) => cleaned.replaceAll(pattern, replacement), text)
    .slice(0, maxTextLength)
