import { Failure } from '../../shared/contract/failures.ts'

const refused = (field: string, message: string): Failure =>
  new Failure('rejected', message, { problems: [{ field, message }] })

/** Whether a host is this computer itself, where plain http cannot be listened to from outside. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'

/**
 * The address of a service as it is kept: https (http on this computer only), without query, fragment and a slash
 * at its end. `https://` is added where no scheme was typed. Throws `rejected` with what is wrong.
 */
export function parseServiceUrl(text: string): string {
  const typed = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  if (typed === '' || !URL.canParse(address))
    throw refused(
      'serviceUrl',
      'This is no address of a service. It should look like https://api.example.org.',
    )
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('serviceUrl', 'The address of the service must begin with https://.')
  if (url.username !== '' || url.password !== '')
    throw refused(
      'serviceUrl',
      'Leave user name and password out of the address; the API key goes in its own field.',
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw refused(
      'serviceUrl',
      'The address must begin with https://: over http, anyone on the way could read the API key.',
    )
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** A pasted API key without the blanks around it. Throws `rejected` when it cannot be one. */
export function parseApiKey(text: string): string {
  const key = text.trim().replace(/^bearer\s+/i, '')
  if (key === '')
    throw refused('apiKey', 'The API key is empty. Copy it again from the console of the service.')
  // Header values hold visible ASCII only; anything else is a slip of copying.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw refused(
      'apiKey',
      'The API key holds blanks, line breaks or characters that no key has. Copy it again, whole and alone.',
    )
  return key
}
