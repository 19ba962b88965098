import { describe, expect, it } from 'vitest'
import type { User } from '../../../../shared/domain/app/profile.ts'
import { differingFields, toUserChange, toUserDraft, userProblems } from './Account.tsx'

const user: User = {
  userId: 'U1',
  name: 'Ada',
  email: 'ada@example.org',
  organization: null,
  plan: 'standard',
  scopes: null,
  raw: {},
}

describe("a change of the user's account", () => {
  it('contains only the changed fields, trimmed', () => {
    const draft = { ...toUserDraft(user), name: ' Ada L. ', email: 'ada@example.org ' }
    expect(toUserChange(user, draft)).toEqual({ name: 'Ada L.' })
    expect(toUserChange(user, toUserDraft(user))).toEqual({})
  })

  it('rejects an emptied field and a text that is too long', () => {
    const draft = { name: '', email: 'x'.repeat(201), organization: '' }
    expect(userProblems(toUserChange(user, draft))).toEqual({ name: 'needed', email: 'tooLong' })
  })

  it('is compared with the values that the service returns afterwards', () => {
    expect(differingFields({ name: 'Ada L.', email: 'a@b.c' }, { ...user, name: 'Ada L.' })).toEqual([
      'email',
    ])
  })
})
