import { z } from 'zod'
import type { Message } from '../../words/message.ts'
import {
  mappingSchema,
  type Problem,
  type ReadAs,
  type ReadingNote,
  readOptionsSchema,
  transformSchema,
} from './importing.ts'
import type { ImportPlan } from './importPlan.ts'

/**
 * A table that is joined to samples of the register. `by`: the column to join by. `on`: the property of samples that it
 * holds: `client_reference`, `sample_id`, or a field such as `donor_id`. Both are suggested if left out. `study`: joins
 * the samples of this study only.
 */
export const tableJoinRequestSchema = z.strictObject({
  fileId: z.string().min(1).max(300),
  options: readOptionsSchema.default({}),
  by: z.string().max(10_000).optional(),
  on: z.string().min(1).max(200).optional(),
  study: z.string().max(300).optional(),
  mapping: mappingSchema.optional(),
  transform: transformSchema.optional(),
})

/** A way to join. `matched`: the number of first rows that match a sample. */
export type JoinChoice = { by: string; on: string; matched: number }

/**
 * A field that the join fills. Counts are of samples. `conflicts`: samples with another value. `sent`: the conflicts
 * whose value was sent to the service.
 */
type JoinedField = {
  name: string
  column: string
  added: number
  same: number
  conflicts: number
  sent: number
}

/** The reason why a row is joined to no sample. */
export type JoinFailure = 'unmatched' | 'noKey' | 'severalSamples' | 'severalRows' | 'otherSample'

/** The outcome of a join, before anything changes. Every row is matched, unmatched, ambiguous or invalid. */
export type TableJoin = {
  fileName: string
  readAs: ReadAs
  columns: string[]
  /** Columns of an own export that hold results. They are left out unless the plan uses them. */
  ownColumns: string[]
  notes: ReadingNote[]
  /** Null if several ways fit equally well or none fits. The user then chooses one of `choices`, or a column. */
  join: { by: string; on: string } | null
  choices: JoinChoice[]
  plan: ImportPlan
  rows: number
  matched: number
  unmatched: number
  ambiguous: number
  /** Rows with a cell that fails its check. */
  invalid: number
  /**
   * The number of samples that rows match, of those that get a value, and of those that get one if no value is
   * overwritten.
   */
  samples: number
  changed: number
  added: number
  fields: JoinedField[]
  conflicts: number
  problemCount: number
  problems: Problem[]
  /** The reason why the table cannot be joined, such as ages in an unknown unit. */
  blocker: Message | null
  examples: {
    matched: { row: number; key: string; samples: string[]; sampleCount: number }[]
    /** `similar`: the name of a sample that differs only in case, punctuation or leading zeros. */
    failed: { row: number; key: string; why: JoinFailure; samples: string[]; similar: string | null }[]
    conflicts: {
      row: number
      sample: string
      field: string
      existing: string
      value: string
      wasSent: boolean
    }[]
  }
  /** Identifies the displayed changes. Applying any others is refused. */
  digest: string
}

export const isAmbiguous = (why: JoinFailure): boolean => why !== 'unmatched' && why !== 'noKey'
