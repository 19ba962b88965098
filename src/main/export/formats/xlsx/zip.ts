import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { ZipInputFile } from 'fflate'
import { cannotHold } from '../columns.ts'

export type ZipFile = { path: string; chunks: AsyncIterable<string> | Iterable<string> }

const deflated = 8
/** Most of what can be saved, at half the time of zlib's own choice. */
const level = 2
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
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const taken = (): Uint8Array => {
    const chunk = Buffer.concat(ready)
    ready = []
    return chunk
  }
  for (const { path, chunks } of files) {
    const entry: ZipInputFile = { filename: path, size: 0, crc: 0, compression: deflated, mtime: noTime() }
    zip.add(entry)
    for await (const chunk of pack(chunks, entry)) {
      entry.ondata?.(null, chunk, false)
      yield taken()
    }
    entry.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield taken()
}

/** The packed bytes; counts length and checksum of the unpacked ones in `entry`. */
async function* pack(
  chunks: ZipFile['chunks'],
  entry: ZipInputFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const packer = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  let packed: Uint8Array[] = []
  packer.on('data', (chunk: Buffer) => packed.push(chunk))
  try {
    for await (const text of chunks) {
      const bytes = Buffer.from(text, 'utf8')
      entry.size += bytes.length
      entry.crc = crc32(bytes, entry.crc)
      if (entry.size > mostBytes) throw tooLong()
      await new Promise<void>((resolve, reject) =>
        packer.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
      if (packed.length === 0) continue
      yield Buffer.concat(packed)
      packed = []
    }
    packer.end()
    await once(packer, 'end')
    yield Buffer.concat(packed)
  } finally {
    packer.destroy()
  }
}

const tooLong = () =>
  cannotHold('The table is too long for a workbook of Excel: it would have more than 4 GB.', {
    field: 'format',
    instead: 'Export it as CSV or Parquet, or with fewer columns.',
  })
