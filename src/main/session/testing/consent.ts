type Options = { decision?: 'allow' | 'deny'; redirect?: 'follow' | 'manual' }

/**
 * Answers the sign-in request on the page of the reference service, as a user does. Returns the address of the redirect,
 * which `manual` does not open.
 */
export async function consent(
  address: string | URL,
  { decision = 'allow', redirect = 'follow' }: Options = {},
): Promise<string> {
  const page = await (await fetch(address)).text()
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ request, decision })
  const answer = await fetch(new URL('/oauth/authorize', address), { method: 'POST', body, redirect })
  return answer.headers.get('Location') ?? ''
}
