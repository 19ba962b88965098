import type { Credential } from '../../../ports.ts'
import type { Tokens } from '../../oauth/oauth.ts'
import { GrantRefused } from '../../secrets.ts'

const dayMs = 24 * 3_600_000

/** Creates a sign-in server and its service without a network. It counts the uses of its tokens. */
export function createGrantServer(nowMs: () => number = () => 0) {
  const endsAt = new Map<string, number>()
  const spent = new Set<string>()
  const figures = { refreshes: 0, reuses: 0, refused: 0 }
  const refreshedAt: number[] = []
  let current: { token: string; endsAtMs: number } | null = null
  let count = 0

  const issue = (): Tokens => {
    count += 1
    current = { token: `refresh-${count}`, endsAtMs: nowMs() + 30 * dayMs }
    endsAt.set(`access-${count}`, nowMs() + dayMs)
    return { accessToken: `access-${count}`, refreshToken: current.token, expiresInS: dayMs / 1000 }
  }

  return {
    figures,
    refreshedAt,
    signIn: issue,

    /** A reused refresh token revokes all tokens (RFC 9700, 4.14.2). */
    refresh(token: string): Tokens {
      figures.refreshes += 1
      refreshedAt.push(nowMs())
      if (spent.has(token)) {
        figures.reuses += 1
        current = null
        endsAt.clear()
      }
      if (!current || token !== current.token || nowMs() >= current.endsAtMs) {
        figures.refused += 1
        throw new GrantRefused('no')
      }
      spent.add(token)
      return issue()
    },

    /** Ends the newest access token. */
    endAccess(): void {
      endsAt.delete(`access-${count}`)
    },
    accepts: (accessToken: string): boolean => nowMs() < (endsAt.get(accessToken) ?? 0),
  }
}

type Server = Pick<ReturnType<typeof createGrantServer>, 'accepts'>

/** Sends a request like the client, which renews once after a 401. Returns true if it succeeded. */
export async function request(
  credential: Credential,
  server: Server,
  travel: () => Promise<unknown> = () => Promise.resolve(),
): Promise<boolean> {
  const send = async (): Promise<string | null> => {
    const token = await credential.token()
    await travel()
    const isServed = server.accepts(token)
    await travel()
    return isServed ? null : token
  }
  const rejectedToken = await send()
  if (rejectedToken === null) return true
  if (!(await credential.renew(rejectedToken))) return false
  return (await send()) === null
}
