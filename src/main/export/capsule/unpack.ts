import { StringDecoder } from 'node:string_decoder'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { Archive, Entry } from './archive.ts'

/** Its bytes are no packed bytes, more or fewer than said, or not those of its checksum. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Unpacked at once below this size, which is a fraction of a ms. */
const smallBytes = 128 * 1024

/**
 * The bytes of a file in pieces, at most `mostBytes` of them, so that a few bytes cannot become many. Throws
 * `Unreadable`.
 */
export async function* unpack(archive: Archive, entry: Entry, mostBytes: number): AsyncGenerator<Buffer> {
  if (entry.bytes > mostBytes) throw new Unreadable()
  let [bytes, crc] = [0, 0]
  for await (const piece of piecesOf(archive, entry)) {
    bytes += piece.length
    if (bytes > entry.bytes) throw new Unreadable()
    crc = crc32(piece, crc)
    yield piece
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw new Unreadable()
}

function piecesOf(archive: Archive, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.method === 0) return archive.packed(entry)
  const isSmall = entry.bytes <= smallBytes && entry.packedBytes <= smallBytes
  return isSmall ? atOnce(archive, entry) : inTurns(archive, entry)
}

async function* atOnce(archive: Archive, entry: Entry): AsyncGenerator<Buffer> {
  const packed: Buffer[] = []
  for await (const piece of archive.packed(entry)) packed.push(piece)
  let bytes: Buffer
  try {
    bytes = inflateRawSync(Buffer.concat(packed), { maxOutputLength: Math.max(1, entry.bytes) })
  } catch {
    throw new Unreadable()
  }
  yield bytes
}

async function* inTurns(archive: Archive, entry: Entry): AsyncGenerator<Buffer> {
  const unpacker = createInflateRaw()
  const feeding = feed(archive, entry, unpacker)
  // Told by the loop below, which ends by the same error.
  feeding.catch(() => undefined)
  try {
    for await (const piece of unpacker) yield piece as Buffer
    await feeding
  } catch {
    throw new Unreadable()
  } finally {
    unpacker.destroy()
  }
}

async function feed(archive: Archive, entry: Entry, unpacker: ReturnType<typeof createInflateRaw>) {
  for await (const piece of archive.packed(entry)) {
    if (unpacker.destroyed) return
    if (!unpacker.write(piece))
      await new Promise<void>((resolve) => {
        unpacker.once('drain', resolve)
        unpacker.once('close', resolve)
      })
  }
  unpacker.end()
}

const mostLineCharacters = 16 * 1024 * 1024

/** The lines of a file, one held at a time. Throws `Unreadable`, also for a line of over 16 million characters. */
export async function* linesOf(archive: Archive, entry: Entry): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of unpack(archive, entry, entry.bytes)) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > mostLineCharacters) throw new Unreadable()
    yield* lines
  }
  if (rest !== '') yield rest
}
