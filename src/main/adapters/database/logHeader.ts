import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** sqlite.org/fileformat2, “WAL File Format”: a header, then frames, each a header of its own and a page. */
const headerBytes = 32
const frameHeaderBytes = 24
const magic = 0x377f0682
const largestPage = 65_536
/** By then another process has written the frame that it was just writing. */
const writingMs = 50

/**
 * Whether the log beside a database does not begin as SQLite writes it. SQLite takes such a log for an empty one, and
 * nobody would learn that what it held is gone. A log that ends too early is what a crash leaves, and no damage.
 */
export async function isLogForeign(file: string): Promise<boolean> {
  if (!beginsForeign(file)) return false
  await wait(writingMs)
  return beginsForeign(file)
}

function beginsForeign(file: string): boolean {
  const begin = readBegin(`${file}-wal`)
  if (begin === null || begin.subarray(0, headerBytes).every((byte) => byte === 0)) return false
  const first = begin.readUInt32BE(0)
  if (first !== magic && first !== magic + 1) return true
  // The last bit says in which order the bytes were summed.
  const sum = (from: number, to: number, before: Sums) => sumOf(begin, from, to, before, first === magic)
  const ofHeader = sum(0, 24, [0, 0])
  if (!isAt(begin, 24, ofHeader)) return true
  const pageBytes = begin.readUInt32BE(8)
  const end = headerBytes + frameHeaderBytes + pageBytes
  if (begin.length < end) return false
  // Frames of an earlier round have another salt, and are no part of this log.
  if (begin.compare(begin, headerBytes + 8, headerBytes + 16, 16, 24) !== 0) return false
  const ofPage = sum(headerBytes + frameHeaderBytes, end, sum(headerBytes, headerBytes + 8, ofHeader))
  return !isAt(begin, headerBytes + 16, ofPage)
}

type Sums = [one: number, two: number]

function sumOf(bytes: Buffer, from: number, to: number, [one, two]: Sums, littleEndian: boolean): Sums {
  const word = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  for (let at = from; at < to; at += 8) {
    one = (one + word(at) + two) >>> 0
    two = (two + word(at + 4) + one) >>> 0
  }
  return [one, two]
}

const isAt = (bytes: Buffer, at: number, [one, two]: Sums): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two

/** Up to the end of its first frame; null where there is no log, or none that has begun. */
function readBegin(log: string): Buffer | null {
  let open: number
  try {
    open = openSync(log, 'r')
  } catch {
    return null
  }
  try {
    const begin = Buffer.alloc(headerBytes + frameHeaderBytes + largestPage)
    const count = readSync(open, begin, 0, begin.length, 0)
    return count < headerBytes ? null : begin.subarray(0, count)
  } finally {
    closeSync(open)
  }
}
