import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { defaultBasePath, type ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import {
  forEachSignInText,
  formatPath,
  isPath,
  isSignInText,
  parsePath,
  type SignInText,
  signInTexts,
} from '../../ui/forms/dialect.ts'

const isServiceUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  )
}

const optional = (most: number) => z.string().trim().max(most, 'problem.tooLong')

/** The schema of the form; its messages are translation keys. The main process validates again and asks the service. */
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

/** Returns the input of both ways to connect. An empty text clears a setting that `start` had. */
export function toInput(
  { serviceUrl, name, basePath, ...rest }: Connection,
  start: Partial<Connection> = {},
) {
  const where = { serviceUrl, ...(name && { name }) }
  const path = basePath === '' ? {} : { base_path: parsePath(basePath) }
  const signIn = (texts: [SignInText, string][]) =>
    texts.length === 0 ? {} : { sign_in: Object.fromEntries(texts) }
  const texts = signInTexts.flatMap((text) =>
    rest[text] || start[text] ? [[text, rest[text]] as [SignInText, string]] : [],
  )
  const { apiKey, clientId, clientSecret, authServer } = rest
  return {
    apiKey: { ...where, ...withDialect(path), apiKey },
    oauth: {
      ...where,
      ...withDialect({ ...path, ...signIn(texts) }),
      clientId,
      ...(clientSecret && { clientSecret }),
      ...(authServer && { authServer }),
    },
  }
}

const withDialect = (dialect: ServiceDialect) => (Object.keys(dialect).length === 0 ? {} : { dialect })

/** Returns the service of the signed-out profile, so that signing in again finds its data. */
export function toStart({ profile, signedIn }: AppStatus): Partial<Connection> {
  if (!profile || signedIn || profile.signIn === 'demo' || profile.signIn === 'capsule') return {}
  const { base_path: path, sign_in = {} } = profile.dialect
  return {
    serviceUrl: profile.serviceUrl,
    name: profile.name,
    way: profile.signIn,
    clientId: profile.clientId ?? '',
    authServer: profile.authServer ?? '',
    basePath: path === undefined ? '' : formatPath(path),
    ...forEachSignInText((name) => sign_in[name] ?? ''),
  }
}

/** Returns true if a client secret of the profile is stored, so that the user need not type it again. */
export const keepsSecret = ({ profile, signedIn }: AppStatus): boolean =>
  profile !== null && !signedIn && profile.hasClientSecret

export type Difference = { what: 'basePath' | 'successCode'; found: string; expected: string }

/** Returns the differences between a service and the documented form, so that the user sees what was detected. */
export function differencesOf({ dialect, detected }: Profile): Difference[] {
  const differences: Difference[] = []
  const path = detected.base_path
  if (path !== undefined && dialect.base_path === undefined && path !== defaultBasePath)
    differences.push({ what: 'basePath', found: formatPath(path), expected: defaultBasePath })
  const [code = 200] = detected.envelope?.success ?? []
  if (dialect.envelope?.success === undefined && code !== 200)
    differences.push({ what: 'successCode', found: String(code), expected: '200' })
  return differences
}

const toastId = 'found'
const refreshToastId = 'noRefresh'
/** Long enough to read after the next screen appears. */
const shownForMs = 20_000

/** Shows a notice if a service differs from the documented form or the sign-in cannot be renewed. */
export function useReportDifferences(): (profile: Profile) => void {
  const { t } = useTranslation('welcome')
  return (profile) => {
    if (profile.hasRefreshToken === false)
      notifications.show({
        id: refreshToastId,
        title: t('noRefresh.title'),
        message: t('noRefresh.text'),
        color: 'yellow',
        autoClose: shownForMs,
      })
    const lines = differencesOf(profile).map(({ what, found, expected }) =>
      t(`found.${what}`, { found, expected }),
    )
    if (lines.length === 0) return
    // Replaces the notice about a previous connection.
    notifications.hide(toastId)
    notifications.show({
      id: toastId,
      title: t('found.title', { name: profile.name }),
      message: [...lines, t('found.where')].join(t('found.gap')),
      autoClose: shownForMs,
    })
  }
}
