import { notDocumented } from '../../../shared/domain/studies/tableColumn.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  textColumn,
  toCells,
} from '../../../shared/tables/column.ts'
import { sampleColumns } from '../../../shared/tables/samples.ts'
import { message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { CurrentClock } from '../../store/currentAnalyses.ts'
import { analysedAt, clockNames, clocksOf } from './currentResults.ts'
import { annotationColumns, idNames, type RegisterRow, sampleFields, samplesOf } from './sampleColumns.ts'
import { type ChoiceOf, type Contents, createOrigins, type Sources } from './tableContents.ts'

/** A sample with the data beyond its order. */
type SampleRecord = ReturnType<typeof toRecord> & { clock: CurrentClock | undefined }

const sampleChunkSize = 200

/** Returns the register with one row per sample and the clock's values for the whole sample. */
export async function samplesTable(sources: Sources, { of }: ChoiceOf<'samples'>): Promise<Contents> {
  const { journal, answers, profileName } = sources
  const sampleIds = await sources.chooseSamples(of)
  const clock = (await clockNames(answers)).map(clockField)
  const taken = new Set([...idNames, ...[...stateFields, ...clock, ...originFields].map(({ name }) => name)])
  const annotated = await annotationColumns(journal, taken, profileName)
  const fields = await sampleFields(journal, taken)
  const origins = createOrigins()
  for (const service of await servicesOf(journal, sampleIds)) origins.addService(service)
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const ids of yieldingChunks(sampleIds, sampleChunkSize)) {
      const [analysed, clocks] = await Promise.all([analysedAt(answers, ids), clocksOf(answers, ids)])
      const added = await annotated.of(ids)
      yield (await samplesOf(journal, ids)).map((sample) => {
        const { sample_id: sampleId } = sample
        const record = toRecord(sample, analysed.get(sampleId) ?? null)
        const known = { ...record, clock: clocks.get(sampleId) }
        return [
          ...toCells(fields, sample),
          ...toCells([...stateFields, ...clock], known),
          ...added(sampleId),
          ...toCells(originFields, known),
        ]
      })
    }
  }
  return {
    columns: describeColumns([...fields, ...stateFields, ...clock, ...annotated.fields, ...originFields]),
    pages: pages(),
    rows: sampleIds.length,
    synthetic: origins.isSynthetic(),
    provenance: origins.lines(),
  }
}

const servicesOf = (journal: Sources['journal'], sampleIds: readonly string[]) =>
  journal
    .selectFrom('samples')
    .select(({ fn }) => [
      'service',
      fn.max('synthetic').as('synthetic'),
      fn.min('checked_at').as('oldest'),
      fn.max('checked_at').as('newest'),
    ])
    .where('sample_id', 'in', boundList(sampleIds))
    .groupBy('service')
    .execute()

const toRecord = (row: RegisterRow, analysedAt: string | null) => ({
  sampleId: row.sample_id,
  clientReference: row.client_reference,
  status: row.status,
  state: row.state,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  analysedAt,
  service: row.service,
  synthetic: row.synthetic === 1,
})

const { status, state, createdAt, checkedAt, analysedAt: analysedColumn, synthetic } = sampleColumns
const stateFields: Column<SampleRecord>[] = [status, state, createdAt, checkedAt, analysedColumn]

const originFields: Column<SampleRecord>[] = [
  textColumn('service', message('export.addressServiceOrder'), ({ service }) => service),
  synthetic,
]

const clockField = (name: string): Column<SampleRecord> => ({
  name: `clock_${name}`,
  type: 'number',
  unit: notDocumented,
  about: message('export.numberPathwayClockSample'),
  of: ({ clock }) => clock?.get(name)?.value ?? null,
})
