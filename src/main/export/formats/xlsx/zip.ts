import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'
import { cannotHold } from '../columns.ts'

export type ZipFile = { path: string; chunks: AsyncIterable<string> | Iterable<string> }

const deflated = 8
/** Most of what can be saved, at half the time of zlib's own choice. */
const level = 2
/** Of UTF-8, for each character of a text as the engine counts them. */
const mostBytesACharacter = 3
/** Beyond 4 GiB the lengths of a plain zip archive run over. */
const mostBytes = 4_000_000_000

/** The first moment that the format knows, wherever the computer is: the same files make the same archive. */
const noTime = (): Date => new Date(1980, 0, 1)

/**
 * An archive of files that are made while it is written; fflate makes its frame, zlib packs outside the main thread.
 * Throws `rejected` for more than 4 GB.
 */
export async function* zipFiles(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const { Zip } = await import('fflate')
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const { path, chunks } of files) {
    const entry: ZipInputFile = { filename: path, size: 0, crc: 0, compression: deflated, mtime: noTime() }
    zip.add(entry)
    for await (const chunk of pack(chunks, entry)) {
      entry.ondata?.(null, chunk, false)
      yield* ready.splice(0)
    }
    entry.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield* ready
}

/** The packed bytes; counts length and checksum of the unpacked ones in `entry`. */
async function* pack(chunks: ZipFile['chunks'], entry: ZipInputFile): AsyncGenerator<Buffer<ArrayBuffer>> {
  const packer = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  const packed: Buffer<ArrayBuffer>[] = []
  // Filled again for each text: it is packed before the next one comes.
  let room = Buffer.allocUnsafe(0)
  packer.on('data', (chunk: Buffer<ArrayBuffer>) => packed.push(chunk))
  try {
    for await (const text of chunks) {
      if (room.length < text.length * mostBytesACharacter)
        room = Buffer.allocUnsafe(text.length * mostBytesACharacter)
      const bytes = room.subarray(0, room.write(text))
      entry.size += bytes.length
      entry.crc = crc32(bytes, entry.crc)
      if (entry.size > mostBytes) throw tooLong()
      await new Promise<void>((resolve, reject) =>
        packer.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
      yield* packed.splice(0)
    }
    packer.end()
    await once(packer, 'end')
    yield* packed
  } finally {
    packer.destroy()
  }
}

const tooLong = () =>
  cannotHold('The table is too long for a workbook of Excel: it would have more than 4 GB.', {
    field: 'format',
    instead: 'Export it as CSV or Parquet, or with fewer columns.',
  })
