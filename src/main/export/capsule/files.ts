import { createHash } from 'node:crypto'
import type { Sources } from '../contents.ts'
import type { MakeReport, WriteMethods } from '../study/study.ts'
import type { TableOf } from '../tables.ts'
import type { ZipFile } from '../zip.ts'
import type { Manifest } from './manifest.ts'

export type CapsuleDeps = {
  sources: Pick<Sources, 'openSnapshot' | 'pathwayGroups'>
  tableOf: TableOf
  makeReport: MakeReport
  writeMethods: WriteMethods
}

/** What is kept, as it is at the moment in which the capsule is begun. */
export type SnapshotStores = Pick<Sources, 'journal' | 'answers'>

export const sampleChunkSize = 200

/** With a line end behind it, as text files have. */
export const textFile = (path: string, text: string): ZipFile => ({
  path,
  chunks: [text.endsWith('\n') ? text : `${text}\n`],
})

export const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const jsonFile = (path: string, value: unknown): ZipFile => textFile(path, toText(value))

/** The same texts; at their end the file is listed with its length and hash. */
export async function* listing(
  { path, chunks }: ZipFile,
  listed: Manifest['files'],
  signal: AbortSignal,
): AsyncGenerator<string> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const text of chunks) {
    signal.throwIfAborted()
    sum.update(text)
    bytes += Buffer.byteLength(text)
    yield text
  }
  listed.push({ path, bytes, sha256: sum.digest('hex') })
}
