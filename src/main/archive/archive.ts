import { readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'

/** One file as described by the directory of the archive. `at` is the offset of its header. */
export type Entry = {
  path: string
  method: number
  crc: number
  packedBytes: number
  bytes: number
  at: number
  /** True for a link, an encrypted file, or a kind that a capsule never contains. */
  isUnsupported: boolean
  /** True if header, directory and data descriptor agree, and the file begins where the previous one ends. */
  isConsistent: boolean
}

export type Archive = NonNullable<Awaited<ReturnType<typeof openArchive>>>

const endBytes = 22
const directoryBytes = 46
const headerBytes = 30
const tailBytes = 16
const maxDirectoryBytes = 32 * 1024 * 1024
const pieceBytes = 256 * 1024
/** The time after which the reader yields to other work. */
const busyMs = 10
const [header, tail, directory, end] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
/** 1 January 1980, the date of every file in a capsule. */
const noTime = 0x00210000

/**
 * Opens a zip archive in the strict form of our capsules: one part, no comment, no gap, no bytes after its end. Returns
 * null for other files. It unpacks nothing and reads at most 32 MB of directory. Throws the errors of reading the file.
 */
export async function openArchive(path: string) {
  const file = await open(path, 'r')
  try {
    const { size: sizeBytes } = await file.stat()
    const entries = await readEntries(file, sizeBytes)
    if (entries === null) {
      await file.close()
      return null
    }
    return {
      entries,
      sizeBytes,
      /** Reads the packed bytes of a file in chunks. */
      packed: ({ at, path: name, packedBytes }: Entry) => {
        const from = at + headerBytes + name.length
        return pieces(file, from, from + packedBytes)
      },
      /** Reads the bytes from `from` up to `to`. */
      bytes: (from: number, to: number) => pieces(file, from, to),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* pieces(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const piece = await readAt(file, at, Math.min(pieceBytes, to - at))
    if (piece.length === 0) return
    yield piece
    at += piece.length
  }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Reads a few bytes synchronously. Asynchronous reads would take twenty times as long. */
function readShort(file: FileHandle, at: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(file.fd, buffer, 0, length, at))
}

async function readEntries(file: FileHandle, sizeBytes: number): Promise<Entry[] | null> {
  if (sizeBytes < endBytes) return null
  const last = await readAt(file, sizeBytes - endBytes, endBytes)
  if (last.length < endBytes || last.readUInt32LE(0) !== end) return null
  const count = last.readUInt16LE(10)
  const length = last.readUInt32LE(12)
  const start = last.readUInt32LE(16)
  const isValid =
    last.readUInt32LE(4) === 0 &&
    last.readUInt16LE(8) === count &&
    last.readUInt16LE(20) === 0 &&
    start + length + endBytes === sizeBytes
  if (!isValid || length > maxDirectoryBytes) return null
  const lines = await readAt(file, start, length)
  const entries = parseDirectory(lines, count)
  return entries === null ? null : checkOffsets(file, entries, start)
}

/** Parses the directory. Returns null unless it contains exactly `count` entries. */
function parseDirectory(lines: Buffer, count: number): Entry[] | null {
  const entries: Entry[] = []
  let at = 0
  while (at + directoryBytes <= lines.length && entries.length < count) {
    if (lines.readUInt32LE(at) !== directory) return null
    const nameLength = lines.readUInt16LE(at + 28)
    const next = at + directoryBytes + nameLength + lines.readUInt16LE(at + 30) + lines.readUInt16LE(at + 32)
    if (next > lines.length) return null
    entries.push(toEntry(lines.subarray(at, next), nameLength))
    at = next
  }
  return entries.length === count && at === lines.length ? entries : null
}

function toEntry(line: Buffer, nameLength: number): Entry {
  const flags = line.readUInt16LE(8)
  const method = line.readUInt16LE(10)
  const name = line.subarray(directoryBytes, directoryBytes + nameLength)
  const isPlain =
    line.readUInt16LE(4) === 20 &&
    line.readUInt16LE(6) === 20 &&
    line.readUInt32LE(12) === noTime &&
    line.length === directoryBytes + nameLength &&
    line.subarray(34, 42).every((byte) => byte === 0)
  return {
    // Decodes as Latin-1. Our archives use ASCII names; foreign names still map one to one, so duplicates are detected.
    path: name.toString('latin1'),
    method,
    crc: line.readUInt32LE(16),
    packedBytes: line.readUInt32LE(20),
    bytes: line.readUInt32LE(24),
    at: line.readUInt32LE(42),
    isUnsupported: flags !== 8 || (method !== 0 && method !== 8) || line.readUInt32LE(38) !== 0,
    isConsistent: isPlain,
  }
}

/**
 * Sets `isConsistent` for files that follow each other as the directory states, each under the same name in its header.
 */
async function checkOffsets(file: FileHandle, entries: readonly Entry[], start: number): Promise<Entry[]> {
  const checked: Entry[] = []
  let expectedOffset = 0
  let yieldAtMs = performance.now() + busyMs
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1]?.at ?? start
    const isAtOffset = entry.at === expectedOffset && next === entry.at + lengthOf(entry)
    checked.push({ ...entry, isConsistent: entry.isConsistent && isAtOffset && hasOwnHeader(file, entry) })
    expectedOffset = next
    if (performance.now() < yieldAtMs) continue
    await yieldToEventLoop()
    yieldAtMs = performance.now() + busyMs
  }
  return checked
}

const lengthOf = ({ path, packedBytes }: Entry): number => headerBytes + path.length + packedBytes + tailBytes

function hasOwnHeader(file: FileHandle, entry: Entry): boolean {
  const { at, path, method, crc, packedBytes, bytes } = entry
  const found = readShort(file, at, headerBytes + path.length)
  const foundTail = readShort(file, at + headerBytes + path.length + packedBytes, tailBytes)
  const expectedHeader = Buffer.alloc(headerBytes)
  expectedHeader.writeUInt32LE(header, 0)
  expectedHeader.writeUInt16LE(20, 4)
  expectedHeader.writeUInt16LE(8, 6)
  expectedHeader.writeUInt16LE(method, 8)
  expectedHeader.writeUInt32LE(noTime, 10)
  expectedHeader.writeUInt16LE(path.length, 26)
  const expectedTail = Buffer.alloc(tailBytes)
  for (const [index, value] of [tail, crc, packedBytes, bytes].entries())
    expectedTail.writeUInt32LE(value, index * 4)
  return (
    Buffer.concat([expectedHeader, Buffer.from(path, 'latin1')]).equals(found) &&
    expectedTail.equals(foundTail)
  )
}

/** Thrown if the bytes cannot be unpacked, or do not match the stated length or checksum. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Files below this size are unpacked synchronously, which takes a fraction of a millisecond. */
const smallBytes = 128 * 1024

/**
 * Unpacks a file in chunks. Throws `Unreadable`, also if it has more than `maxBytes`, so a small archive cannot expand
 * without limit.
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
  // The loop below throws the same error.
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

/** The limit for one line. A sample with every field at its longest is smaller. */
const maxLineCharacters = 8 * 1024 * 1024
/** The limit for one text of a response. Responses are at most 16 MB, and their other texts are on other lines. */
const maxTextCharacters = 17 * 1024 * 1024

/**
 * Reads a whole file as text. Throws `Unreadable`, also if the file exceeds `maxBytes` or a line is longer than any
 * text of a response.
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

/**
 * Reads the lines of a file, holding one at a time. Throws `Unreadable`, also for a line of over 8 million characters.
 */
export async function* linesOf(archive: Archive, entry: Entry): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  // The pieces are joined once, since repeated concatenation copies the text again and again.
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
