import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AnswersSchema } from '../../store/answers.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { MakeReport, WriteMethods } from '../study/study.ts'
import type { TableOf } from '../tables.ts'
import type { ZipFile } from '../zip.ts'
import type { Manifest } from './manifest.ts'

export type CapsuleParts = {
  tableOf: TableOf
  journal: Kysely<JournalSchema>
  answers: Kysely<AnswersSchema>
  /** Names of each pathway, as the alias table joins them. */
  pathwayGroups(): Promise<readonly { pathway: string; title: string; names: readonly string[] }[]>
  makeReport: MakeReport
  writeMethods: WriteMethods
}

export const samplesAtOnce = 200

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
