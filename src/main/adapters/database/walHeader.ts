import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** sqlite.org/fileformat2, “WAL File Format”: a header, then frames, each a header of its own and a page. */
const headerBytes = 32
const frameHeaderBytes = 24
const walMagic = 0x377f0682
const maxPageBytes = 65_536
/** By then another process has written the frame that it was just writing. */
const recheckDelayMs = 50

/**
 * Whether the log beside a database does not begin as SQLite writes it. SQLite takes such a log for an empty one, and
 * nobody would learn that what it held is gone. A log that ends too early is what a crash leaves, and no damage.
 */
export async function isLogForeign(file: string): Promise<boolean> {
  if (!hasForeignHeader(file)) return false
  await wait(recheckDelayMs)
  return hasForeignHeader(file)
}

function hasForeignHeader(file: string): boolean {
  const header = readHeaderAndFirstFrame(`${file}-wal`)
  if (header === null || header.subarray(0, headerBytes).every((byte) => byte === 0)) return false
  const first = header.readUInt32BE(0)
  if (first !== walMagic && first !== walMagic + 1) return true
  // The last bit says in which order the bytes were summed.
  const sum = (from: number, to: number, before: Checksum) =>
    checksumOf(header, from, to, before, first === walMagic)
  const headerSum = sum(0, 24, [0, 0])
  if (!matchesChecksum(header, 24, headerSum)) return true
  const pageBytes = header.readUInt32BE(8)
  const end = headerBytes + frameHeaderBytes + pageBytes
  if (header.length < end) return false
  // Frames of an earlier round have another salt, and are no part of this log.
  if (header.compare(header, headerBytes + 8, headerBytes + 16, 16, 24) !== 0) return false
  const pageSum = sum(headerBytes + frameHeaderBytes, end, sum(headerBytes, headerBytes + 8, headerSum))
  return !matchesChecksum(header, headerBytes + 16, pageSum)
}

type Checksum = [one: number, two: number]

function checksumOf(
  bytes: Buffer,
  from: number,
  to: number,
  [one, two]: Checksum,
  littleEndian: boolean,
): Checksum {
  const word = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  for (let at = from; at < to; at += 8) {
    one = (one + word(at) + two) >>> 0
    two = (two + word(at + 4) + one) >>> 0
  }
  return [one, two]
}

const matchesChecksum = (bytes: Buffer, at: number, [one, two]: Checksum): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two

/** Up to the end of its first frame; null where there is no log, or none that has begun. */
function readHeaderAndFirstFrame(log: string): Buffer | null {
  let open: number
  try {
    open = openSync(log, 'r')
  } catch {
    return null
  }
  try {
    const header = Buffer.alloc(headerBytes + frameHeaderBytes + maxPageBytes)
    const count = readSync(open, header, 0, header.length, 0)
    return count < headerBytes ? null : header.subarray(0, count)
  } finally {
    closeSync(open)
  }
}
