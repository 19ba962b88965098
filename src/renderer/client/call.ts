import type { Call, Output } from '../../shared/contract/contract.ts'
import { Failure, isFailure, messageOf, type Reply, toFailure } from '../../shared/contract/failures.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { transport } from './host.ts'

/** Calls a method of the main process by the contract. Throws `Failure`. */
export const call: Call = async (name, input) =>
  (await unwrapReply(() => transport.call(name, input))) as Output<typeof name>

/** Returns the value of a reply. Throws `Failure`, also if the host failed without a reply. */
export async function unwrapReply(request: () => Promise<Reply<unknown>>): Promise<unknown> {
  const reply = await requestReply(request)
  if (reply.ok) return reply.value
  throw toFailure(reply.failure)
}

async function requestReply(request: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  let reply: unknown
  try {
    reply = await request()
  } catch (error) {
    if (isFailure(error)) throw error
    throw hostFailed(messageOf(error))
  }
  // A host of another version, or another server in its place, may reply in a different format.
  if (isReply(reply)) return reply
  throw hostFailed(message('shared.answerCannotRead'))
}

const isReply = (value: unknown): value is Reply<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value && (value.ok === true || 'failure' in value)

const hostFailed = (why: Message): Failure =>
  new Failure('bug', message('shared.pathclockGaveNoAnswer', { why }), { reference: 'page' })
