/**
 * Allows the sign-in request on the service's page, as a user does. Returns the address of the redirect, which
 * `manual` does not open.
 */
export async function consent(address: string, redirect: 'follow' | 'manual' = 'follow'): Promise<string> {
  const page = await (await fetch(address)).text()
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ request, decision: 'allow' })
  const answer = await fetch(new URL('/oauth/authorize', address), { method: 'POST', body, redirect })
  return answer.headers.get('Location') ?? ''
}
