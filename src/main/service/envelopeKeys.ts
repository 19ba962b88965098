import { parseState } from '../../shared/domain/sample.ts'
import { defaultConventions } from './conventions.ts'
import { isRecord, type JsonRecord, keyOf, pick, readNumber, readText } from './payload.ts'

/** What an answer is wrapped in, with the names as they came. */
export type Envelope = {
  /** The field that shows that all went well, or not: a code, or else a plain yes. */
  markKey: string | null
  code: number | null
  dataKey: string | null
  /** Undefined where the fields of the answer stand beside its code. */
  data: unknown
}

const { sampleId, drugId, taskId, userId, status, progress, envelopeCode, envelopeData } =
  defaultConventions.fields
const idNames = [...sampleId, ...drugId, ...taskId, ...userId]
const [documentedCode, documentedData] = ['code', 'data'] as const
const otherData = envelopeData.filter((name) => name !== documentedData)

const namesItself = (body: JsonRecord): boolean => keyOf(body, idNames) !== null
const holds = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The envelope of a body; null where the body is its own data. */
export function findEnvelope(body: unknown): Envelope | null {
  if (!isRecord(body)) return null
  const found = findCode(body)
  const yes = pick(body, ['success']) === true ? keyOf(body, ['success']) : null
  const dataKey = findData(body, found !== null) ?? (found || yes !== null ? findOtherData(body) : null)
  if (!found && dataKey === null) return null
  const isOther = dataKey !== null && keyOf(body, [documentedData]) !== dataKey
  return {
    markKey: found?.key ?? (isOther ? yes : null),
    code: found?.code ?? null,
    dataKey,
    data: dataKey === null ? undefined : body[dataKey],
  }
}

/** The code, where the body is plainly an envelope: a record of the service's own may have a field of that name. */
function findCode(body: JsonRecord): { key: string; code: number } | null {
  const says =
    keyOf(body, [documentedData, 'message', 'msg', 'error', 'errmsg', 'error_message']) !== null ||
    Object.keys(body).length === 1
  const isOwn = namesItself(body)
  const wraps = !isOwn && otherKeys(body).length === 1
  for (const name of envelopeCode) {
    const key = keyOf(body, [name])
    const code = key === null ? null : readNumber(body[key])
    if (key === null || code === null) continue
    if (wraps || (says && (name === documentedCode || !isOwn))) return { key, code }
  }
  return null
}

/**
 * `data`, of an answer with a code, and of one without that names nothing by itself, since a record of the service's
 * own may have a field called so.
 */
function findData(body: JsonRecord, hasCode: boolean): string | null {
  const key = keyOf(body, [documentedData])
  return key !== null && (hasCode || (holds(body[key]) && !namesItself(body))) ? key : null
}

const otherKeys = (body: JsonRecord): string[] => otherData.flatMap((name) => keyOf(body, [name]) ?? [])

/** The one field of another name that holds what was asked for; null where the answer tells of itself beside it. */
function findOtherData(body: JsonRecord): string | null {
  const [key, ...more] = otherKeys(body)
  if (key === undefined || more.length > 0 || keyOf(body, [documentedData]) !== null) return null
  return holds(body[key]) && !namesItself(body) && !hasState(body) ? key : null
}

/** An answer that has a state is a task itself: without it, "none yet" would read as "none at all". */
function hasState(body: JsonRecord): boolean {
  const word = readText(pick(body, status))?.trim() ?? 'ok'
  return (
    pick(body, progress) !== undefined || !(/^(ok|true|\d+)$/i.test(word) || parseState(word) === 'succeeded')
  )
}
