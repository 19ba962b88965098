import { type EndpointResponse, ok, Refusal } from '../http/httpMessages.ts'
import type { ApiCall, Backend, Endpoints, UserRecord } from '../state.ts'

const maxLength = 200
const editable = ['name', 'email', 'organization'] as const satisfies (keyof UserRecord)[]

export const userEndpoints: Endpoints = {
  'GET /users/me': [null, showUser],
  'PATCH /users/me': [null, changeUser],
}

function showUser({ caller }: ApiCall, { state }: Backend): EndpointResponse {
  return ok(userPayload(caller, state.user))
}

function changeUser(call: ApiCall, backend: Backend): EndpointResponse {
  updateUser(call.body, backend)
  return showUser(call, backend)
}

const userPayload = ({ userId, scopes }: ApiCall['caller'], user: UserRecord) => ({
  user_id: userId,
  ...user,
  plan: 'standard',
  scopes,
  synthetic: true,
})

/** All fields are checked before any is changed. */
function updateUser(body: Record<string, unknown>, { state }: Backend): void {
  const changes = Object.entries(body).map(([name, value]) => {
    const field = editable.find((each) => each === name)
    if (!field) throw new Refusal(400, `${name} cannot be changed. Fields: ${editable.join(', ')}.`)
    return [field, checkText(field, value)] as const
  })
  for (const [field, value] of changes) state.user[field] = value
  if (changes.length > 0) state.changed()
}

function checkText(field: (typeof editable)[number], value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > maxLength)
    throw new Refusal(400, `${field} must be a text of 1 to ${maxLength} characters.`)
  if (field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value))
    throw new Refusal(400, 'email must be an address, such as name@example.org.')
  return value
}
