import { z } from 'zod'

/** A service and the way to sign in to it. The credential itself is in the keychain, never here. */
export const profileSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  serviceUrl: z.string(),
  signIn: z.enum(['demo', 'api-key', 'oauth']),
  /** OAuth only: the client id the user typed in. */
  clientId: z.string().nullable(),
  /** Requests allowed per 60 s (service-interface, "Limits": 100 on the standard plan). */
  requestsPerMinute: z.number().int().min(1),
  createdAt: z.string(),
})
export type Profile = z.infer<typeof profileSchema>
