import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** `stored`: not packed, so that it can be read without unpacking. */
export type ZipFile = {
  path: string
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
  stored?: true
}

const deflated = 8
const plain = 0
/** Most of what can be saved, at half the time of zlib's own choice. */
const level = 2
/** Of UTF-8, for each character of a text as the engine counts them. */
const maxBytesPerCharacter = 3
/** Beyond 4 GiB the lengths of a plain zip archive run over. */
const maxBytes = 4_000_000_000
/** The format counts files with 16 bits. */
const maxFiles = 65_000

/** The first moment that the format knows, wherever the computer is: the same files make the same archive. */
const noTime = (): Date => new Date(1980, 0, 1)

/**
 * An archive of files that are made while it is written; fflate makes its frame, zlib packs outside the main thread.
 * Throws `tooLong` for a file or an archive of more than 4 GB, and for more than 65,000 files.
 */
export async function* zipFiles(
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array> {
  const { Zip } = await import('fflate')
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  let [bytes, count] = [0, 0]
  for await (const { path, chunks, stored } of files) {
    const compression = stored ? plain : deflated
    const entry: Entry = { filename: path, size: 0, crc: 0, compression, mtime: noTime() }
    zip.add(entry)
    count += 1
    for await (const chunk of stored ? asBytes(chunks, entry) : pack(chunks, entry)) {
      entry.ondata?.(null, chunk, false)
      bytes += chunk.length
      if (bytes > maxBytes || entry.size > maxBytes || count > maxFiles) throw tooLong()
      yield* ready.splice(0)
    }
    entry.ondata?.(null, new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready
}

type Entry = ZipInputFile & { size: number; crc: number }

async function* asBytes(chunks: ZipFile['chunks'], entry: Entry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    entry.size += bytes.length
    entry.crc = crc32(bytes, entry.crc)
    yield bytes
  }
}

/** The packed bytes; counts length and checksum of the unpacked ones in `entry`. */
async function* pack(chunks: ZipFile['chunks'], entry: Entry): AsyncGenerator<Buffer<ArrayBuffer>> {
  const packer = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  const packed: Buffer<ArrayBuffer>[] = []
  // Filled again for each text: it is packed before the next one comes.
  let buffer = Buffer.allocUnsafe(0)
  packer.on('data', (chunk: Buffer<ArrayBuffer>) => packed.push(chunk))
  try {
    for await (const chunk of chunks) {
      if (typeof chunk === 'string' && buffer.length < chunk.length * maxBytesPerCharacter)
        buffer = Buffer.allocUnsafe(chunk.length * maxBytesPerCharacter)
      const bytes = typeof chunk === 'string' ? buffer.subarray(0, buffer.write(chunk)) : chunk
      entry.size += bytes.length
      entry.crc = crc32(bytes, entry.crc)
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
