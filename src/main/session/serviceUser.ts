import type { Checked } from '../../shared/contract/contract.ts'
import type { User } from '../../shared/domain/app/profile.ts'
import { startDeadline } from '../concurrency/deadline.ts'
import type { Clock, RemoteService } from '../ports.ts'

/** Callers that wait for the name, such as an import, continue without it after this time. */
const identifyLimitMs = 5000

/** Creates the lookup of the user who is signed in at the service. */
export function createServiceUser({
  remote,
  clock,
}: {
  remote: Pick<RemoteService, 'me' | 'updateMe'>
  clock: Clock
}) {
  let name: string | null = null
  /** The number of sign-ins. A response requested before the latest one may be about another user. */
  let signIns = 0
  const remember = async (response: Promise<{ value: User }>): Promise<User> => {
    const signInsBefore = signIns
    const { value } = await response
    if (signIns === signInsBefore) name = value.name || null
    return value
  }
  return {
    user: (): Promise<User> => remember(remote.me()),
    updateUser: (changes: Checked<'session.updateUser'>): Promise<User> =>
      remember(remote.updateMe(definedOnly(changes))),
    /** Returns the user's name as the service last returned it; null before the first request. */
    name: (): string | null => name,
    /**
     * Requests the name for at most 5 s, without throwing. A failed request clears the name; a timeout keeps the known
     * one.
     */
    async identify(): Promise<void> {
      const deadline = startDeadline(clock, identifyLimitMs)
      try {
        await remember(deadline.race(remote.me({ signal: deadline.signal })))
      } catch {
        if (!deadline.expired()) name = null
      } finally {
        deadline.dispose()
      }
    },
    /** Call after a sign-in: forgets the name until the service returns it. */
    signedIn(): void {
      signIns += 1
      name = null
    },
  }
}

const definedOnly = (changes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  )
