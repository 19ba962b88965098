import {
  dialectSchema,
  type SignInSettings,
  signInSettingsSchema,
} from '../../../shared/domain/app/dialect.ts'

/** Formats a base path for the user; `/` means none. */
export const formatPath = (path: string): string => (path === '' ? '/' : path)

/** Parses a base path as typed by the user: one leading slash and no trailing one; `/` becomes empty. */
export function parsePath(text: string): string {
  const inner = text.trim().replaceAll(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

export const isPath = (text: string): boolean =>
  dialectSchema.shape.base_path.safeParse(parsePath(text)).success

/** The browser sign-in settings that are typed as text; their labels are in the namespace `ui`. */
export const signInTexts = [
  'requested_scopes',
  'redirect_uri',
  'audience',
  'resource',
  'prompt',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
] as const satisfies readonly (keyof SignInSettings)[]
export type SignInText = (typeof signInTexts)[number]

export const forEachSignInText = <T>(valueOf: (name: SignInText) => T): Record<SignInText, T> =>
  Object.fromEntries(signInTexts.map((name) => [name, valueOf(name)])) as Record<SignInText, T>

/** True if the typed text is valid; an empty text leaves the setting unset. */
export const isSignInText = (name: SignInText, text: string): boolean =>
  signInSettingsSchema.shape[name].safeParse(text).success
