import { type ConventionSettings, conventionSettingsSchema } from '../../../shared/domain/app/convention.ts'

/** A base path as a person reads and writes it; `/` stands for none. */
export const formatPath = (path: string): string => (path === '' ? '/' : path)

/** The base path that a person wrote: a slash in front, none at the end, and none at all for `/`. */
export function parsePath(text: string): string {
  const inner = text.trim().replaceAll(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

export const isPath = (text: string): boolean =>
  conventionSettingsSchema.shape.base_path.safeParse(parsePath(text)).success

/** Settings of signing in with the browser that are typed as text; their words are in the namespace `ui`. */
export const signInTexts = [
  'requested_scopes',
  'redirect_uri',
  'audience',
  'resource',
  'prompt',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
] as const satisfies readonly (keyof ConventionSettings)[]
export type SignInText = (typeof signInTexts)[number]

export const forEachSignInText = <T>(valueOf: (name: SignInText) => T): Record<SignInText, T> =>
  Object.fromEntries(signInTexts.map((name) => [name, valueOf(name)])) as Record<SignInText, T>

/** Whether it may stand as it is typed; empty, nothing is set. */
export const isSignInText = (name: SignInText, text: string): boolean =>
  conventionSettingsSchema.shape[name].safeParse(text).success
