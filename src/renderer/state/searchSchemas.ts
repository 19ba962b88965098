import { z } from 'zod'
import { tableLayoutSchema } from '../../shared/domain/app/appData.ts'
import { directionSchema } from '../../shared/domain/drugs/drug.ts'
import { matchDirectionSchema } from '../../shared/domain/drugs/drugMatch.ts'
import {
  ageSourceSchema,
  distanceSchema,
  linkageSchema,
  sampleChoiceSchema,
} from '../../shared/domain/results/cohort.ts'
import { ageMeasureSchema, testSchema } from '../../shared/domain/results/comparison.ts'
import { planDesignSchema } from '../../shared/domain/results/model.ts'
import { lazy } from '../../shared/lazy.ts'

/*
 * The search parameters of each screen. Users bookmark, save and write addresses, so an invalid parameter counts as
 * missing instead of breaking the screen.
 */

export const mostCompared = 6
export const maxIdsInUrl = 500
export const heldPrefix = 'held here'
export const clusterings = ['both', 'samples', 'pathways', 'none'] as const
export const mostTracks = 3
export const comparisonParts = ['table', 'volcano', 'forest', 'dots'] as const
export const mostGroups = 20
export const mostAdjusted = 18
export const settingsTabs = ['account', 'appearance', 'data', 'advanced'] as const

