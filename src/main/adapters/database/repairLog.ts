import { checksum, framesOf, headerBytes } from './walFrames.ts'

/**
 * Makes a damaged log readable again, in place, for salvage: keeps every frame whose salts are those of most frames
 * and computes all checksums anew. What a row on a damaged frame says is then judged by the row's own checksum.
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
  log.writeUInt32BE(0x377f0682, 0)
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
