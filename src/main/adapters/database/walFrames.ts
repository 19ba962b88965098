/** SQLite's write-ahead log as bytes (sqlite.org/fileformat2.html, "The Write-Ahead Log"). */

export const headerBytes = 32
export const frameHeaderBytes = 24
export type Salts = { salt1: number; salt2: number }
type Seed = readonly [number, number]

export type WalHeader = Salts & { pageBytes: number; bigEndian: boolean; seed: Seed }
export type WalFrame = Salts & {
  at: number
  commits: boolean
  stored: Seed
  sum(seed: Seed, bigEndian: boolean): Seed
}

const magic = 0x377f0682

/** Null when it is no header that SQLite would accept. */
export function readHeader(log: Buffer): WalHeader | null {
  if (log.length < headerBytes) return null
  const word = (at: number) => log.readUInt32BE(at)
  const bigEndian = (word(0) & 1) === 1
  if ((word(0) & ~1) !== magic) return null
  const seed = checksum(log, 0, 24, [0, 0], bigEndian)
  if (seed[0] !== word(24) || seed[1] !== word(28)) return null
  return { pageBytes: word(8), bigEndian, seed, salt1: word(16), salt2: word(20) }
}

export function* framesOf(log: Buffer, pageBytes: number): Generator<WalFrame> {
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

export const isSameChecksum = (one: Seed, other: Seed): boolean => one[0] === other[0] && one[1] === other[1]

/** The running checksum of the log, over 8 bytes at a time. */
export function checksum(log: Buffer, from: number, to: number, seed: Seed, bigEndian: boolean): Seed {
  let [s0, s1] = seed
  for (let at = from; at < to; at += 8) {
    const x0 = bigEndian ? log.readUInt32BE(at) : log.readUInt32LE(at)
    const x1 = bigEndian ? log.readUInt32BE(at + 4) : log.readUInt32LE(at + 4)
    s0 = (s0 + x0 + s1) >>> 0
    s1 = (s1 + x1 + s0) >>> 0
  }
  return [s0, s1]
}
