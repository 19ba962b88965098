import { type Message, message } from '../../../shared/words/message.ts'

/** The error codes of a connection that was never made, so the request cannot have reached the service. */
const neverConnected =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|CERT_|_CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|WRONG_VERSION_NUMBER|ERR_INTERNET_DISCONNECTED|ERR_NAME_|ERR_CONNECTION_REFUSED|ERR_ADDRESS_|ERR_PROXY_|ERR_TUNNEL_|ERR_CONNECTION_TIMED_OUT/

const certificateCodes = /CERT_|_CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/
const proxyCodes = /ERR_PROXY_|ERR_TUNNEL_|ERR_UNEXPECTED_PROXY_AUTH|ERR_MANDATORY_PROXY/
const certificateDateCodes = /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID/
const hostNameCodes = /ENOTFOUND|EAI_AGAIN|ERR_NAME_/

export const proxyRefused = message('service.proxyNetworkNotLet')

type NetworkErrorExplanation = {
  /** False if the request certainly never reached the service. */
  mayHaveArrived: boolean
  /** True if the problem may pass without action by the user. */
  isTransient: boolean
  /** The reason in plain words, to follow a colon. */
  reason: Message
  /** The advice in whole sentences. Null means: check the network and the address. */
  advice: Message | null
  /** The host and port of the proxy that caused the error, if known. */
  proxy?: string
}

const notConnected = { mayHaveArrived: false, isTransient: true, advice: null }

/** Networks that inspect encrypted traffic replace the service's certificate with their own. */
const trustCertificateAdvice = message('service.whereNetworkProxyChecks')
const setClockAdvice = message('service.checkDateTimeComputer')
export const checkProxyAdvice = message('service.checkProxyUnderSettings')

export function explainNetworkError(error: unknown): NetworkErrorExplanation {
  const { codes, wasConnected, proxy: host } = collectCauses(error)
  const hasCode = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))
  if (hasCode(proxyCodes)) return explainProxy(hasCode(/ERR_PROXY_CONNECTION_FAILED/), host)
  if (hasCode(certificateDateCodes))
    return {
      ...notConnected,
      isTransient: false,
      reason: message('service.certificateExpiredNotYet'),
      advice: setClockAdvice,
    }
  if (hasCode(certificateCodes))
    return {
      ...notConnected,
      isTransient: false,
      reason: message('service.certificateNotTrustedComputer'),
      advice: trustCertificateAdvice,
    }
  if (hasCode(hostNameCodes)) return { ...notConnected, reason: message('service.nameCouldNotFound') }
  if (hasCode(/ECONNREFUSED|ERR_CONNECTION_REFUSED/))
    return { ...notConnected, reason: message('service.nothingAnswersAddress') }
  return {
    ...notConnected,
    mayHaveArrived: wasConnected || !hasCode(neverConnected),
    reason: message('service.connectionFailed'),
  }
}

function explainProxy(isUnreachable: boolean, host: string | undefined): NetworkErrorExplanation {
  const explanation = { ...notConnected, isTransient: false, advice: checkProxyAdvice }
  if (host === undefined) return { ...explanation, reason: proxyRefused }
  const reason = isUnreachable
    ? message('service.proxyNotAnswer', { host })
    : message('service.proxyNotLetRequest', { host })
  return { ...explanation, reason, proxy: host }
}

/**
 * Collects the codes of an error and its causes. Node has a `code`; Electron puts it into the message. For a
 * connection that is lost later, Node names the system call, `read` or `write`.
 */
function collectCauses(error: unknown) {
  const codes: string[] = []
  let wasConnected = false
  let proxy: string | undefined
  const seen = new Set<unknown>()
  const visit = (next: unknown): void => {
    if (!(next instanceof Error) || seen.has(next)) return
    seen.add(next)
    if ('proxy' in next && typeof next.proxy === 'string') proxy = next.proxy
    if ('code' in next && typeof next.code === 'string') codes.push(next.code)
    if ('syscall' in next && (next.syscall === 'read' || next.syscall === 'write')) wasConnected = true
    const named = /net::(\w+)/.exec(next.message)?.[1]
    if (named) codes.push(named)
    visit(next.cause)
    // When several addresses were tried, their errors are nested in one.
    if (next instanceof AggregateError) next.errors.forEach(visit)
  }
  visit(error)
  return { codes, wasConnected, proxy }
}
