import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** SQLite's write-ahead log as bytes (sqlite.org/fileformat2.html, "The Write-Ahead Log"). */

const headerBytes = 32
const frameHeaderBytes = 24
type Salts = { salt1: number; salt2: number }
type Seed = readonly [number, number]

type WalHeader = Salts & { pageBytes: number; bigEndian: boolean; seed: Seed }
type WalFrame = Salts & {
  at: number
  commits: boolean
  stored: Seed
  sum(seed: Seed, bigEndian: boolean): Seed
}

const magic = 0x377f0682

/** Null when it is no header that SQLite would accept. */
function readHeader(log: Buffer): WalHeader | null {
  if (log.length < headerBytes) return null
  const word = (at: number) => log.readUInt32BE(at)
  const bigEndian = (word(0) & 1) === 1
  if ((word(0) & ~1) !== magic) return null
  const seed = checksum(log, 0, 24, [0, 0], bigEndian)
  if (seed[0] !== word(24) || seed[1] !== word(28)) return null
  return { pageBytes: word(8), bigEndian, seed, salt1: word(16), salt2: word(20) }
}

function* framesOf(log: Buffer, pageBytes: number): Generator<WalFrame> {
  const step = frameHeaderBytes + pageBytes
  for (let at = headerBytes; at + step <= log.length; at += step)
    yield {
      at,
      commits: log.readUInt32BE(at + 4) !== 0,
      salt1: log.readUInt32BE(at + 8),
      salt2: log.readUInt32BE(at + 12),
      stored: [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)],
      sum: (seed, bigEndian) =>
        checksum(
          log,
          at + frameHeaderBytes,
          at + step,
          checksum(log, at, at + 8, seed, bigEndian),
          bigEndian,
        ),
    }
}

const isSameChecksum = (one: Seed, other: Seed): boolean => one[0] === other[0] && one[1] === other[1]

/** The running checksum of the log, over 8 bytes at a time. */
function checksum(log: Buffer, from: number, to: number, seed: Seed, bigEndian: boolean): Seed {
  let [s0, s1] = seed
  for (let at = from; at < to; at += 8) {
    const x0 = bigEndian ? log.readUInt32BE(at) : log.readUInt32LE(at)
    const x1 = bigEndian ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4)
    s0 = (s0 + x0 + s1) >>> 0
    s1 = (s1 + x1 + s0) >>> 0
  }
  return [s0, s1]
}

/** What the shared index beside a log says that the log holds; `inDatabase` of its frames are copied already. */
type Index = Salts & { frames: number; inDatabase: number }

/** So many generations of a log there may have been before this one. */
const maxGenerations = 2 ** 20
const maxRounds = 3

/**
 * Whether the log beside a database lost something that was committed. SQLite does not tell: it takes a log whose
 * header is damaged for an empty one, and a damaged frame for the log's end. To be called before the file is opened.
 */
export function logIsDamaged(file: string): boolean {
  // Another process may be writing: what is seen only once was a write under way.
  for (let round = 0; round < maxRounds; round++) {
    const before = readIfExists(`${file}-shm`)?.subarray(0, 136)
    const log = readIfExists(`${file}-wal`)
    const after = readIfExists(`${file}-shm`)?.subarray(0, 136)
    const isStable = before === after || (before && after?.equals(before))
    if (!lostCommit(log ?? Buffer.alloc(0), before ? readIndex(before) : null)) return false
    if (isStable && round > 0) return true
  }
  return true
}

function lostCommit(log: Buffer, index: Index | null): boolean {
  const header = readHeader(log)
  const needed = index && index.frames > index.inDatabase ? index.frames : 0
  if (!header) return needed > 0 || (index?.frames !== 0 && log.length > headerBytes)
  if (index && index.frames > 0) {
    if (needed === 0) return false
    return !sameSalts(header, index) || soundFrames(log, header) < needed
  }
  return index === null && hasBrokenTail(log, header)
}

/** How many frames SQLite will accept: up to the last commit before the first frame that does not fit. */
function soundFrames(log: Buffer, header: WalHeader): number {
  let seed = header.seed
  let [count, committed] = [0, 0]
  for (const frame of framesOf(log, header.pageBytes)) {
    seed = frame.sum(seed, header.bigEndian)
    if (!sameSalts(frame, header) || !isSameChecksum(seed, frame.stored)) break
    count += 1
    if (frame.commits) committed = count
  }
  return committed
}

