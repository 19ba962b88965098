import { type ConventionSettings, conventionSettingsSchema } from '../../shared/domain/convention.ts'

/** What holds of a service where nothing was found and nothing is set (docs on service conventions). */
export const assumed = {
  base_path: '/api/v1',
  success_code: 200,
  idempotency: 'unknown',
  order_fields: {},
  token_body: 'form',
  client_secret_in: 'body',
  activity_unit: '',
  aging_offset_unit: '',
} as const satisfies Required<ConventionSettings>

/** A base path as a person reads and writes it; `/` stands for none. */
export const showPath = (path: string): string => (path === '' ? '/' : path)

/** The base path that a person wrote: a slash in front, none at the end, and none at all for `/`. */
export function writtenPath(text: string): string {
  const inner = text.trim().replaceAll(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

export const isPath = (text: string): boolean =>
  conventionSettingsSchema.shape.base_path.safeParse(writtenPath(text)).success
