import { z } from 'zod'
import { sampleStateSchema } from '../../../shared/domain/sample.ts'

/** What the files of a capsule hold; docs/capsule.md tells it in words. */
const time = z.string().min(1).max(100)
const id = z.string().min(1).max(1000)
const fields = z.record(z.string(), z.union([z.string(), z.number()]))

export const registerLineSchema = z.object({
  sample_id: id,
  client_reference: z.string(),
  fields,
  batch_id: z.string().nullable(),
  status: z.string(),
  state: sampleStateSchema,
  created_at: time,
  checked_at: time.nullable(),
  adopted_at: time.nullable(),
  place: z.string(),
  service: z.string(),
  synthetic: z.boolean(),
  annotation: z
    .object({
      group: z.string().nullable(),
      tags: z.array(z.string()),
      note: z.string().nullable(),
      fields,
      changed_at: time,
    })
    .nullable(),
})

export const importSchema = z.object({
  batch_id: id,
  file_name: z.string(),
  file_sha256: z.string(),
  created_at: time,
  read_as: z.unknown(),
  mapping: z.unknown(),
  recipe: z.unknown(),
  order_fields: z.unknown(),
  corrections: z.array(z.unknown()),
})

export const orderSchema = z.object({
  row: z.number().int(),
  client_reference: z.string(),
  sample_id: z.string().nullable(),
  fields,
  notes: fields.nullable(),
  sent_at: time.nullable(),
  attempts: z.number().int(),
  updated_at: time,
})

const pathwaysSchema = z.array(z.string()).optional()
/** As a record it keeps the order of its fields. */
const namesPathways = ({ pathways }: Record<string, unknown>): boolean =>
  pathwaysSchema.safeParse(pathways).success

export const answerFileSchema = z.object({
  sample_id: id,
  analysis_id: id,
  kind: z.enum(['activity', 'clock']),
  request: z.record(z.string(), z.unknown()).refine(namesPathways),
  fetched_at: time,
  service: z.string(),
  request_id: z.string().nullable(),
  synthetic: z.boolean(),
  current: z.boolean(),
  parts: z.number().int().nullable(),
  scores: z.array(
    z.object({ pathway: z.string(), activity: z.number().nullable(), aging_offset: z.number().nullable() }),
  ),
  clock_values: z.array(z.object({ name: z.string(), value: z.number() })),
  raw: z.unknown().refine((raw) => raw !== undefined),
})
export type AnswerFile = z.infer<typeof answerFileSchema>

export const pathwaysFileSchema = z.object({
  groups: z.array(z.array(z.string())),
})
export type PathwayGroups = z.infer<typeof pathwaysFileSchema>['groups']
