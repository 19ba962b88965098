import type { User } from '../../../../shared/domain/app/profile.ts'

export const userFields = ['name', 'email', 'organization'] as const
export type UserField = (typeof userFields)[number]
export type UserDraft = Record<UserField, string>
export type UserChange = Partial<UserDraft>
export type UserProblem = 'needed' | 'tooLong'

const longest = 200

export const toUserDraft = (user: User): UserDraft => ({
  name: user.name ?? '',
  email: user.email ?? '',
  organization: user.organization ?? '',
})

/** What is sent: the fields whose text is another one now, without the spaces around it. */
export function toUserChange(user: User, draft: UserDraft): UserChange {
  const before = toUserDraft(user)
  const changed = userFields.filter((field) => draft[field].trim() !== before[field].trim())
  return Object.fromEntries(changed.map((field) => [field, draft[field].trim()]))
}

/** What keeps a change from being sent, by field. */
export function userProblems(change: UserChange): Partial<Record<UserField, UserProblem>> {
  const found = userFields.flatMap((field): [UserField, UserProblem][] => {
    const text = change[field]
    if (text === undefined) return []
    if (text === '') return [[field, 'needed']]
    return text.length > longest ? [[field, 'tooLong']] : []
  })
  return Object.fromEntries(found)
}

/** The fields that the service gives another value for than the one it was sent. */
export const differingFields = (change: UserChange, now: User): UserField[] =>
  userFields.filter((field) => change[field] !== undefined && change[field] !== now[field])
