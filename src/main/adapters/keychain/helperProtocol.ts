import { z } from 'zod'

/** The requests to the helper process, one at a time. */
export const requestSchema = z.discriminatedUnion('operation', [
  z.object({ id: z.number(), operation: z.literal('get'), name: z.string() }),
  z.object({ id: z.number(), operation: z.literal('set'), name: z.string(), value: z.string() }),
  z.object({ id: z.number(), operation: z.literal('remove'), name: z.string() }),
])
export type HelperRequest = z.infer<typeof requestSchema>

const causeSchema = z.enum(['missing-library', 'no-bus', 'no-service', 'locked', 'not-answering', 'failed'])
export type KeychainCause = z.infer<typeof causeSchema>

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number(), ok: z.literal(true), value: z.string().nullable() }),
  z.object({ id: z.number(), ok: z.literal(false), cause: causeSchema }),
])
export type HelperReply = z.infer<typeof replySchema>
