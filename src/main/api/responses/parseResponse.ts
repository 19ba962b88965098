import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { fields, headerNames } from '../fieldNames.ts'
import { RequestError, type SignedExchange, unreadableResponse } from '../http/exchange.ts'
import { findRepeatedNames, toUtf8 } from '../http/json.ts'
import { readRetryAfter } from '../rateLimit/headers.ts'
import { type ApiResponse, type CallSpec } from './apiResponse.ts'
import { classifyFailure } from './classifyFailure.ts'
import { openEnvelope } from './envelope.ts'
import { plainName } from './jsonFields.ts'
import { toPayloadTooLarge } from './payloadTooLarge.ts'

/** A refusal by the service. `status` is the effective one: the envelope's takes precedence over HTTP's. */
export type ErrorResponse = { status: number; failure: Failure; retryAfterMs: number | null }
export type ParsedResponse<T> = { value: T } | { refusal: ErrorResponse }

type ParseContext = {
  dialect: ServiceDialect
  nowMs: number
  /** Origin and base path. */
  service: string
  scopesHeld: readonly string[] | null
}

/** Parses a complete response into its content or the refusal. Throws `RequestError` if it cannot be parsed. */
export function parseResponse(
  raw: SignedExchange,
  spec: CallSpec,
  context: ParseContext,
): ParsedResponse<ApiResponse> {
  const { dialect, nowMs, service, scopesHeld } = context
  const { body, bytes, headers, requestId, token } = raw
  const opened = openEnvelope(raw.status, body, dialect)
  const retryAfterMs = readRetryAfter(headers, nowMs)
  const received = {
    status: raw.status,
    raw: body ?? null,
    bytes,
    headers,
    contentType: raw.contentType,
    requestId,
    fetchedAt: raw.fetchedAt,
    service,
    dialect,
  }
  const isPending = spec.pendingStatuses?.includes(raw.status) === true
  if (!opened.ok) {
    const rejection = classifyFailure({ ...spec, ...opened, requestId, retryAfterMs, token, scopesHeld })
    const failure = isFailure(rejection, 'rejected')
      ? toPayloadTooLarge(opened.status, opened.problem, rejection)
      : rejection
    return isPending
      ? { value: { ...received, data: null, synthetic: false, pending: { failure, retryAfterMs } } }
      : { refusal: { status: opened.status, failure, retryAfterMs } }
  }
  const isEmpty = bytes.byteLength === 0
  const unreadable = (reason: Message) => unreadableResponse(spec.endpoint, reason, requestId)
  const notJson = unreadable(isEmpty ? message('service.itIsEmpty') : message('service.notJson'))
  if (body === undefined && !spec.anyContent && !(isEmpty && (spec.mayBeEmpty || isPending)))
    throw new RequestError(notJson, { mayHaveArrived: true, isTransient: false })
  const contradiction = body === undefined || spec.anyContent ? null : contradictingName(raw)
  if (contradiction !== null)
    throw new RequestError(unreadable(message('catalogue.namesTwiceOneRecord', { contradiction })), {
      mayHaveArrived: true,
      isTransient: false,
    })
  const synthetic = opened.synthetic || headers.get(headerNames.synthetic) === 'true'
  const pending = isPending ? { failure: notJson, retryAfterMs } : null
  return { value: { ...received, data: opened.data, synthetic, pending } }
}

/** Finds an identifier or state that one record has twice. Parsing would silently use the last. */
function contradictingName({
  bytes,
  contentType,
}: Pick<SignedExchange, 'bytes' | 'contentType'>): string | null {
  const names = new Set(
    [...fields.sampleId, ...fields.drugId, ...fields.taskId, ...fields.status].map(plainName),
  )
  const found = findRepeatedNames(toUtf8(bytes, contentType)).find(
    ({ name, isSame }) => !isSame && names.has(plainName(name)),
  )
  return found?.name ?? null
}
