import type { User } from '../../shared/domain/user.ts'
import type { RemoteService } from '../ports.ts'
import { toAnswer, unreadable } from './answers.ts'
import type { Send } from './call.ts'
import type { Conventions } from './conventions.ts'
import { pick, readId, readText, readTexts, unwrap } from './payload.ts'

type UserCalls = Pick<RemoteService, 'me' | 'updateMe'>

/** The calling user's own profile. */
export function createUserCalls(send: Send, conventions: Conventions): UserCalls {
  const call = { what: 'the calling user', path: '/users/me' }
  return {
    async me(options) {
      const endpoint = 'GET /users/me'
      const received = await send({ ...call, endpoint, method: 'GET' }, options)
      return toAnswer(received, readUser(received.data, endpoint, conventions))
    },

    async updateMe(changes, options) {
      const endpoint = 'PATCH /users/me'
      const received = await send({ ...call, endpoint, method: 'PATCH', json: changes }, options)
      return toAnswer(received, readUser(received.data, endpoint, conventions))
    },
  }
}

function readUser(data: unknown, endpoint: string, { fields }: Conventions): User {
  const record = unwrap(data, fields.userId)
  const userId = readId(pick(record, fields.userId))
  if (userId === null) throw unreadable(endpoint, 'it names no user')
  return {
    userId,
    name: readText(pick(record, fields.userName)),
    email: readText(pick(record, fields.email)),
    organization: readText(pick(record, fields.organization)),
    plan: readText(pick(record, fields.plan)),
    scopes: readTexts(pick(record, fields.scopes), /[\s,]+/),
    raw: record,
  }
}
