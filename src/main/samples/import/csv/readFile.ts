import { isAscii } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure, fileFailure } from '../../../../shared/contract/failures.ts'
import { message } from '../../../../shared/words/message.ts'
import { unreadableFile } from '../tableRow.ts'
import {
  createDecoder,
  detectUtf16,
  type EncodingGuess,
  guessEncoding,
  readByteOrderMark,
  shiftsToJapanese,
} from './encoding.ts'
import { countLineBreaks } from './tokenizer.ts'

/** Small enough that the engine frees the text of a piece as soon as it is done with, without a full collection. */
const chunkBytes = 32 * 1024
/** Enough to find out how a file is to be read. */
const startBytes = 256 * 1024
/** Enough text outside ASCII for a guess, and little enough to be quick. */
const guessBytes = 256 * 1024

/** The bytes of a file in pieces; each piece is valid only until the next is requested. Throws `file`. */
function* fileChunks(path: string): Generator<Buffer> {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw unreadableFile(path, error)
  }
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const next = () => {
    try {
      return readSync(file, buffer, 0, chunkBytes, null)
    } catch (error) {
      throw unreadableFile(path, error)
    }
  }
  try {
    for (let bytes = next(); bytes > 0; bytes = next()) yield buffer.subarray(0, bytes)
  } finally {
    closeSync(file)
  }
}

/**
 * The facts about a file. `notUtf8Line`: the first physical line that is not UTF-8; null if all are, or if the file
 * declares another encoding.
 */
export type FileFacts = {
  sizeBytes: number
  sha256: string
  guess: EncodingGuess
  notUtf8Line: number | null
  start: Buffer
}

/**
 * Control characters that a text has none of. A mark of the end (1A) and escapes (1B) occur in old ones, and vertical tabs
 * (0B) for line breaks within a cell.
 */
const isControl = (byte: number): boolean =>
  (byte < 32 && (byte < 9 || byte > 13) && byte !== 26 && byte !== 27) || byte === 127

/** True if the start of a file is not text in any encoding. A single stray byte may occur in any text. */
function isBinary(start: Buffer): boolean {
  if (readByteOrderMark(start) !== null || detectUtf16(start) !== null) return false
  const controls = start.reduce((sum, byte) => sum + (isControl(byte) ? 1 : 0), 0)
  return controls >= 2 && controls * 50 > start.length
}

const noBytes = Buffer.alloc(0)
const zeros = Buffer.alloc(chunkBytes)

/** Throws `file` for bytes that are no text, before a file of many gigabytes is read to its end. */
function rejectBinary(path: string, start: Buffer, chunk: Buffer, at: number): void {
  const name = basename(path)
  if (isBinary(start)) throw fileFailure(message('files.noTableHoldsBytes', { name }), name)
  if (at > 0 && chunk.equals(zeros))
    throw fileFailure(message('files.damagedByteHoldsNothing', { name, at }), name)
}

/** Reads a file through once: its hash, its size and the encoding it is in. Throws `file` for what is no text. */
export async function inspectFile(path: string): Promise<FileFacts> {
  const hash = createHash('sha256')
  const utf8 = await createDecoder('utf-8')
  const samples: Buffer[] = []
  let start = noBytes
  let sizeBytes = 0
  let isUtf8 = true
  let sampled = 0
  for (const chunk of fileChunks(path)) {
    if (start.length < startBytes) start = Buffer.concat([start, chunk])
    rejectBinary(path, sizeBytes === 0 ? start : noBytes, chunk, sizeBytes)
    sizeBytes += chunk.length
    hash.update(chunk)
    if (isUtf8) isUtf8 = canDecode(() => utf8.push(chunk))
    if (sampled < guessBytes && (!isAscii(chunk) || shiftsToJapanese(chunk))) {
      samples.push(Buffer.from(chunk))
      sampled += chunk.length
    }
  }
  isUtf8 = isUtf8 && canDecode(() => utf8.end())
  const mark = readByteOrderMark(start)
  const guess = mark
    ? { ...mark, sure: true }
    : await guessEncoding(start.subarray(0, guessBytes), Buffer.concat(samples), isUtf8)
  const notUtf8Line =
    guess.sure || isUtf8 || guess.encoding.startsWith('utf-16') ? null : await findWrongLine(path, 'utf-8')
  return { sizeBytes, sha256: hash.digest('hex'), guess, notUtf8Line, start }
}

function canDecode(decode: () => unknown): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

/**
 * The text of a file in pieces, without its byte order mark. `hash` is fed with every byte, so that the reader can
 * tell whether the file is still the one it was. Throws `file` where bytes do not fit the encoding.
 */
export async function* fileText(path: string, encoding: string, hash?: Hash): AsyncGenerator<string> {
  const decoder = await createDecoder(encoding)
  let first = true
  const decode = async (bytes: Buffer | null): Promise<string> => {
    try {
      return bytes ? decoder.push(bytes) : decoder.end()
    } catch (error) {
      throw await toEncodingFailure(path, encoding, error)
    }
  }
  for (const chunk of fileChunks(path)) {
    hash?.update(chunk)
    const mark = first ? readByteOrderMark(chunk) : null
    first = false
    yield await decode(mark?.encoding === encoding ? chunk.subarray(mark.markBytes) : chunk)
  }
  const rest = await decode(null)
  if (rest !== '') yield rest
}

async function toEncodingFailure(path: string, encoding: string, cause: unknown): Promise<Failure> {
  const name = basename(path)
  const line = await findWrongLine(path, encoding)
  return new Failure(
    'file',
    message('files.notWrittenThroughoutLine', { name, encoding, line }),
    { name, line },
    { cause },
  )
}

/** The physical line of the first bytes that do not fit: the piece they are in is sought first, then read byte by byte. */
async function findWrongLine(path: string, encoding: string): Promise<number> {
  let fitting = 0
  const probe = await createDecoder(encoding)
  for (const chunk of fileChunks(path)) {
    if (!canDecode(() => probe.push(chunk))) break
    fitting += 1
  }
  const decoder = await createDecoder(encoding)
  const counter = createLineCounter()
  const count = (bytes: Buffer): boolean => canDecode(() => counter.count(decoder.push(bytes)))
  for (const chunk of fileChunks(path)) {
    if (fitting > 0) count(chunk)
    else if (!chunk.every((byte) => count(Buffer.of(byte)))) break
    fitting -= 1
  }
  return counter.line()
}

/**
 * Counts the line of the next character. A trailing CR is held back until the next piece, since an LF may follow it.
 */
function createLineCounter() {
  let line = 1
  let rest = ''
  return {
    count(piece: string): void {
      const text = rest + piece
      rest = text.endsWith('\r') ? '\r' : ''
      line += countLineBreaks(text, 0, text.length - rest.length)
    },
    line: (): number => line + rest.length,
  }
}
