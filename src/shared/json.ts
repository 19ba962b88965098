export type JsonRecord = Record<string, unknown>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Serializes texts as JSON for the parameter of `SELECT value FROM json_each(?)`. */
export const toJsonList = (texts: Iterable<string>): string =>
  JSON.stringify(Array.from(texts, (text) => text.toWellFormed()))