/** The schemas by route id, created when the first address is parsed. */
export const searchSchemas = lazy(() => {
  const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

  /** The router parses `text=5` as a number. */
  const textSchema = z.union([z.string().min(1), z.number().transform(String)])
  const nameSchema = z.union([
    z.string().max(1000).regex(/\S/),
    z.number().transform(String),
    z.boolean().transform(String),
  ])
  /** Keeps the valid items of a list. */
  const listOf = (schema: z.ZodType<string>) =>
    z.array(z.unknown()).transform((list) => list.flatMap((one) => schema.safeParse(one).data ?? []))

  const text = lenient(textSchema)
  const name = lenient(nameSchema)
  const layout = lenient(tableLayoutSchema)

  const listsSearch = z.object({
    set: text,
    /** The ids of the drugs to compare. A single id may be written without a list. */
    compare: lenient(
      z
        .union([listOf(textSchema), textSchema.transform((id) => [id])])
        .transform((ids) => [...new Set(ids)].slice(0, mostCompared)),
    ),
  })

  const idSchema = z.string().min(1).max(300)
  const columnsSchema = z.array(idSchema).max(10_000)
  const sortSchema = z.object({ by: idSchema, order: z.enum(['asc', 'desc']) })

  /**
   * The selection that all result views of a study share (state/cohort): the displayed samples and values. The study
   * itself is in the path; `of` and `controls` only choose within it.
   */
  const cohortSearch = z.object({
    measure: z.enum(['activity', 'aging_offset']).catch('activity').optional(),
    of: lenient(z.union([z.string(), sampleChoiceSchema])),
    values: lenient(z.enum(['raw', 'z', 'zControls', 'rank'])),
    controls: lenient(z.union([z.string(), sampleChoiceSchema])),
    controlsName: lenient(z.string().trim().min(1).max(1200)),
    marked: lenient(z.union([z.literal(heldPrefix), z.array(idSchema).max(maxIdsInUrl)])),
    /** The item in the inspector: `sample ID`, `pathway NAME` or `drug ID`. */
    inspect: lenient(
      z
        .string()
        .max(1100)
        .regex(/^(sample|pathway|drug) ./),
    ),
  })

  const componentSchema = z.number().int().min(1).max(10)

  /** The drawing options of the cohort. */
  const chartSearch = z.object({
    tracks: lenient(listOf(nameSchema).transform((tracks) => [...new Set(tracks)].slice(0, mostTracks))),
    cluster: lenient(z.enum(clusterings)),
    linkage: lenient(linkageSchema),
    distance: lenient(distanceSchema),
    x: lenient(componentSchema),
    y: lenient(componentSchema),
    scaled: lenient(z.boolean()),
    /** An empty text means no covariate; left out, the user has not chosen. */
    colour: lenient(z.union([z.literal(''), nameSchema])),
    shape: name,
    predicted: lenient(ageSourceSchema),
    chronological: lenient(ageSourceSchema),
    pathway: name,
    by: name,
    /** Like `colour`. */
    pair: lenient(z.union([z.literal(''), nameSchema])),
    ageMeasure: lenient(ageMeasureSchema),
  })

  const fieldList = lenient(listOf(nameSchema).transform((fields) => fields.slice(0, mostAdjusted)))
  const groupSchema = z.strictObject({
    name: z.string().trim().min(1).max(200),
    of: z.union([z.string(), sampleChoiceSchema]),
  })

  const compareSearch = z.object({
    by: name,
    groups: lenient(listOf(nameSchema).transform((values) => values.slice(0, mostGroups))),
    sets: lenient(z.array(groupSchema).max(mostGroups)),
    test: lenient(testSchema),
    pair: name,
    replicates: name,
    show: lenient(z.enum(comparisonParts)),
    against: lenient(z.enum(['p', 'q'])),
    direction: lenient(matchDirectionSchema),
    pathway: name,
    adjust: lenient(
      z.object({
        covariates: fieldList,
        /** The field of numbers whose slope is estimated instead of a difference of groups. */
        slope: name,
        /** The field that the effect may depend on. */
        interaction: name,
        /** The group that the others are compared with; absent: the last one. */
        reference: name,
        /** Absent: constant. */
        moderation: lenient(z.enum(['none', 'constant', 'trend'])),
        /** The field of the donor or other unit. */
        block: name,
        leastEffect: lenient(z.number().min(0)),
        equivalence: lenient(z.number().positive()),
      }),
    ),
    /** The contrast that is shown; absent: the first. */
    contrast: name,
  })

  return {
    '/library/drugs': z.object({
      text,
      category: text,
      pathway: text,
      direction: lenient(directionSchema),
      sort: lenient(z.enum(['name', 'category', 'age'])),
      order: lenient(z.enum(['asc', 'desc'])),
      drug: text,
      wide: lenient(z.union([z.boolean(), z.literal('true').transform(() => true)])),
    }),
    '/library/lists': listsSearch,
    '/library/pathways': z.object({ pathway: text, name: text }),
    '/library/offline': z.object({ set: text, category: text }),
    '/study/$studyId/samples': z.object({
      text,
      /** Words separated by commas. */
      state: text,
      group: text,
      nogroup: lenient(z.boolean()),
      tag: text,
      batch: text,
      /** Used by old saved views, before `state`; it is read but no longer written. */
      result: lenient(z.enum(['yes', 'no'])),
      data: lenient(z.enum(['synthetic', 'returned'])),
      sample: text,
      layout,
    }),
    '/study/$studyId/share': z.object({ board: text }),
    '/activity/batches': z.object({
      batch: text,
      state: lenient(z.enum(['created', 'failed', 'unknown', 'queued', 'cancelled'])),
      part: lenient(z.enum(['rows', 'history'])),
    }),
    /** `batch` and `batchStudy`: the batch that is being ordered and its study, so that a reload returns to them. */
    '/import': z.object({ file: text, study: text, batch: text, batchStudy: text }),
    '/study/$studyId/_cohort': cohortSearch,
    '/study/$studyId/_cohort/explore': chartSearch,
    '/study/$studyId/_cohort/explore/table': z.object({
      sample: text,
      layout,
      // The columns of old saved views, before all tables used `layout`; they are read but no longer written.
      covariates: lenient(columnsSchema),
      pathways: lenient(columnsSchema),
      pinned: lenient(columnsSchema),
      /** An old address may contain a single sort column without a list. */
      sort: lenient(z.union([sortSchema.transform((one) => [one]), z.array(sortSchema).max(20)])),
      widths: lenient(z.record(idSchema, z.number())),
    }),
    '/study/$studyId/_cohort/compare': compareSearch,
    '/study/$studyId/_cohort/drugs': compareSearch,
    /** `study`: the pilot study. */
    '/plan': z.object({
      study: text,
      measure: lenient(z.enum(['activity', 'aging_offset'])),
      design: lenient(planDesignSchema),
      effect: lenient(z.number().positive()),
      sd: lenient(z.number().positive()),
      icc: lenient(z.number().min(0).max(0.99)),
      explained: lenient(z.number().min(0).max(0.99)),
      power: lenient(z.number().min(0.5).max(0.99)),
      level: lenient(z.number().positive().max(0.5)),
      group: name,
      donor: name,
      covariates: fieldList,
      pathway: name,
    }),
    '/activity/screenings': z.object({
      task: text,
      sample: text,
      /** The study whose samples are offered for a new screening. */
      study: text,
      create: lenient(z.boolean()),
    }),
    '/settings': z.object({ tab: lenient(z.enum(settingsTabs)) }),
  } as const
})

type Schemas = ReturnType<typeof searchSchemas>
export type SearchRoute = keyof Schemas
export type SearchParams<R extends SearchRoute> = z.output<Schemas[R]>
/** The parameters as a link or a change may write them. */
export type SearchParamsInput<R extends SearchRoute> = z.input<Schemas[R]>