/**
 * Without the index (after a power cut, or a copied folder) the frames behind the sound ones must be left over from
 * an earlier generation of the log. A last write that the power cut tore counts as damage too: nobody can tell.
 */
function hasBrokenTail(log: Buffer, header: WalHeader): boolean {
  let seed = header.seed
  let sound = true
  for (const frame of framesOf(log, header.pageBytes)) {
    seed = frame.sum(seed, header.bigEndian)
    sound &&= sameSalts(frame, header) && isSameChecksum(seed, frame.stored)
    const age = (header.salt1 - frame.salt1) >>> 0
    const isStale = age > 0 && age < maxGenerations && frame.salt2 !== header.salt2
    if (!sound && !isStale) return true
  }
  return (log.length - headerBytes) % (header.pageBytes + frameHeaderBytes) !== 0
}

/** The first of the index's two headers, when both are whole and alike (sqlite.org/walformat.html). */
function readIndex(bytes: Buffer): Index | null {
  if (bytes.length < 136 || bytes[12] !== 1) return null
  if (!bytes.subarray(0, 48).equals(bytes.subarray(48, 96))) return null
  // Numbers in the machine's order, but for the salts, which are copied from the log as bytes.
  const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1
  const word = (at: number) => (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const salts = { salt1: bytes.readUInt32BE(32), salt2: bytes.readUInt32BE(36) }
  return { ...salts, frames: word(16), inDatabase: word(96) }
}

const sameSalts = (one: Salts, other: Salts): boolean =>
  one.salt1 === other.salt1 && one.salt2 === other.salt2

const readIfExists = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null)

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
  const log = readHeaderAndFirstFrame(`${file}-wal`)
  if (log === null || log.subarray(0, headerBytes).every((byte) => byte === 0)) return false
  const header = readHeader(log)
  if (header === null) return true
  const [frame] = framesOf(log, header.pageBytes)
  // Frames of an earlier round have another salt, and are no part of this log.
  if (!frame || !sameSalts(frame, header)) return false
  return !isSameChecksum(frame.sum(header.seed, header.bigEndian), frame.stored)
}

/** Up to the end of its first frame; null where there is no log, or none that has begun. */
function readHeaderAndFirstFrame(log: string): Buffer | null {
  let open: number
  try {
    open = openSync(log, 'r')
  } catch {
    return null
  }
  try {
    const start = Buffer.alloc(headerBytes + frameHeaderBytes + maxPageBytes)
    const count = readSync(open, start, 0, start.length, 0)
    return count < headerBytes ? null : start.subarray(0, count)
  } finally {
    closeSync(open)
  }
}

/**
 * Makes a damaged log readable again, in place, for recovery: keeps every frame whose salts are those of most frames
 * and computes all checksums anew. What a row on a damaged frame says is then classified by the row's own checksum.
 */
export function repairLog(log: Buffer, pageBytes: number): void {
  const frames = [...framesOf(log, pageBytes)]
  const counts = new Map<string, number>()
  const saltsKey = (frame: (typeof frames)[number]) => `${frame.salt1}:${frame.salt2}`
  for (const frame of frames) counts.set(saltsKey(frame), (counts.get(saltsKey(frame)) ?? 0) + 1)
  const commonSalts = [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
  const first = frames.find((frame) => saltsKey(frame) === commonSalts)
  const last = frames.findLast((frame) => saltsKey(frame) === commonSalts)
  if (!first || !last) return
  log.writeUInt32BE(magic, 0)
  log.writeUInt32BE(3_007_000, 4)
  log.writeUInt32BE(pageBytes, 8)
  log.writeUInt32BE(0, 12)
  const write = (at: number, words: readonly number[]) => {
    for (const [index, word] of words.entries()) log.writeUInt32BE(word, at + index * 4)
  }
  write(16, [first.salt1, first.salt2])
  let seed = checksum(log, 0, 24, [0, 0], false)
  write(24, seed)
  for (const frame of frames.filter(({ at }) => at >= headerBytes && at <= last.at)) {
    write(frame.at + 8, [first.salt1, first.salt2])
    seed = frame.sum(seed, false)
    write(frame.at + 16, seed)
  }
}
