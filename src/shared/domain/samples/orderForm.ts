import { z } from 'zod'

/** The type of a field's cells. `age`: 0 to 130 in years. `day`: a calendar date, sent as YYYY-MM-DD. */
const fieldTypeSchema = z.enum(['reference', 'text', 'number', 'age', 'sex', 'day'])

/**
 * One field of an order. `field`: its name in Pathclock. `sendAs`: its name at the service. Bounds are inclusive;
 * `pattern` is a regular expression for the whole text.
 */
export const fieldRuleSchema = z.strictObject({
  field: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
  sendAs: z.string().trim().min(1).max(100),
  type: fieldTypeSchema,
  required: z.boolean(),
  least: z.number().optional(),
  most: z.number().optional(),
  pattern: z.string().min(1).max(500).optional(),
  oneOf: z.array(z.string().trim().min(1).max(200)).min(1).max(200).optional(),
  unit: z.string().trim().min(1).max(30).optional(),
})
export type FieldRule = z.infer<typeof fieldRuleSchema>

export const orderFormSchema = z.array(fieldRuleSchema).min(1).max(60)
export type OrderForm = z.infer<typeof orderFormSchema>

const plain = (field: string, type: FieldRule['type']): FieldRule => ({
  field,
  sendAs: field,
  type,
  required: type === 'reference',
})

/** The default fields: docs on service conventions, “orders”. */
export const defaultOrderForm: OrderForm = [
  plain('client_reference', 'reference'),
  plain('donor_id', 'text'),
  plain('group', 'text'),
  plain('age', 'age'),
  plain('sex', 'sex'),
  plain('tissue', 'text'),
  plain('treatment', 'text'),
  plain('collected_at', 'day'),
]
