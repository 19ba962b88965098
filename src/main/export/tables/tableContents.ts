import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Handlers } from '../../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import type { DrugRecord } from '../../../shared/domain/drugs/drug.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createProvenance } from '../../../shared/domain/results/provenance.ts'
import type { DrugChoice, TableChoice, TableKind } from '../../../shared/domain/studies/exporting.ts'
import { notDocumented, type TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { type Cell, type Column, describeColumns, toCells } from '../../../shared/tables/column.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { Table } from './table.ts'

export type ChoiceOf<Kind extends TableKind> = Extract<TableChoice, { kind: Kind }>

/** The source of exported drugs; each page is held in memory as a whole. */
type DrugSource = {
  pages(of: DrugChoice): AsyncIterable<DrugRecord[]>
  /** Returns the service that the drugs come from. */
  origin(): { service: string }
}

/** Unit labels that the user set for the values; if left out or empty, the unit is not documented. */
export type Units = Pick<ServiceDialect, 'activity_unit' | 'aging_offset_unit'>

/** The journal and the results at one moment, unaffected by later writes. */
type Snapshot = { journal: Kysely<JournalSchema>; answers: Kysely<AnswersSchema>; close(): Promise<void> }

/** The data behind tables. Every function reads local data and sends no requests to the service. */
export type Sources = {
  journal: Kysely<JournalSchema>
  answers: Kysely<AnswersSchema>
  openSnapshot(): Promise<Snapshot>
  /** Throws `notFound` for a sample that is not in the register. */
  chooseSamples(of: SampleChoice): Promise<string[]>
  values: Handlers['results.values']
  compare: Handlers['results.compare']
  model: Handlers['results.model']
  match: Handlers['drugs.match']
  clock: Handlers['results.clock']
  /** Returns the names of each pathway, as returned. */
  pathwayGroups(): Promise<readonly { names: readonly string[] }[]>
  /** Returns the results of a screening in these stores. */
  hitsOf(
    answers: Kysely<AnswersSchema>,
    taskId: string,
  ): Promise<{ hits: ScreeningHit[]; fetchedAt: string } | undefined>
  drugs: DrugSource
  /** Returns the current unit labels. */
  units(): Units
  /** Returns the profile's name, which no table contains, even if it is also a person's name. */
  profileName(): string
}

export type Contents = {
  columns: TableColumn[]
  pages: Table['pages']
  /** Null if counting would take as long as writing. */
  rows: number | null
  synthetic: boolean
  provenance: ProvenanceLine[]
}

const rowsPerPage = 500

/** Yields the cells of rows page by page; other work runs in between. */
export async function* toPages<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): AsyncGenerator<Cell[][]> {
  for await (const some of yieldingChunks(rows, rowsPerPage)) yield some.map((row) => toCells(columns, row))
}

export const unitOf = (label: string | undefined): string => label || notDocumented

export const unitLines = (units: Units): ProvenanceLine[] =>
  (['activity_unit', 'aging_offset_unit'] as const).map((name) => ({ name, value: unitOf(units[name]) }))

export type ProvenanceLine = { name: string; value: string }

type Origins = ReturnType<typeof createOrigins>

/** Collects the origins of a table's rows. */
export function createOrigins() {
  const { add, get } = createProvenance()
  return {
    add,
    isSynthetic: () => get().synthetic,
    lines(): ProvenanceLine[] {
      const { service, oldestFetchedAt: oldest, newestFetchedAt: newest } = get()
      return originLines({ service, oldest, newest })
    },
  }
}

/** Returns each service that rows of a table come from, with the number of its rows and their times. */
export async function servicesOf(
  query: Kysely<JournalSchema> | Kysely<AnswersSchema>,
  table: 'samples' | 'analyses',
  time: string,
  condition: RawBuilder<unknown>,
) {
  const { rows } = await sql<{
    service: string
    count: number
    synthetic: number
    oldest: string | null
    newest: string | null
  }>`
    SELECT service, count(*) AS count, max(synthetic) AS synthetic, min(${sql.ref(time)}) AS oldest,
      max(${sql.ref(time)}) AS newest
    FROM ${sql.table(table)} WHERE ${condition} GROUP BY service
  `.execute(query)
  return rows.map((row) => ({ ...row, synthetic: row.synthetic === 1 }))
}

/** Returns the origins of a table from the summaries of `servicesOf`. */
export function originsOf(services: Awaited<ReturnType<typeof servicesOf>>): Origins {
  const origins = createOrigins()
  for (const { service, synthetic, oldest, newest } of services)
    for (const fetchedAt of [oldest, newest]) origins.add({ service, synthetic, fetchedAt })
  return origins
}

/** Returns the contents of a table. The provenance lists the origins of its rows first. */
export const toContents = (
  columns: readonly TableColumn[],
  { isSynthetic, lines }: Origins,
  rest: Pick<Contents, 'pages' | 'rows'> & { provenance?: readonly ProvenanceLine[] },
): Contents => ({
  columns: describeColumns(columns),
  pages: rest.pages,
  rows: rest.rows,
  synthetic: isSynthetic(),
  provenance: [...lines(), ...(rest.provenance ?? [])],
})

export const originLines = (origin: {
  service: string | null
  oldest: string | null
  newest: string | null
}): ProvenanceLine[] => [
  { name: 'service', value: origin.service ?? 'none' },
  { name: 'oldest_fetched_at', value: origin.oldest ?? 'nothing was fetched' },
  { name: 'newest_fetched_at', value: origin.newest ?? 'nothing was fetched' },
]

/** Describes the chosen samples in words; chosen ids are in the table itself. */
export function describeSamples(of: SampleChoice): string {
  if ('sampleIds' in of) return `${of.sampleIds.length} samples, named by their ids`
  const { text = '', filter, except = [] } = of
  const conditions = Object.entries(filter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const all = [...(text.trim() === '' ? [] : [`text: ${JSON.stringify(text)}`]), ...conditions]
  const found =
    all.length === 0 ? 'all samples of the register' : `samples of the register with ${all.join(', ')}`
  return except.length === 0 ? found : `${found}, but for ${except.toSorted().join('; ')}`
}

/** Describes the reference of a table's relative values: its number of values and its samples, with the name of their study. */
export async function describeReference(
  { journal }: Pick<Sources, 'journal'>,
  n: number,
  of: SampleChoice,
): Promise<string> {
  const study = 'filter' in of ? of.filter.study : undefined
  const row = await (study === undefined
    ? undefined
    : journal.selectFrom('studies').select('name').where('study_id', '=', study).executeTakeFirst())
  const named = row && 'filter' in of ? { ...of, filter: { ...of.filter, study: row.name } } : of
  return `${n} samples with a value, of: ${describeSamples(named)}`
}

export const describePathways = (pathways: readonly string[]): string =>
  pathways.length === 0 ? 'all' : pathways.join('; ')
