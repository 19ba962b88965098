import type { Services } from '../../shared/contract/contract.ts'
import type { User } from '../../shared/domain/app/profile.ts'
import type { RemoteService } from '../ports.ts'

type ServiceUser = Pick<Services['session'], 'user' | 'updateUser'> & {
  /** As the service named the user last; null before it was asked. */
  name(): string | null
}

/** Who is signed in at the service. */
export function createServiceUser({
  remote,
}: {
  remote: Pick<RemoteService, 'me' | 'updateMe'>
}): ServiceUser {
  let name: string | null = null
  const remember = (user: User): User => {
    name = user.name || null
    return user
  }
  return {
    user: async () => remember((await remote.me()).value),
    updateUser: async (changes) => remember((await remote.updateMe(definedOnly(changes))).value),
    name: () => name,
  }
}

const definedOnly = (changes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  )
