import { z } from 'zod'

/** A path from the root of an origin, without a slash at its end; '' for the root itself. */
const basePath = z
  .string()
  .max(500)
  .regex(/^(\/[\w.~-]+)*$/, 'must be a path such as /api/v1, or empty')
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must not climb')

const fieldName = z.string().trim().min(1).max(200)

/**
 * What may be set for one service where its interface leaves a choice; each name is that of a line of the
 * connection check. Every other convention is understood in all its variants and needs no setting.
 */
export const conventionSettingsSchema = z
  .object({
    /** What stands between the origin and the path of an endpoint. Left out: found out at the first call. */
    base_path: basePath,
    /** The envelope's `code` that means success. */
    success_code: z.union([z.literal(200), z.literal(0)]),
    /**
     * What the service does with a repeated order. `honoured`: the same `Idempotency-Key` never places a second one;
     * `client_reference`: it refuses a second order with the same reference; `none`: neither; `unknown`: treated as `none`.
     */
    idempotency: z.enum(['unknown', 'honoured', 'client_reference', 'none']),
    /** Names under which fields of an order are sent: ours -> the service's. Others go under their own names. */
    order_fields: z.record(fieldName, fieldName),
    /** How the token endpoint takes its parameters. */
    token_body: z.enum(['form', 'json']),
    /** How a client secret is sent, where the service insists on one. */
    client_secret_in: z.enum(['body', 'header']),
    /** Labels for the units of the values, shown and exported beside them; empty: not documented. */
    activity_unit: z.string().trim().max(60),
    aging_offset_unit: z.string().trim().max(60),
  })
  .partial()
  .strict()
export type ConventionSettings = z.infer<typeof conventionSettingsSchema>

/** What holds of a service where nothing was found and nothing is set (docs on service conventions). */
export const assumed = {
  base_path: '/api/v1',
  success_code: 200,
  idempotency: 'unknown',
  order_fields: {},
  token_body: 'form',
  client_secret_in: 'body',
  activity_unit: '',
  aging_offset_unit: '',
} as const satisfies Required<ConventionSettings>

const findingSchema = z.object({
  /** snake_case, stable: scripts may rely on it. */
  name: z.string(),
  /** In words that a script may compare, such as `camelCase` or `/api/v1`. */
  value: z.string(),
  /** Seen in an answer, assumed, or set by a person for this profile. */
  how: z.enum(['probed', 'default', 'set']),
  /** What a person should know beside it; null where the value says it all. */
  note: z.string().nullable(),
})
/** One line of the connection check. */
export type Finding = z.infer<typeof findingSchema>

const checkedCallSchema = z.object({
  /** Method and path template. */
  endpoint: z.string(),
  outcome: z.enum(['answered', 'refused', 'forbidden', 'not-found', 'failed', 'not-tried']),
  /** HTTP status; null where no answer came or nothing was sent. */
  status: z.number().nullable(),
  /** From sending to the last byte, ms. */
  ms: z.number().nullable(),
  requestId: z.string().nullable(),
  /** Why it was not tried, or what was wrong; null where all is well. */
  note: z.string().nullable(),
})
/** One request of the connection check, and what came of it. */
export type CheckedCall = z.infer<typeof checkedCallSchema>

/** What the connection check found, kept with the profile. */
export const connectionReportSchema = z.object({
  profile: z.string(),
  /** Origin and base path. */
  service: z.string(),
  /** ISO 8601. */
  checkedAt: z.string(),
  findings: z.array(findingSchema),
  calls: z.array(checkedCallSchema),
  /** Scopes that the credential carries; null where neither the token nor the service says. */
  scopes: z.array(z.string()).nullable(),
  /** How far this computer's clock is ahead of the service's, in seconds; null where the service sends no date. */
  clockAheadS: z.number().nullable(),
  /** The service marked its data as synthetic. */
  synthetic: z.boolean(),
})
export type ConnectionReport = z.infer<typeof connectionReportSchema>
