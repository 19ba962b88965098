import type { Kysely } from 'kysely'
import type { ReportLanguage } from '../../../shared/domain/study.ts'
import type { AnswersSchema } from '../../store/answers.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { CollectedStudy, MakeReport, WriteMethods } from '../study/study.ts'
import type { TableOf } from '../tables.ts'

/** The bytes of a capsule's file; the same study gives the same ones but for `madeAt`. */
export type WriteCapsule = (
  collected: CollectedStudy,
  language: ReportLanguage,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>

export type CapsuleParts = {
  tableOf: TableOf
  journal: Kysely<JournalSchema>
  answers: Kysely<AnswersSchema>
  makeReport: MakeReport
  writeMethods: WriteMethods
}

export function createWriteCapsule(_parts: CapsuleParts): WriteCapsule {
  return async function* () {
    throw new Error('not written yet')
  }
}
