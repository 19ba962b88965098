import { z } from 'zod'
import { conventionSettingsSchema } from './convention.ts'

/** The calling user as the service describes them; only what it returned is set. */
export type User = {
  userId: string
  name: string | null
  email: string | null
  organization: string | null
  plan: string | null
  scopes: string[] | null
  raw: unknown
}

const text = z.string().trim().min(1).max(200)

/** What a person may change of their own record; only what is given is sent. */
export const userChangeSchema = z.object({ name: text, email: text, organization: text }).partial().strict()

/** Requests per 60 s (service-interface, "Limits": the standard plan). */
export const standardRate = 100

/** A service and the way to sign in to it. The credential itself is in the keychain, never here. */
export const profileSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  serviceUrl: z.string(),
  signIn: z.enum(['demo', 'api-key', 'oauth', 'capsule']),
  /** OAuth only: the client id the user typed in. */
  clientId: z.string().nullable(),
  /** OAuth only: the issuer of the sign-in server, which may have a path, where it is not the origin of the service. */
  authServer: z.string().nullable().default(null),
  /** OAuth only: a client secret is stored in the keychain and sent with every exchange of tokens. */
  hasClientSecret: z.boolean().default(false),
  /** OAuth only; false: the sign-in server gave no refresh token, so the sign-in ends with its access token. */
  hasRefreshToken: z.boolean().optional(),
  /** Requests allowed per 60 s. */
  requestsPerMinute: z.number().int().min(1),
  /** What a person set, and what was found out; what is set wins. */
  conventions: z
    .object({ set: conventionSettingsSchema, found: conventionSettingsSchema })
    .default({ set: {}, found: {} }),
  createdAt: z.string(),
  /** `capsule` only: the file that it was opened from. */
  capsule: z
    .object({ fileName: z.string(), sha256: z.string(), madeAt: z.string(), application: z.string() })
    .optional(),
})
export type Profile = z.infer<typeof profileSchema>

/** What can be a key or token in an Authorization header: visible ASCII without blanks. */
export const isCredential = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

type SignIn = Pick<Profile, 'signIn'>

export const isDemo = ({ signIn }: SignIn): boolean => signIn === 'demo'

/** A capsule's workspace bears the address of a service, and is no way to it. */
export const isCapsule = ({ signIn }: SignIn): boolean => signIn === 'capsule'

type ServiceAddress = Pick<Profile, 'serviceUrl'> & Partial<Pick<Profile, 'conventions'>>

/** The path of an interface, as it was typed with the address, set or found. */
function knownPaths({ serviceUrl, conventions }: ServiceAddress): string[] {
  const { set, found } = conventions ?? { set: {}, found: {} }
  const paths = [new URL(serviceUrl).pathname.replace(/\/+$/, ''), set.base_path ?? found.base_path ?? '']
  return paths.filter((path) => path !== '')
}

/**
 * True if two addresses lead to one service: they have the same origin, and no different paths are known of them. An
 * address may be typed with the path of the interface or without it.
 */
export function isSameService(one: ServiceAddress, other: ServiceAddress): boolean {
  if (new URL(one.serviceUrl).origin !== new URL(other.serviceUrl).origin) return false
  const [paths, others] = [knownPaths(one), knownPaths(other)]
  return paths.length === 0 || others.length === 0 || paths.some((path) => others.includes(path))
}
