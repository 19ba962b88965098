import type { Kysely } from 'kysely'
import { boundList } from '../../store/boundList.ts'
import type { AnnotationRow, JournalSchema } from '../../store/journal.ts'
import { inChunks } from '../chunks.ts'
import { type RegisterRow, samplesOf } from '../sampleRows.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { ZipFile } from '../zip.ts'
import { type SnapshotStores, sampleChunkSize } from './files.ts'

/** One sample a line, with what was added to it here; who added it is not told. */
export const registerFile = ({ journal }: SnapshotStores, { sampleIds }: CollectedStudy): ZipFile => ({
  path: 'register.jsonl',
  chunks: linesOf(journal, sampleIds),
})

async function* linesOf(
  journal: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): AsyncGenerator<string> {
  for await (const some of inChunks(sampleIds, sampleChunkSize)) {
    const rows = await journal
      .selectFrom('annotations')
      .selectAll()
      .where('sample_id', 'in', boundList(some))
      .execute()
    const annotations = new Map(rows.map((row) => [row.sample_id, row]))
    const samples = await samplesOf(journal, some)
    yield samples.map((sample) => toLine(sample, annotations.get(sample.sample_id))).join('')
  }
}

function toLine(sample: RegisterRow, annotation: AnnotationRow | undefined): string {
  const { sample_id, client_reference, batch_id, status, state, created_at, checked_at } = sample
  const line = {
    sample_id,
    client_reference,
    fields: JSON.parse(sample.fields),
    batch_id,
    status,
    state,
    created_at,
    checked_at,
    adopted_at: sample.adopted_at,
    place: sample.place,
    service: sample.service,
    synthetic: sample.synthetic === 1,
    annotation: annotation ? toAnnotation(annotation) : null,
  }
  return `${JSON.stringify(line)}\n`
}

const toAnnotation = ({ group_name, tags, note, fields, changed_at }: AnnotationRow) => ({
  group: group_name,
  tags: JSON.parse(tags),
  note,
  fields: JSON.parse(fields),
  changed_at,
})
