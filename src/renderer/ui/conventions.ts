import { conventionSettingsSchema } from '../../shared/domain/convention.ts'

/** A base path as a person reads and writes it; `/` stands for none. */
export const showPath = (path: string): string => (path === '' ? '/' : path)

/** The base path that a person wrote: a slash in front, none at the end, and none at all for `/`. */
export function writtenPath(text: string): string {
  const inner = text.trim().replaceAll(/^\/+|\/+$/g, '')
  return inner === '' ? '' : `/${inner}`
}

export const isPath = (text: string): boolean =>
  conventionSettingsSchema.shape.base_path.safeParse(writtenPath(text)).success
