import type { LedgerState } from '../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { parseMessage } from './legacyJson.ts'

type LedgerRowState = { state: LedgerState; withdrawn: string | null }

/** Returns the displayed state of a ledger row. A withdrawn row is stored as `failed` although it did not fail. */
export const toShownState = ({ state, withdrawn }: LedgerRowState): LedgerState =>
  withdrawn !== null && state === 'failed' ? 'cancelled' : state

/** Returns the message to show beside the state of a row. */
export const toShownMessage = ({
  withdrawn,
  state,
  message: stored,
}: LedgerRowState & { message: string | null }): Message | null => {
  if (withdrawn === null || state !== 'failed') return parseMessage(stored)
  if (withdrawn.startsWith('moved:')) return message('samples.notOrderedBatchAnother')
  if (withdrawn === 'registered') return message('samples.notSentRegisterSample')
  return message('samples.notSentBatchCanceled')
}
