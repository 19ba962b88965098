import { z } from 'zod'
import { type Message, message } from '../../words/message.ts'
import { readMessage } from '../../words/storedMessage.ts'
import { dialectSchema } from './dialect.ts'

/** A message in stored JSON of this or an earlier version, or null. */
const storedMessageSchema = z.unknown().transform(readMessage)

const findingSchema = z.object({
  /** In snake_case. Scripts may rely on it, so it never changes. */
  name: z.string(),
  /** A value that scripts can compare, such as `camelCase` or `/api/v1`. */
  value: z.string(),
  /** Read from a response, assumed, or set in the dialect of this profile. */
  how: z.enum(['probed', 'default', 'set']),
  note: storedMessageSchema,
})
export type Finding = z.infer<typeof findingSchema>

const checkedCallSchema = z.object({
  /** Method and path template. */
  endpoint: z.string(),
  outcome: z.enum(['answered', 'refused', 'forbidden', 'not-found', 'failed', 'not-tried']),
  /** The HTTP status, or null if no response arrived or nothing was sent. */
  status: z.number().nullable(),
  /** The time from sending to the last byte, in ms. */
  ms: z.number().nullable(),
  requestId: z.string().nullable(),
  /** The reason why the call was not tried or failed; null if it succeeded. */
  note: storedMessageSchema,
})
export type CheckedCall = z.infer<typeof checkedCallSchema>

/** The result of the connection check, stored with the profile. */
export const connectionReportSchema = z.object({
  profile: z.string(),
  /** Origin and base path. */
  service: z.string(),
  /** ISO 8601. */
  checkedAt: z.string(),
  findings: z.array(findingSchema),
  calls: z.array(checkedCallSchema),
  /** The scopes of the credential; null if neither the token nor the service lists them. */
  scopes: z.array(z.string()).nullable(),
  /** Seconds by which this computer's clock is ahead of the service's; null if the service sends no date. */
  clockAheadS: z.number().nullable(),
  /** True if the service marked its data as synthetic. */
  synthetic: z.boolean(),
  /** The dialect in use with what the check suggests to add. Reports of earlier versions have none. */
  suggested: dialectSchema.default({}),
})
export type ConnectionReport = z.infer<typeof connectionReportSchema>

/** Returns a warning if the check read a page numbering that the profile does not use; null otherwise. */
export function pagingWarning({ findings }: ConnectionReport, paging?: string): Message | null {
  if (paging !== undefined) return null
  const found = findings.find(({ name, how }) => name === 'paging' && how === 'probed')
  if (!found?.note || !['page_from_0', 'offset'].includes(found.value)) return null
  return message('connection.pagingNotSet', { numbering: found.note, paging: found.value })
}
