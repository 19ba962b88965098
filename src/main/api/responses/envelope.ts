import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord, type JsonRecord } from '../../../shared/json.ts'
import { fields } from '../fieldNames.ts'
import { findValue, keyOf, pick, readNumber, readText } from './jsonFields.ts'

/** The content of a body without its envelope. `status`: the envelope's takes precedence over HTTP's. */
export type Opened =
  | { ok: true; data: unknown; synthetic: boolean }
  | { ok: false; status: number; problem: Problem }

export type Problem = { text: string | null; fields: { field: string; message: string }[] }

/** The codes that mean success in every dialect. Only 200 is documented. */
const defaultSuccessCodes: readonly number[] = [200, 201, 202, 204]

/**
 * Opens the envelope of a response. Success has `code` 200 (service-interface, "Errors", rule 2), another 2xx code or one
 * of the dialect; any other code is an error whatever the HTTP status. A body without an envelope is its own data.
 */
export function openEnvelope(
  httpStatus: number,
  body: unknown,
  { envelope = {} }: Pick<ServiceDialect, 'envelope'>,
): Opened {
  const found = findEnvelope(body)
  const code = found?.code ?? null
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300
  const successCodes = [...(envelope.success ?? []), ...defaultSuccessCodes]
  const isCodeSuccess = code === null || successCodes.includes(code)
  if (!isHttpSuccess) return { ok: false, status: httpStatus, problem: readProblem(body) }
  if (!isCodeSuccess) return { ok: false, status: code, problem: readProblem(body) }
  const usual = found && found.dataKey !== null ? found.data : body
  const data = envelope.data?.length ? (findValue(body, { raw: body }, [], envelope.data) ?? usual) : usual
  return { ok: true, data, synthetic: isMarkedSynthetic(body) || isMarkedSynthetic(data) }
}

/** Returns the status without configured success codes: an envelope's error code takes precedence over HTTP's. */
export function effectiveStatus(httpStatus: number, body: unknown): number {
  const code = findEnvelope(body)?.code ?? null
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300
  return isHttpSuccess && code !== null && code >= 300 ? code : httpStatus
}

const isMarkedSynthetic = (value: unknown): boolean => isRecord(value) && value.synthetic === true

/** Parses an error body: `{code, message, data?}`, RFC 9457, `{error: {…}}`, `{error, error_description}`. */
function readProblem(body: unknown): Problem {
  if (!isRecord(body)) return { text: null, fields: [] }
  const inner = isRecord(body.error) ? body.error : body
  const message = readText(pick(inner, fields.message)) ?? readText(pick(body, fields.message))
  const text = message ?? (typeof body.error === 'string' ? body.error : null)
  const listed = fieldProblems(pick(inner, fields.problems))
  return { text, fields: listed.length > 0 ? listed : fieldProblems(pick(body, fields.problems)) }
}

/** Parses `[{field, message}]`, or `{field: message}` and `{field: [messages]}`, also nested in `errors`. */
function fieldProblems(value: unknown): Problem['fields'] {
  if (Array.isArray(value))
    return value.flatMap((entry) => {
      const message = readText(pick(entry, fields.problemText)) ?? readText(entry)
      const field = fieldName(pick(entry, fields.problemField))
      return message === null ? [] : [{ field, message }]
    })
  if (!isRecord(value)) return []
  const nested = pick(value, ['errors', 'problems'])
  if (nested !== undefined) return fieldProblems(nested)
  return Object.entries(value).flatMap(([field, detail]) => {
    const messages = Array.isArray(detail) ? detail : [detail]
    return messages.flatMap((message) => (typeof message === 'string' ? [{ field, message }] : []))
  })
}

const fieldName = (value: unknown): string =>
  [value]
    .flat()
    .flatMap((part) => readText(part) ?? [])
    .join('.')

/** An envelope, with its field names as received. */
export type Envelope = {
  /** The field that reports success or failure: a code, or a boolean. */
  statusKey: string | null
  code: number | null
  dataKey: string | null
  /** Undefined if the fields of the response are beside its code. */
  data: unknown
}

const { sampleId, drugId, taskId, userId, status, progress, envelopeCode, envelopeData } = fields
const idNames = [...sampleId, ...drugId, ...taskId, ...userId]
const [documentedCodeKey, documentedDataKey] = ['code', 'data'] as const
const otherDataKeys = envelopeData.filter((name) => name !== documentedDataKey)

const hasOwnId = (body: JsonRecord): boolean => keyOf(body, idNames) !== null
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Finds the envelope of a body. Null if the body is its own data. */
export function findEnvelope(body: unknown): Envelope | null {
  if (!isRecord(body)) return null
  const found = findCode(body)
  const successKey = pick(body, ['success']) === true ? keyOf(body, ['success']) : null
  const dataKey =
    findData(body, found !== null) ?? (found || successKey !== null ? findOtherData(body) : null)
  if (!found && dataKey === null) return null
  const isOther = dataKey !== null && keyOf(body, [documentedDataKey]) !== dataKey
  return {
    statusKey: found?.key ?? (isOther ? successKey : null),
    code: found?.code ?? null,
    dataKey,
    data: dataKey === null ? undefined : body[dataKey],
  }
}

/** Finds the code if the body is clearly an envelope, since a plain record may have a field of that name. */
function findCode(body: JsonRecord): { key: string; code: number } | null {
  const hasEnvelopeField =
    keyOf(body, [documentedDataKey, 'message', 'msg', 'error', 'errmsg', 'error_message']) !== null ||
    Object.keys(body).length === 1
  const isOwnRecord = hasOwnId(body)
  const hasSingleDataKey = !isOwnRecord && findOtherDataKeys(body).length === 1
  for (const name of envelopeCode) {
    const key = keyOf(body, [name])
    const code = key === null ? null : readNumber(body[key])
    if (key === null || code === null) continue
    if (hasSingleDataKey || (hasEnvelopeField && (name === documentedCodeKey || !isOwnRecord)))
      return { key, code }
  }
  return null
}

/** Finds `data` if the response has a code or no identifier of its own. A plain record may have such a field too. */
function findData(body: JsonRecord, hasCode: boolean): string | null {
  const key = keyOf(body, [documentedDataKey])
  return key !== null && (hasCode || (isObject(body[key]) && !hasOwnId(body))) ? key : null
}

const findOtherDataKeys = (body: JsonRecord): string[] =>
  otherDataKeys.flatMap((name) => keyOf(body, [name]) ?? [])

/** Finds the single data field under another name. Null if an identifier or a state is beside it. */
function findOtherData(body: JsonRecord): string | null {
  const [key, ...more] = findOtherDataKeys(body)
  if (key === undefined || more.length > 0 || keyOf(body, [documentedDataKey]) !== null) return null
  return isObject(body[key]) && !hasOwnId(body) && !hasState(body) ? key : null
}

/** True if the response has a state and so is a task. “None yet” would otherwise look like “none at all”. */
function hasState(body: JsonRecord): boolean {
  const word = readText(pick(body, status))?.trim() ?? 'ok'
  return (
    pick(body, progress) !== undefined || !(/^(ok|true|\d+)$/i.test(word) || parseState(word) === 'succeeded')
  )
}
