import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/contract/contract.ts'
import type { SampleChoice } from '../../shared/domain/cohort.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { DrugDetail, DrugMark } from '../../shared/domain/drug.ts'
import { type DrugChoice, notDocumented, type TableColumn } from '../../shared/domain/exporting.ts'
import type { ScreeningHit } from '../../shared/domain/screening.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import type { ProvenanceLine } from './provenance.ts'
import type { Table } from './table.ts'

/** A drug with all that is known of it here; `drug` is null where a list names one that is not kept. */
export type DrugRecord = {
  drugId: string
  name: string
  drug: DrugDetail | null
  mark: DrugMark | null
  /** Names of the lists that it is in. */
  lists: readonly string[]
}

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
  /** Names of each pathway as they are returned. */
  pathwayGroups(): Promise<readonly { names: readonly string[] }[]>
  /** The results of a screening that are kept among these answers. */
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
