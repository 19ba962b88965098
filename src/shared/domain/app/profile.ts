import { z } from 'zod'
import { detectedSchema, dialectOf, dialectSchema, type ServiceDialect } from './dialect.ts'
import { convertEarlierProfile } from './earlierProfile.ts'

/** The signed-in user as the service describes them. Fields that it did not return are null. */
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

/** The fields of the user's own record that can be changed. Only the given ones are sent. */
export const userChangeSchema = z.strictObject({ name: text, email: text, organization: text }).partial()

/** Requests per 60 s (service-interface, "Limits": the standard plan). */
export const standardRate = 100

/** A profile as stored by this version. */
export const currentProfileSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  serviceUrl: z.string(),
  signIn: z.enum(['demo', 'api-key', 'oauth', 'capsule']),
  /** OAuth only: the client id that the user entered. */
  clientId: z.string().nullable(),
  /** OAuth only: the issuer of the sign-in server, which may include a path, if it is not the service's origin. */
  authServer: z.string().nullable().default(null),
  /** OAuth only: true if a client secret is in the keychain. It is sent with every token request. */
  hasClientSecret: z.boolean().default(false),
  /** OAuth only. False: the sign-in server issued no refresh token, so the sign-in ends with its access token. */
  hasRefreshToken: z.boolean().optional(),
  /** The user's settings for this service, and the ones that were detected. The user's take precedence. */
  dialect: dialectSchema.default({}),
  detected: detectedSchema.default({}),
  createdAt: z.string(),
  /** Capsules only: the file that was opened. */
  capsule: z
    .object({ fileName: z.string(), sha256: z.string(), madeAt: z.string(), application: z.string() })
    .optional(),
})

/** A service and the way to sign in to it, also as stored by an earlier version. The credential is in the keychain. */
export const profileSchema = z.preprocess(convertEarlierProfile, currentProfileSchema)
export type Profile = z.infer<typeof profileSchema>

/** True if the text can be a key or token in an Authorization header: visible ASCII without spaces. */
export const isCredential = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

type SignIn = Pick<Profile, 'signIn'>

export const isDemo = ({ signIn }: SignIn): boolean => signIn === 'demo'

/** True for a capsule. Its profile names the address of a service but never connects to it. */
export const isCapsule = ({ signIn }: SignIn): boolean => signIn === 'capsule'

export const requestsPerMinuteOf = ({ dialect }: Pick<Profile, 'dialect'>): number =>
  dialect.requests_per_minute ?? standardRate

type ServiceAddress = Pick<Profile, 'serviceUrl'> & Partial<Pick<Profile, 'dialect' | 'detected'>>

/** Returns the known base paths of a service: from its address, and set or detected. */
function knownPaths({ serviceUrl, dialect = {}, detected = {} }: ServiceAddress): string[] {
  const { base_path = '' }: ServiceDialect = dialectOf({ dialect, detected })
  return [new URL(serviceUrl).pathname.replace(/\/+$/, ''), base_path].filter((path) => path !== '')
}

/**
 * True if two addresses lead to the same service: they have the same origin and no conflicting base paths. Users may
 * enter an address with or without the base path.
 */
export function isSameService(one: ServiceAddress, other: ServiceAddress): boolean {
  if (new URL(one.serviceUrl).origin !== new URL(other.serviceUrl).origin) return false
  const [paths, others] = [knownPaths(one), knownPaths(other)]
  return paths.length === 0 || others.length === 0 || paths.some((path) => others.includes(path))
}
