import { existsSync, readFileSync } from 'node:fs'
import {
  frameHeaderBytes,
  framesOf,
  headerBytes,
  isSameChecksum,
  readHeader,
  type Salts,
  type WalHeader,
} from './walFrames.ts'

/** What the shared index beside a log says that the log holds; `inDatabase` of its frames are copied already. */
type Index = Salts & { frames: number; inDatabase: number }

/** So many generations of a log there may have been before this one. */
const maxGenerations = 2 ** 20
const maxRounds = 3

/**
 * Whether the log beside a database lost something that was committed. SQLite does not tell: it takes a log whose
 * header is damaged for an empty one, and a damaged frame for the log's end. To be asked before the file is opened.
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
