import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import { checkProxyAdvice, proxyRefused } from '../http/networkErrors.ts'
import { toPlainLine, withoutToken } from '../http/redaction.ts'
import type { Problem } from './envelope.ts'

export type CallDescription = {
  /** Method and path template, without identifiers or query. */
  endpoint: string
  /** The requested item in plain words: `sample S-1`. */
  what: Message
  scope?: string | undefined
}

type ErrorDetails = CallDescription & {
  status: number
  problem: Problem
  requestId: string | null
  retryAfterMs: number | null
  /** The request may cost money, so no message says to try again. */
  once?: true | undefined
  /** The scopes of the credential. Null if they are not known. */
  scopesHeld: readonly string[] | null
  /** The token used. It must not appear in a message if the service echoes it. */
  token: string
}

const maxTextLength = 300

/**
 * Returns the failure for an error response (service-interface, "Errors"): 400 rejected, 401 notSignedIn, 403
 * forbidden, 404 notFound, 429 rateLimited, other 4xx rejected, everything else serviceFailed.
 */
export function classifyFailure(error: ErrorDetails): Failure {
  const { status, endpoint } = error
  const serviceMessage = formatServiceMessage(error)
  const requestIdDetail = error.requestId === null ? {} : { requestId: error.requestId }
  if (status === 401)
    return new Failure(
      'notSignedIn',
      serviceMessage
        ? message('service.serviceNotAcceptCredential', { serviceMessage })
        : message('service.serviceNotAcceptCredentialSign'),
      requestIdDetail,
    )
  if (status === 403) return forbidden(error, serviceMessage)
  if (status === 404)
    return new Failure(
      'notFound',
      serviceMessage
        ? message('service.serviceNotKnow', { what: error.what, serviceMessage })
        : message('service.theServiceDoesNotKnow', { what: error.what }),
      { what: error.what, status, ...requestIdDetail },
    )
  if (status === 407) {
    const text = message('service.serviceCannotReached', { reason: proxyRefused })
    return new Failure('offline', joinMessages([text, checkProxyAdvice]), { reason: 'network' })
  }
  if (status === 429) {
    const retryAfterMs = error.retryAfterMs ?? 60_000
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    const sentence =
      seconds > 120
        ? message('service.serviceTakesNoMore', { seconds: Math.ceil(seconds / 60) })
        : message('service.serviceTakesNoMoreRequests', { seconds })
    return new Failure('rateLimited', sentence, { retryAfterMs, ...requestIdDetail })
  }
  if (status >= 300 && status < 400)
    return new Failure('serviceFailed', message('service.serviceAnsweredRedirectPathclock'), {
      status,
      endpoint,
      ...requestIdDetail,
    })
  if (status >= 400 && status < 500) {
    const problems = error.problem.fields.map(({ field, message: text }) => ({
      field: sanitize(field, error.token),
      message: joinMessages([sanitize(text, error.token)]),
    }))
    return new Failure(
      'rejected',
      serviceMessage
        ? message('service.serviceRefusedRequestCheck', { serviceMessage })
        : message('service.serviceRefusedRequestCheckValues'),
      { problems, status, ...requestIdDetail },
    )
  }
  // A code that is not an HTTP error came in a response with HTTP success.
  const isCustomCode = status < 300 || status > 599
  const advice = isCustomCode ? successCodeAdvice(status, error.requestId) : retryAdvice(error)
  return new Failure(
    'serviceFailed',
    joinMessages([
      isCustomCode ? customCode(status, serviceMessage) : failed(status, serviceMessage),
      advice,
    ]),
    {
      status,
      endpoint,
      ...requestIdDetail,
      ...(error.retryAfterMs !== null && { retryAfterMs: error.retryAfterMs }),
    },
  )
}

const failed = (status: number, serviceMessage: string): Message =>
  serviceMessage
    ? message('service.serviceFailed', { status, serviceMessage })
    : message('service.theServiceFailed', { status })

const customCode = (status: number, serviceMessage: string): Message =>
  serviceMessage
    ? message('service.serviceRespondedCodeNot', { status, serviceMessage })
    : message('service.serviceRespondedCodeNotCount', { status })

const successCodeAdvice = (status: number, requestId: string | null): Message =>
  requestId === null
    ? message('service.codeMeansSuccessService', { status })
    : message('service.codeMeansSuccessServiceAdd', { status, requestId })

function retryAdvice({ requestId, once }: ErrorDetails): Message {
  if (requestId === null) return once ? message('service.staysTell') : message('service.tryAgainLaterStays')
  return once
    ? message('service.staysTellRequest', { requestId })
    : message('service.tryAgainLaterStaysTell', { requestId })
}

function forbidden(error: ErrorDetails, serviceMessage: string): Failure {
  const refusal = serviceMessage
    ? message('service.notAllowedService', { serviceMessage })
    : message('service.youAreNotAllowedToDoThisAtTheService')
  return new Failure('forbidden', joinMessages([refusal, scopeHint(error)]), {
    ...(error.scope === undefined ? {} : { scope: error.scope }),
    ...(error.requestId === null ? {} : { requestId: error.requestId }),
  })
}

function scopeHint({ scope, scopesHeld, token }: ErrorDetails): Message {
  const held = scopesHeld?.map((one) => sanitize(one, token)).join(', ')
  if (scope === undefined) {
    if (held === undefined) return message('service.documentationNamesNoScope')
    if (held === '') return message('service.documentationNamesNoScopeCall')
    return message('service.documentationNamesNoScopeCallCredential', { held })
  }
  if (held === undefined) return message('service.credentialNeedScope', { scope })
  if (held === '') return message('service.credentialNeedScopeCarries', { scope })
  return message('service.theCredentialMayNeedTheScopeItCarries', { scope, held })
}

/** Formats the service's own message as a sentence. Empty if there is none. */
function formatServiceMessage({ problem, token }: ErrorDetails): string {
  const text = problem.text === null ? '' : sanitize(problem.text, token)
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`
}

/** Sanitizes text of the service: one short line without a credential or query string. */
const sanitize = (text: string, token: string): string =>
  toPlainLine(
    withoutToken(text, token)
      .replaceAll(/\b(bearer)\s+\S+/gi, '$1 …')
      .replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1'),
    maxTextLength,
  )
