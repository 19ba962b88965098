import { hash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { renameFileSync } from '../../concurrency/renameFile.ts'
import {
  LogDamaged,
  type LogEntry,
  type LogFile,
  type LogLine,
  type LogPosition,
  type LogProblem,
  logStart,
} from '../../ports.ts'
import { requireReadableFile } from './readableFile.ts'

/**
 * A line is `{"seq":12,"at":"2026-…","kind":"…",…,"sum":"…"}` and a newline. Its checksum is the first 32 hexadecimal
 * digits of the SHA-256 of two parts: the end of the previous line, starting at its checksum, and the line up to its
 * own checksum.
 */
const sumDigits = 32
/** `,"sum":"…"}` */
const sumSuffixBytes = 8 + sumDigits + 2
/** The number of bytes of the previous line's end that are hashed: its checksum, `"}` and the newline. */
const chainBytes = sumDigits + 3
const newline = 0x0a
/** The number of bytes read from the end of the file to find the last line. It is doubled while the line is longer. */
const tailBytes = 64 * 1024
/** The longest wait for another process to append, which takes milliseconds. */
const lockTimeoutMs = 10_000

const sumOf = (content: Buffer | string): string => hash('sha256', content, 'hex').slice(0, sumDigits)

/**
 * Creates a log over a file. A process locks `<file>.lock` while it appends; the system unlocks it if the process dies.
 */
export function createChainedLog(file: string): LogFile {
  /** The end as this process last saw it, with the identity of the file. */
  let known: { end: LogPosition; identity: string } | null = null
  let lock: DatabaseSync | null = null

  const withLock = <T>(work: () => T): T => {
    try {
      // The lock file stays empty, so it needs no rollback file.
      lock ??= openLock(`${file}.lock`)
      lock.exec('BEGIN EXCLUSIVE')
    } catch (cause) {
      requireReadableFile(`${file}.lock`)
      throw lockFailure(file, cause)
    }
    try {
      return work()
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) throw writeFailure(file, error)
      throw error
    } finally {
      lock.exec('COMMIT')
    }
  }

  const findEnd = (): LogPosition => {
    const identity = identityOf(file)
    if (identity === null) return logStart
    const { size } = statSync(file)
    if (known?.identity === identity && known.end.sizeBytes === size) return known.end
    const end =
      known?.identity === identity && known.end.sizeBytes < size
        ? readLines(file, known.end).end
        : readLastLine(file)
    known = { end, identity }
    return end
  }

  return {
    sizeBytes: () => statSync(file, { throwIfNoEntry: false })?.size ?? null,
    *lines(from = logStart) {
      requireLine(file, from)
      return (yield* eachLine(file, from)).problem
    },
    isIntact() {
      const reading = eachLine(file, logStart, false)
      for (;;) {
        const next = reading.next()
        if (next.done) return next.value.problem !== 'corrupt'
      }
    },
    provenLines: () => readProvenLines(file),
    close() {
      lock?.close()
      lock = null
    },
    exclusively: (work) =>
      withLock(() =>
        work({
          end: findEnd,
          linesAfter: (from) => readLines(file, from).lines,
          append(entries, at) {
            const end = appendLines(file, findEnd(), entries, at)
            known = { end, identity: identityOf(file) ?? '' }
            return end
          },
          replace(entries, at) {
            const newFile = `${file}.new`
            rmSync(newFile, { force: true })
            let end = logStart
            for (const some of batches(entries)) end = appendLines(newFile, end, some, at, false)
            flushFile(newFile)
            const quarantinedFile = existsSync(file) ? unusedName(`${file}.damaged-${toFileTime(at)}`) : null
            if (quarantinedFile !== null) renameFileSync(file, quarantinedFile)
            renameFileSync(newFile, file)
            flushFolder(dirname(file))
            known = { end, identity: identityOf(file) ?? '' }
            return { end, quarantinedFile: quarantinedFile && basename(quarantinedFile) }
          },
        }),
      ),
  }
}

const linesPerWrite = 5000

function* batches(entries: Iterable<LogEntry>): Generator<LogEntry[]> {
  let some: LogEntry[] = []
  for (const entry of entries) {
    some.push(entry)
    if (some.length < linesPerWrite) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const toFileTime = (at: string): string => at.replaceAll(/[:.]/g, '-')

function unusedName(name: string): string {
  let unused = name
  for (let count = 2; existsSync(unused); count++) unused = `${name}-${count}`
  return unused
}

function openLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: lockTimeoutMs })
  lock.exec('PRAGMA journal_mode = OFF')
  return lock
}

