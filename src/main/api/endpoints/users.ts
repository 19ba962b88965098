import type { Failure } from '../../../shared/contract/failures.ts'
import type { User } from '../../../shared/domain/app/profile.ts'
import { message } from '../../../shared/words/message.ts'
import { type CallOptions, OutcomeUnknown, type RemoteService } from '../../ports.ts'
import { fields } from '../fieldNames.ts'
import { type ApiResponse, type EndpointDeps, UnreadableContent } from '../responses/apiResponse.ts'
import { findRecord, pick, readText, readTexts } from '../responses/jsonFields.ts'
import { endpoints, toCall } from './endpoints.ts'

type UserCalls = Pick<RemoteService, 'me' | 'updateMe'>

export function createUserCalls({ send, request }: EndpointDeps): UserCalls {
  const what = message('service.callingUser')
  const me: UserCalls['me'] = (options) => request(toCall(endpoints.me, what), options, readUser)

  return {
    me,
    /** Changes the record. The response to a PATCH is not documented, so the record is read again. */
    async updateMe(changes, options) {
      const lostResponse = await sendChange(changes, options)
      const read = await me(options).catch((error: unknown) => {
        throw lostResponse ?? error
      })
      if (lostResponse && !hasChanges(read.value, changes)) throw lostResponse
      return read
    },
  }

  /** Sends the change. Returns the failure if the response was lost, so that only reading can show the result. */
  async function sendChange(changes: Record<string, string>, options?: CallOptions): Promise<Failure | null> {
    try {
      await send(toCall(endpoints.updateMe, what, { json: changes }), options)
      return null
    } catch (error) {
      if (error instanceof OutcomeUnknown) return error.failure
      throw error
    }
  }
}

/** Returns true if the record shows every field as sent. */
function hasChanges(user: User, changes: Record<string, string>): boolean {
  const shown: Record<string, unknown> = { ...user }
  return Object.entries(changes).every(([name, value]) => shown[name] === value)
}

function readUser(received: ApiResponse): User {
  const { record, id: userId } = findRecord(received, fields.userId, received.dialect.id?.user)
  if (userId === null) throw new UnreadableContent(message('service.namesNoUser'))
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
