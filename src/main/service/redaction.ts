/** A shorter one is no secret, and would be found in the midst of values that are not the token. */
const leastHidden = 8

const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0')

const literal = (text: string): string => Array.from(text, (character) => `\\x${codeOf(character)}`).join('')

/**
 * Every way in which a service may write a token that it repeats: as it is, each character escaped as JSON, URLs or
 * careful servers write it (`\"`, `\/`, `\u002B`, `%2B`), all of it in base64 or in hex. Tokens are printable ASCII.
 */
function writingsOf(token: string): RegExp {
  const bytes = Buffer.from(token)
  const characters = Array.from(token, (character) => {
    const code = codeOf(character).replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const escaped = '"\\/'.includes(character) ? '\\\\?' : ''
    return `(?:${escaped}${literal(character)}|\\\\u00${code}|%${code})`
  }).join('')
  // In `\nkey` there is no token `nkey`: the letter belongs to the escape, and taking it away would break the JSON.
  const start = /^[bfnrtu"\\/]/.test(token) ? '(?<!(?<!\\\\)(?:\\\\\\\\)*\\\\)' : ''
  const whole = [
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  return new RegExp([`${start}${characters}`, ...whole.map((form) => literal(form))].join('|'), 'g')
}

/**
 * The text without the token, also where a service that repeats it wrote it in another way. A short one only goes
 * where it stands as the credential: anywhere else it may be a part of words.
 */
export function withoutToken(text: string, token: string): string {
  if (token === '') return text
  if (token.length >= leastHidden) return text.replaceAll(writingsOf(token), '…')
  return text.replaceAll(new RegExp(`\\b(bearer\\s+)${literal(token)}(?![\\w.~+/=-])`, 'gi'), '$1…')
}

/**
 * Overwrites the token in a body before anything is read from it or kept of it: what is kept as it came would hold
 * the credential of whoever asked. Lengths stay, so that the offsets inside a PDF do too.
 */
export function hideToken(body: Uint8Array, token: string): Uint8Array {
  if (token.length < leastHidden) return body
  const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  for (const { index, 0: written } of view.toString('latin1').matchAll(writingsOf(token)))
    view.fill('*', index, index + written.length)
  return body
}
