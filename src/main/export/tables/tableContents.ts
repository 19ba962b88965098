import type { Kysely } from 'kysely'
import type { Handlers } from '../../../shared/contract/contract.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import type { DrugRecord } from '../../../shared/domain/drugs/drug.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { createProvenance } from '../../../shared/domain/results/provenance.ts'
import { type DrugChoice, notDocumented, type TableColumn } from '../../../shared/domain/studies/exporting.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { Table } from './table.ts'

/** Where drugs to export come from; each page is held in memory as a whole. */
type DrugSource = {
  pages(of: DrugChoice): AsyncIterable<DrugRecord[]>
  /** Whose drugs these are. */
  origin(): { service: string }
}

/** Labels that a person set for the values; left out or empty: the unit is not documented. */
export type Units = Pick<ConventionSettings, 'activity_unit' | 'aging_offset_unit'>

/** The journal and the answers as they are at one moment, whatever is written meanwhile. */
type Snapshot = {
  journal: Kysely<JournalSchema>
  answers: Kysely<AnswersSchema>
  close(): Promise<void>
}

/** What tables are made of; every function gives what is known here and asks no service. */
export type Sources = {
  journal: Kysely<JournalSchema>
  answers: Kysely<AnswersSchema>
  openSnapshot(): Promise<Snapshot>
  /** Throws `notFound` for a sample that the register does not hold. */
  chooseSamples(of: SampleChoice): Promise<string[]>
  values: Handlers['results.values']
  compare: Handlers['results.compare']
  match: Handlers['drugs.match']
  clock: Handlers['results.clock']
  /** Names of each pathway as they are returned. */
  pathwayGroups(): Promise<readonly { names: readonly string[] }[]>
  /** The results of a screening that are stored among these answers. */
  hitsOf(
    answers: Kysely<AnswersSchema>,
    taskId: string,
  ): Promise<{ hits: ScreeningHit[]; fetchedAt: string } | undefined>
  drugs: DrugSource
  /** As they are set now. */
  units(): Units
  /** It stands in no table, also where it was taken for the name of a person. */
  profileName(): string
}

/** The columns and rows of a table, with what there is to tell of their origin. */
export type Contents = {
  columns: TableColumn[]
  pages: Table['pages']
  /** null where counting would take as long as writing. */
  rows: number | null
  synthetic: boolean
  provenance: ProvenanceLine[]
}

export const unitOf = (label: string | undefined): string => label || notDocumented

export const unitLines = (units: Units): ProvenanceLine[] =>
  (['activity_unit', 'aging_offset_unit'] as const).map((name) => ({ name, value: unitOf(units[name]) }))

export type ProvenanceLine = { name: string; value: string }

type ServiceOrigin = { service: string; synthetic: number; oldest: string | null; newest: string | null }

/** Where the rows of a table come from, learned from one after another. */
export function createOrigins() {
  const { add, get } = createProvenance()
  return {
    add,
    /** Those of all rows of one service. */
    addService({ service, synthetic, oldest, newest }: ServiceOrigin): void {
      for (const fetchedAt of [oldest, newest]) add({ service, synthetic: synthetic === 1, fetchedAt })
    },
    isSynthetic: () => get().synthetic,
    lines(): ProvenanceLine[] {
      const { service, oldestFetchedAt: oldest, newestFetchedAt: newest } = get()
      return originLines({ service, oldest, newest })
    },
  }
}

export const originLines = (origin: {
  service: string | null
  oldest: string | null
  newest: string | null
}): ProvenanceLine[] => [
  { name: 'service', value: origin.service ?? 'none' },
  { name: 'oldest_fetched_at', value: origin.oldest ?? 'nothing was fetched' },
  { name: 'newest_fetched_at', value: origin.newest ?? 'nothing was fetched' },
]

/** Which samples were chosen, in words; ids that were named stand in the table itself. */
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
