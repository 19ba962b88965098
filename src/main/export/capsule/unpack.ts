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
 * The bytes of a file in pieces, at most `maxBytes` of them, so that a few bytes cannot become many. Throws
 * `Unreadable`.
 */
export async function* unpack(archive: Archive, entry: Entry, maxBytes: number): AsyncGenerator<Buffer> {
  if (entry.bytes > maxBytes) throw new Unreadable()
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
  return isSmall ? inflateAtOnce(archive, entry) : inflateStreaming(archive, entry)
}

async function* inflateAtOnce(archive: Archive, entry: Entry): AsyncGenerator<Buffer> {
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

async function* inflateStreaming(archive: Archive, entry: Entry): AsyncGenerator<Buffer> {
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

/** A sample with every field at its longest has less. */
const maxLineCharacters = 8 * 1024 * 1024
/** One text in an answer of the service, which is 16 MB at most; all others of it stand on other lines. */
const maxTextCharacters = 17 * 1024 * 1024

/**
 * A whole file as text. Throws `Unreadable`, also for one of more bytes than `maxBytes`, or with a line that no text of an
 * answer is as long as.
 */
export async function textOf(archive: Archive, entry: Entry, maxBytes: number): Promise<string> {
  const decoder = new StringDecoder('utf8')
  const texts: string[] = []
  let length = 0
  for await (const piece of unpack(archive, entry, maxBytes)) {
    const text = decoder.write(piece)
    const end = text.lastIndexOf('\n')
    length = end < 0 ? length + text.length : text.length - end - 1
    if (length > maxTextCharacters) throw new Unreadable()
    texts.push(text)
  }
  return texts.join('')
}

/** The lines of a file, one held at a time. Throws `Unreadable`, also for a line of over 8 million characters. */
export async function* linesOf(archive: Archive, entry: Entry): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // Joined once: text that is put together piece by piece is copied again and again.
  let partial: string[] = []
  let length = 0
  for await (const piece of unpack(archive, entry, entry.bytes)) {
    const lines = decoder.write(piece).split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      yield partial.join('') + line
      partial = []
      length = 0
    }
    partial.push(rest)
    length += rest.length
    if (length > maxLineCharacters) throw new Unreadable()
  }
  if (length > 0) yield partial.join('')
}
