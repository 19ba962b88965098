import type { Call, Output } from '../../shared/contract/contract.ts'
import { toFailure } from '../../shared/contract/failures.ts'
import { transport } from './host.ts'

/** Asks main by the contract; throws `Failure`. */
export const call: Call = async (name, input) => {
  const reply = await transport.call(name, input)
  if (!reply.ok) throw toFailure(reply.failure)
  return reply.value as Output<typeof name>
}
