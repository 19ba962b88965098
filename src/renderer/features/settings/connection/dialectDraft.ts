import { dialectSchema, type ServiceDialect, withoutBlanks } from '../../../../shared/domain/app/dialect.ts'
import { isRecord } from '../../../../shared/json.ts'
import { parsePath } from '../../../ui/forms/dialect.ts'

/** Formats a dialect as the text of its file. */
export const formatDialect = (dialect: object): string => JSON.stringify(dialect, null, 2)

/** A dialect as typed: its settings, valid or not, or what is wrong with the text. */
export type TypedDialect = {
  /** The settings as typed; null if the text is not a JSON object. */
  typed: Readonly<Record<string, unknown>> | null
  /** The dialect to save; null if a setting is invalid. */
  dialect: ServiceDialect | null
  /** The first invalid setting, and the key of its message. */
  problem: { name: string; key: string } | null
}

/** Parses the text of a dialect file. The base path may lack its first slash, and `/` means none. */
export function readDialect(text: string): TypedDialect {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    typed = null
  }
  if (!isRecord(typed)) return { typed: null, dialect: null, problem: null }
  const path = typed['base_path']
  const normalized = typeof path === 'string' ? { ...typed, base_path: parsePath(path) } : typed
  const { success, data, error } = dialectSchema.safeParse(normalized)
  if (success) return { typed, dialect: withoutBlanks(data), problem: null }
  const [issue] = error.issues
  return {
    typed,
    dialect: null,
    problem: { name: issue?.path.join(' › ') ?? '', key: issue?.message ?? '' },
  }
}

/** Returns the text with one setting changed; undefined removes the setting. */
export const withSetting = (typed: object, name: keyof ServiceDialect, value: unknown): string =>
  formatDialect({ ...typed, [name]: value })
