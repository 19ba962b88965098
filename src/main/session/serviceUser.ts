import type { Services } from '../../shared/contract/contract.ts'
import type { User } from '../../shared/domain/app/profile.ts'
import { startDeadline } from '../concurrency/deadline.ts'
import type { Clock, RemoteService } from '../ports.ts'

type ServiceUser = Pick<Services['session'], 'user' | 'updateUser'> & {
  /** As the service named the user last; null before the first request. */
  name(): string | null
  /**
   * Requests the name for at most 5 s, and never throws. There is none where the service does not say; one that was
   * known before stays where it says nothing in that time.
   */
  identify(): Promise<void>
  /** Somebody has signed in, and the service has not named them yet. */
  signedIn(): void
}

/** What waits for the name, such as an import, goes on without it. */
const identifyLimitMs = 5000

/** Who is signed in at the service. */
export function createServiceUser({
  remote,
  clock,
}: {
  remote: Pick<RemoteService, 'me' | 'updateMe'>
  clock: Clock
}): ServiceUser {
  let name: string | null = null
  /** A response to what was requested before the last one is about somebody else. */
  let signIns = 0
  const remember = async (response: Promise<{ value: User }>): Promise<User> => {
    const signInsBefore = signIns
    const { value } = await response
    if (signIns === signInsBefore) name = value.name || null
    return value
  }
  return {
    user: () => remember(remote.me()),
    updateUser: (changes) => remember(remote.updateMe(definedOnly(changes))),
    name: () => name,
    async identify() {
      const deadline = startDeadline(clock, identifyLimitMs)
      try {
        await remember(deadline.race(remote.me({ signal: deadline.signal })))
      } catch {
        if (!deadline.expired()) name = null
      } finally {
        deadline.dispose()
      }
    },
    signedIn() {
      signIns += 1
      name = null
    },
  }
}

const definedOnly = (changes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  )
