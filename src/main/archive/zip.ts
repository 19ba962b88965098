import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'

/** A file to pack. `stored` leaves it uncompressed, so it can be read without unpacking. */
export type ZipFile = {
  path: string
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
  stored?: true
}

const deflated = 8
const plain = 0
/** Saves most of what compression can save, in half the time of zlib's default. */
const level = 2
/** The UTF-8 bytes per UTF-16 code unit, at most. */
const maxBytesPerCharacter = 3
/** A plain zip archive cannot state lengths beyond 4 GiB. */
const maxBytes = 4_000_000_000
/** The format counts files in 16 bits. */
const maxFiles = 65_000

/** Returns the earliest date of the format in local time, so that the same files always make the same archive. */
const noTime = (): Date => new Date(1980, 0, 1)

/**
 * Creates an archive of files that are generated while it is written. fflate makes the zip structure, and zlib
 * compresses outside the main thread. Throws `tooLong` for a file or an archive over 4 GB, and for more than 65,000
 * files.
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

/** Compresses the chunks and counts the length and checksum of the uncompressed bytes in `entry`. */
async function* pack(chunks: ZipFile['chunks'], entry: Entry): AsyncGenerator<Buffer<ArrayBuffer>> {
  const packer = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  const packed: Buffer<ArrayBuffer>[] = []
  // The buffer is reused: each text is packed before the next one arrives.
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
