import { z } from 'zod'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import {
  forEachSignInText,
  formatPath,
  isPath,
  isSignInText,
  parsePath,
  signInTexts,
} from '../../ui/forms/conventions.ts'

const isServiceUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  )
}

const optional = (most: number) => z.string().trim().max(most, 'problem.tooLong')

/** What the form asks; the messages are keys of the words. Main checks again, and asks the service. */
export const connectionSchema = z
  .object({
    serviceUrl: z.string().trim().max(2000, 'problem.tooLong').refine(isServiceUrl, 'problem.url'),
    name: optional(80),
    way: z.enum(['api-key', 'oauth']),
    apiKey: optional(20_000),
    clientId: optional(500),
    clientSecret: optional(20_000),
    authServer: optional(2000),
    basePath: optional(500).refine(isPath, 'problem.path'),
    ...forEachSignInText(() => z.string().trim()),
  })
  .superRefine((connection, context) => {
    const { way, apiKey, clientId, authServer } = connection
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (way === 'api-key' && apiKey === '') fault('apiKey', 'problem.apiKey')
    if (way !== 'oauth') return
    if (clientId === '') fault('clientId', 'problem.clientId')
    if (authServer !== '' && !isServiceUrl(authServer)) fault('authServer', 'problem.url')
    for (const name of signInTexts)
      if (!isSignInText(name, connection[name])) fault(name, `ui:signIn.${name}.problem`)
  })
export type Connection = z.infer<typeof connectionSchema>

export const emptyConnection: Connection = {
  serviceUrl: '',
  name: '',
  way: 'api-key',
  apiKey: '',
  clientId: '',
  clientSecret: '',
  authServer: '',
  basePath: '',
  ...forEachSignInText(() => ''),
}

/**
 * The input of the two ways to connect. What was left empty is left out; a setting of the sign-in that `start` had is
 * taken back by an empty text.
 */
export function toInput(
  { serviceUrl, name, basePath, ...rest }: Connection,
  start: Partial<Connection> = {},
) {
  const where = { serviceUrl, ...(name && { name }) }
  const path = basePath === '' ? {} : { base_path: parsePath(basePath) }
  const texts = signInTexts.flatMap((text) =>
    rest[text] || start[text] ? [[text, rest[text]] as const] : [],
  )
  const { apiKey, clientId, clientSecret, authServer } = rest
  return {
    apiKey: { ...where, ...withConventions(path), apiKey },
    oauth: {
      ...where,
      ...withConventions({ ...path, ...Object.fromEntries(texts) }),
      clientId,
      ...(clientSecret && { clientSecret }),
      ...(authServer && { authServer }),
    },
  }
}

const withConventions = (conventions: ConventionSettings) =>
  Object.keys(conventions).length === 0 ? {} : { conventions }

/** What the form starts with: the signed-out profile's own service, so that signing in again finds its data. */
export function toStart({ profile, signedIn }: AppStatus): Partial<Connection> {
  if (!profile || signedIn || profile.signIn === 'demo' || profile.signIn === 'capsule') return {}
  const { set } = profile.conventions
  const path = set.base_path
  return {
    serviceUrl: profile.serviceUrl,
    name: profile.name,
    way: profile.signIn,
    clientId: profile.clientId ?? '',
    authServer: profile.authServer ?? '',
    basePath: path === undefined ? '' : formatPath(path),
    ...forEachSignInText((name) => set[name] ?? ''),
  }
}

/** Whether a client secret of that profile is kept, so that it need not be typed in again. */
export const keepsSecret = ({ profile, signedIn }: AppStatus): boolean =>
  profile !== null && !signedIn && profile.hasClientSecret
