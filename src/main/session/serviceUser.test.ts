import { expect, it } from 'vitest'
import { rejected } from '../../shared/contract/failures.ts'
import type { User } from '../../shared/domain/app/profile.ts'
import { joinMessages } from '../../shared/words/message.ts'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import type { ServiceResponse } from '../ports.ts'
import { createServiceUser } from './serviceUser.ts'

const ada: User = {
  userId: 'u1',
  name: 'Ada',
  email: null,
  organization: null,
  plan: null,
  scopes: null,
  raw: {},
}

/** Creates a service with scripted responses to the user request; `silent` never responds, even after an abort. */
function setUp() {
  let me: 'named' | 'silent' | 'refused' = 'named'
  const { clock, finish } = createVirtualClock(0)
  const answer = async () => {
    if (me === 'silent') return new Promise<never>(() => undefined)
    if (me === 'refused') throw rejected(joinMessages([`Not for you.`]))
    return { value: ada } as ServiceResponse<User>
  }
  const user = createServiceUser({ remote: { me: answer, updateMe: answer }, clock })
  return { user, clock, finish, set: (next: typeof me) => (me = next) }
}

it('waits at most 5 s for a service that does not respond, and keeps the known user', async () => {
  const { user, clock, finish, set } = setUp()
  set('silent')
  await finish(user.identify())
  expect(clock.now()).toBe(5000)
  expect(user.name()).toBe(null)
  set('named')
  await user.identify()
  set('silent')
  await finish(user.identify())
  expect(clock.now()).toBe(10_000)
  expect(user.name()).toBe('Ada')
})

it('does not use a name requested before a sign-in for the user who signed in', async () => {
  const { user } = setUp()
  for (const request of [() => user.user(), () => user.identify(), () => user.updateUser({})]) {
    const answered = request()
    user.signedIn()
    await answered
    expect(user.name()).toBe(null)
  }
})

it('has no name if the service refuses to return it, or after another sign-in', async () => {
  const { user, set } = setUp()
  await user.user()
  set('refused')
  await user.identify()
  expect(user.name()).toBe(null)
  set('named')
  await user.user()
  user.signedIn()
  expect(user.name()).toBe(null)
})
