/** Reasons for which a connection was never made, so that no request can have reached the service. */
const neverConnected =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|CERT_|_CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|WRONG_VERSION_NUMBER|ERR_INTERNET_DISCONNECTED|ERR_NAME_|ERR_CONNECTION_REFUSED|ERR_ADDRESS_|ERR_PROXY_|ERR_TUNNEL_|ERR_CONNECTION_TIMED_OUT/

const certificate = /CERT_|_CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/
const name = /ENOTFOUND|EAI_AGAIN|ERR_NAME_/

/** What a thrown network error tells: whether the request can have arrived, and the reason in a person's words. */
export function explainNetworkError(error: unknown): { mayHaveArrived: boolean; reason: string } {
  const codes = causes(error)
  const is = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))
  if (is(certificate))
    return { mayHaveArrived: false, reason: 'its certificate is not trusted on this computer' }
  if (is(name)) return { mayHaveArrived: false, reason: 'its name could not be found' }
  if (is(/ECONNREFUSED|ERR_CONNECTION_REFUSED/))
    return { mayHaveArrived: false, reason: 'nothing answers at its address' }
  return { mayHaveArrived: !is(neverConnected), reason: 'the connection failed' }
}

/** Codes of an error and of what caused it: Node names the code, Electron puts it into the message. */
function causes(error: unknown): string[] {
  const found: string[] = []
  const seen = new Set<unknown>()
  const visit = (next: unknown): void => {
    if (!(next instanceof Error) || seen.has(next)) return
    seen.add(next)
    if ('code' in next && typeof next.code === 'string') found.push(next.code)
    const named = /net::(\w+)/.exec(next.message)?.[1]
    if (named) found.push(named)
    visit(next.cause)
    // Addresses tried one after another are one error with several inside.
    if (next instanceof AggregateError) next.errors.forEach(visit)
  }
  visit(error)
  return found
}
