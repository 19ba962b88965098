import type { Conventions } from './conventions.ts'
import { findEnvelope } from './envelopeKeys.ts'
import { isRecord, pick, readText } from './jsonFields.ts'

/** What a body says, once the envelope is taken off. `status` is the one that counts: the envelope's before HTTP's. */
export type Opened =
  | { ok: true; data: unknown; envelope: unknown; synthetic: boolean }
  | { ok: false; status: number; problem: Problem }

export type Problem = { text: string | null; fields: { field: string; message: string }[] }

/**
 * Takes the envelope off an answer. A successful one carries `code` 200 (service-interface, "Errors", rule 2);
 * another code is an error whatever HTTP says. A body without an envelope is its own data.
 */
export function openEnvelope(
  httpStatus: number,
  body: unknown,
  { conventions, successCodes }: { conventions: Conventions; successCodes: readonly number[] },
): Opened {
  const found = findEnvelope(body)
  const code = found?.code ?? null
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300
  const isCodeSuccess = code === null || successCodes.includes(code)
  if (!isHttpSuccess) return { ok: false, status: httpStatus, problem: readProblem(body, conventions) }
  if (!isCodeSuccess) return { ok: false, status: code, problem: readProblem(body, conventions) }
  const data = found && found.dataKey !== null ? found.data : body
  return { ok: true, data, envelope: body, synthetic: isMarkedSynthetic(body) || isMarkedSynthetic(data) }
}

/** The status that counts, whatever means success here: an envelope's error code before HTTP's. */
export function effectiveStatus(httpStatus: number, body: unknown): number {
  const code = findEnvelope(body)?.code ?? null
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300
  return isHttpSuccess && code !== null && code >= 300 ? code : httpStatus
}

const isMarkedSynthetic = (value: unknown): boolean => isRecord(value) && value.synthetic === true

/**
 * Reads an error body: `{code, message, data?}`, RFC 9457, `{error: {…}}`, `{error, error_description}`.
 * HTML and empty bodies say nothing that a person could use.
 */
function readProblem(body: unknown, { fields }: Conventions): Problem {
  if (!isRecord(body)) return { text: null, fields: [] }
  const inner = isRecord(body.error) ? body.error : body
  const message = readText(pick(inner, fields.message)) ?? readText(pick(body, fields.message))
  const text = message ?? (typeof body.error === 'string' ? body.error : null)
  const listed = fieldProblems(pick(inner, fields.problems), fields)
  return { text, fields: listed.length > 0 ? listed : fieldProblems(pick(body, fields.problems), fields) }
}

/** `[{field, message}]`, or `{field: message}` and `{field: [messages]}`, also one level down in `errors`. */
function fieldProblems(value: unknown, fields: Conventions['fields']): Problem['fields'] {
  if (Array.isArray(value))
    return value.flatMap((entry) => {
      const message = readText(pick(entry, fields.problemText)) ?? readText(entry)
      const field = fieldName(pick(entry, fields.problemField))
      return message === null ? [] : [{ field, message }]
    })
  if (!isRecord(value)) return []
  const nested = pick(value, ['errors', 'problems'])
  if (nested !== undefined) return fieldProblems(nested, fields)
  return Object.entries(value).flatMap(([field, detail]) => {
    const messages = Array.isArray(detail) ? detail : [detail]
    return messages.flatMap((message) => (typeof message === 'string' ? [{ field, message }] : []))
  })
}

const fieldName = (value: unknown): string =>
  Array.isArray(value) ? value.map((part) => String(part)).join('.') : (readText(value) ?? '')