/** Identifies a file also if a new one has the inode of the one it replaced. */
const identityOf = (file: string): string | null => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}:${found.birthtimeNs}` : null
}

/**
 * Writes entries as lines after `end`, flushes them, and returns the new end. After an error the file is truncated to
 * its old end.
 */
function appendLines(
  file: string,
  end: LogPosition,
  entries: readonly LogEntry[],
  at: string,
  flushes = true,
): LogPosition {
  const isNew = !existsSync(file)
  const { bytes, position } = toLines(end, entries, at)
  const handle = openSync(file, isNew ? 'wx' : 'r+', 0o600)
  try {
    // Removes the rest of an interrupted write.
    ftruncateSync(handle, end.sizeBytes)
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(handle, bytes, done, bytes.length - done, end.sizeBytes + done)
      if (flushes) fsyncSync(handle)
    } catch (error) {
      ftruncateSync(handle, end.sizeBytes)
      throw error
    }
  } finally {
    closeSync(handle)
  }
  if (isNew) flushFolder(dirname(file))
  return position
}

function toLines(end: LogPosition, entries: readonly LogEntry[], at: string) {
  let { seq, sum } = end
  const time = JSON.stringify(at)
  const lines: string[] = []
  for (const { kind, json } of entries) {
    seq += 1
    const members = json === '{}' ? '' : `,${json.slice(1, -1)}`
    const body = `{"seq":${seq},"at":${time},"kind":${JSON.stringify(kind)}${members}`
    sum = sumOf(seq === 1 ? body : `${sum}"}\n${body}`)
    lines.push(`${body},"sum":"${sum}"}\n`)
  }
  const bytes = Buffer.from(lines.join(''))
  return { bytes, position: { seq, sum, sizeBytes: end.sizeBytes + bytes.length } }
}

function flushFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes the name of a new file durable. Windows does that with the file itself, and cannot open a folder. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Reads the whole lines after `from`, and their end. Throws `LogDamaged` if no line ends at `from`, or a later one is
 * corrupt.
 */
function readLines(file: string, from: LogPosition): { lines: LogLine[]; end: LogPosition } {
  requireLine(file, from)
  const lines: LogLine[] = []
  const reading = eachLine(file, from)
  for (;;) {
    const next = reading.next()
    if (!next.done) lines.push(next.value)
    else if (next.value.problem === 'corrupt') throw damagedLineOf(file)
    else return { lines, end: next.value.end }
  }
}

function requireLine(file: string, position: LogPosition): void {
  if (position.seq > 0 && !endsAt(file, position))
    throw new LogDamaged(`${basename(file)} is not the log it was`)
}

const chunkBytes = 8 * 1024 * 1024

/** The end of the last whole line, and the problem that stopped reading there; null at the end of the file. */
type ReadingEnd = { end: LogPosition; problem: LogProblem | null }

/** Yields each whole line after `from`. */
function* eachLine(file: string, from: LogPosition, parses = true): Generator<LogLine, ReadingEnd> {
  if (!existsSync(file)) return { end: from, problem: null }
  const handle = openSync(file, 'r')
  try {
    let end = from
    /** It starts with the end of the previous line, which the next checksum includes. */
    let bytes = readAt(handle, from.sizeBytes - prefixOf(from), prefixOf(from))
    let readTo = from.sizeBytes
    for (;;) {
      const chunk = readAt(handle, readTo, Math.min(chunkBytes, fstatSync(handle).size - readTo))
      if (chunk.length === 0) return { end, problem: bytes.length > prefixOf(end) ? 'torn' : null }
      readTo += chunk.length
      bytes = Buffer.concat([bytes, chunk])
      let start = prefixOf(end)
      for (let at = bytes.indexOf(newline, start); at >= 0; at = bytes.indexOf(newline, start)) {
        const read = parseLine(bytes, start, at, end, parses)
        if (!read) return { end, problem: 'corrupt' }
        yield read.line
        end = read.end
        start = at + 1
      }
      bytes = bytes.subarray(start - prefixOf(end))
    }
  } finally {
    closeSync(handle)
  }
}

const prefixOf = ({ seq }: LogPosition): number => (seq === 0 ? 0 : chainBytes)

/**
 * Verifies the line from `start` to the newline at `stop`, and parses it unless only checksums are needed. Returns null
 * if its checksum or number does not match.
 */
function parseLine(
  bytes: Buffer,
  start: number,
  stop: number,
  previous: LogPosition,
  parses = true,
): { line: LogLine; end: LogPosition } | null {
  const bodyEnd = stop - sumSuffixBytes
  if (bodyEnd <= start) return null
  const sum = sumOf(bytes.subarray(start - prefixOf(previous), bodyEnd))
  if (bytes.toString('latin1', bodyEnd, stop) !== `,"sum":"${sum}"}`) return null
  const line = parses
    ? parseJsonLine(bytes.toString('utf8', start, stop))
    : { seq: previous.seq + 1, at: '', kind: '' }
  if (line === null || line.seq !== previous.seq + 1) return null
  return { line, end: { seq: line.seq, sum, sizeBytes: previous.sizeBytes + stop + 1 - start } }
}

