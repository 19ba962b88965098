/** What a redirect of this sign-in must look like. */
export type ExpectedRedirect = { redirectUri: string; state: string }

/**
 * Why an address is not the answer to this sign-in, in whole sentences; null when it is. Any page may call the
 * listener and anything may be pasted, so that a wrong one must not end the sign-in that waits for the right one.
 */
export function redirectProblem(address: URL, { redirectUri, state }: ExpectedRedirect): string | null {
  if (`${address.origin}${address.pathname}` !== redirectUri)
    return `This is not the address that the browser was sent to after the sign-in page. That one begins with ${redirectUri}.`
  const { searchParams } = address
  const single = (name: string): string | null => {
    const values = searchParams.getAll(name)
    return values.length === 1 && values[0] !== '' ? (values[0] ?? null) : null
  }
  if (single('code') === null && single('error') === null)
    return 'This address holds no answer of the sign-in page. Copy the whole of it from the address bar, after signing in.'
  if (single('state') !== state)
    return 'This address belongs to another sign-in. Use the page that this sign-in opened.'
  return null
}

/** A pasted address; a terminal or a mail may have broken it into lines. Null when it is no address at all. */
export function readPasted(text: string): URL | null {
  const address = text.replaceAll(/\s+/g, '')
  return URL.canParse(address) ? new URL(address) : null
}
