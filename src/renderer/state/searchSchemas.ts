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
import { lazy } from '../../shared/lazy.ts'

/*
 * What the address of each screen may say. People bookmark addresses, save them as views and write their own: a parameter
 * that cannot be read counts as one that is missing, and never keeps a screen from being shown.
 */

export const mostCompared = 6
export const maxIdsInUrl = 500
export const heldPrefix = 'held here'
export const clusterings = ['both', 'samples', 'pathways', 'none'] as const
export const mostTracks = 3
export const comparisonParts = ['table', 'volcano', 'forest', 'dots'] as const
export const mostGroups = 20
export const settingsTabs = ['account', 'appearance', 'data', 'advanced'] as const

/** What each screen's address may say, by the id of its route. Made when the first such address is read. */
export const searchSchemas = lazy(() => {
  const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

  /** The router reads `text=5` as a number. */
  const textSchema = z.union([z.string().min(1), z.number().transform(String)])
  const nameSchema = z.union([
    z.string().max(1000).regex(/\S/),
    z.number().transform(String),
    z.boolean().transform(String),
  ])
  /** Of a list, what can be read. */
  const listOf = (schema: z.ZodType<string>) =>
    z.array(z.unknown()).transform((list) => list.flatMap((one) => schema.safeParse(one).data ?? []))

  const text = lenient(textSchema)
  const name = lenient(nameSchema)
  const layout = lenient(tableLayoutSchema)

  const listsSearch = z.object({
    set: text,
    /** Ids of the drugs that stand side by side; one alone may stand there without a list. */
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
   * Which samples of the study are looked at, and how: the selection that all views of its results share (state/cohort). The
   * study itself is in the path; `of` and `controls` only choose within it.
   */
  const cohortSearch = z.object({
    measure: z.enum(['activity', 'aging_offset']).catch('activity').optional(),
    of: lenient(z.union([z.string(), sampleChoiceSchema])),
    values: lenient(z.enum(['raw', 'z', 'zControls', 'rank'])),
    controls: lenient(z.union([z.string(), sampleChoiceSchema])),
    controlsName: lenient(z.string().trim().min(1).max(1200)),
    marked: lenient(z.union([z.literal(heldPrefix), z.array(idSchema).max(maxIdsInUrl)])),
    /** `sample ID`, `pathway NAME` or `drug ID`: what the inspector beside the view shows. */
    inspect: lenient(
      z
        .string()
        .max(1100)
        .regex(/^(sample|pathway|drug) ./),
    ),
  })

  const componentSchema = z.number().int().min(1).max(10)

  /** How the cohort is drawn. */
  const chartSearch = z.object({
    tracks: lenient(listOf(nameSchema).transform((tracks) => [...new Set(tracks)].slice(0, mostTracks))),
    cluster: lenient(z.enum(clusterings)),
    linkage: lenient(linkageSchema),
    distance: lenient(distanceSchema),
    x: lenient(componentSchema),
    y: lenient(componentSchema),
    scaled: lenient(z.boolean()),
    /** '': by no covariate; left out: nobody chose. */
    colour: lenient(z.union([z.literal(''), nameSchema])),
    shape: name,
    predicted: lenient(ageSourceSchema),
    chronological: lenient(ageSourceSchema),
    pathway: name,
    by: name,
    /** As `colour`. */
    pair: lenient(z.union([z.literal(''), nameSchema])),
    ageMeasure: lenient(ageMeasureSchema),
  })

  const groupSchema = z
    .object({ name: z.string().trim().min(1).max(200), of: z.union([z.string(), sampleChoiceSchema]) })
    .strict()

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
      /** Words with commas between them. */
      state: text,
      group: text,
      nogroup: lenient(z.boolean()),
      tag: text,
      batch: text,
      /** Of views that were saved before `state` said it; read, and written no more. */
      result: lenient(z.enum(['yes', 'no'])),
      data: lenient(z.enum(['synthetic', 'returned'])),
      sample: text,
      layout,
    }),
    /** `board`: the one that is open. */
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
      // How views say their columns that were saved before all tables said them alike; read, and written no more.
      covariates: lenient(columnsSchema),
      pathways: lenient(columnsSchema),
      pinned: lenient(columnsSchema),
      /** One alone was written without its list before there could be several. */
      sort: lenient(z.union([sortSchema.transform((one) => [one]), z.array(sortSchema).max(20)])),
      widths: lenient(z.record(idSchema, z.number())),
    }),
    '/study/$studyId/_cohort/compare': compareSearch,
    '/study/$studyId/_cohort/drugs': compareSearch,
    '/activity/screenings': z.object({
      task: text,
      sample: text,
      /** Whose samples are offered for a new one. */
      study: text,
      create: lenient(z.boolean()),
    }),
    '/settings': z.object({ tab: lenient(z.enum(settingsTabs)) }),
  } as const
})

type Schemas = ReturnType<typeof searchSchemas>
/** A route whose address says something. */
export type SearchRoute = keyof Schemas
export type SearchParams<R extends SearchRoute> = z.output<Schemas[R]>
/** As a link or a change may write them. */
export type SearchParamsInput<R extends SearchRoute> = z.input<Schemas[R]>