function parseJsonLine(text: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(text)
    return isLogLine(value) ? value : null
  } catch {
    return null
  }
}

const isLogLine = (value: unknown): value is LogLine =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  Number.isSafeInteger(value.seq) &&
  'at' in value &&
  typeof value.at === 'string' &&
  'kind' in value &&
  typeof value.kind === 'string'

/** True if the log has a line with this checksum that ends at this size. */
function endsAt(file: string, { sum, sizeBytes }: LogPosition): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < sizeBytes || sizeBytes < chainBytes)
    return false
  const handle = openSync(file, 'r')
  try {
    return readAt(handle, sizeBytes - chainBytes, chainBytes).toString('latin1') === `${sum}"}\n`
  } finally {
    closeSync(handle)
  }
}

/**
 * Finds the end of the last whole line by reading only the end of the file. Throws `LogDamaged` if that line is
 * corrupt.
 */
function readLastLine(file: string): LogPosition {
  const handle = openSync(file, 'r')
  try {
    const { size } = statSync(file)
    for (let length = tailBytes; ; length *= 2) {
      const from = Math.max(0, size - length)
      const bytes = readAt(handle, from, size - from)
      const stop = bytes.lastIndexOf(newline)
      if (stop < 0 && from === 0) return logStart
      const start = stop < 0 ? -1 : bytes.lastIndexOf(newline, stop - 1) + 1
      const isWhole = start > 0 || (start === 0 && from === 0)
      if (!isWhole || (from > 0 && start < chainBytes)) continue
      const line = parseJsonLine(bytes.toString('utf8', start, stop))
      const previous = { seq: (line?.seq ?? 0) - 1, sum: '', sizeBytes: from + start }
      const read = line && start >= prefixOf(previous) ? parseLine(bytes, start, stop, previous) : null
      if (!read) throw damagedLineOf(file)
      return read.end
    }
  } finally {
    closeSync(handle)
  }
}

function readAt(handle: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(handle, bytes, done, length - done, from + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}

/**
 * Reads the lines of a damaged log that can still be verified: each line whose checksum matches, given either the
 * checksum in the line before it or the one that line should have. `rejected`: the number of lines that match neither.
 */
function readProvenLines(file: string): { lines: LogLine[]; rejected: number } {
  const handle = openSync(file, 'r')
  const bytes = readAt(handle, 0, statSync(file).size)
  closeSync(handle)
  const lines: LogLine[] = []
  let rejected = 0
  /** The end that the previous line should have; null if it matches the actual one. */
  let chain: string | null = null
  /** The previous line, if its own checksum does not match. The next line may still prove it. */
  let doubtful: LogLine | null = null
  let start = 0
  for (let stop = bytes.indexOf(newline); stop >= 0; stop = bytes.indexOf(newline, start)) {
    const bodyEnd = Math.max(start, stop - sumSuffixBytes)
    const stated = bytes.toString('latin1', bodyEnd + 8, stop - 2)
    const sumInFile = sumOf(bytes.subarray(Math.max(0, start - chainBytes), bodyEnd))
    const computed: string =
      chain === null ? sumInFile : sumOf(Buffer.concat([Buffer.from(chain), bytes.subarray(start, bodyEnd)]))
    const fitsChain = stated === computed
    const fitsFile = stated === sumInFile
    const line = parseJsonLine(bytes.toString('utf8', start, stop))
    if (fitsChain && !fitsFile && doubtful) {
      lines.push(doubtful)
      rejected -= 1
    }
    const isProven = line !== null && (fitsChain || fitsFile)
    if (isProven) lines.push(line)
    else rejected += 1
    doubtful = isProven ? null : line
    chain = isProven ? null : `${computed}"}\n`
    start = stop + 1
  }
  return { lines, rejected }
}

const damagedLineOf = (file: string): LogDamaged => new LogDamaged(`a line of ${basename(file)} is damaged`)

const writeFailure = (file: string, cause: unknown): Failure =>
  fileFailure(message('adapters.pathclockCouldNotWrite', { file: basename(file) }), basename(file), cause)

const lockFailure = (file: string, cause: unknown): Failure =>
  fileFailure(
    message('adapters.anotherPathclockWritingOrder', { file: basename(file) }),
    basename(file),
    cause,
  )
