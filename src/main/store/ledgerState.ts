import type { LedgerState } from '../../shared/domain/samples/importing.ts'

type LedgerRowState = { state: LedgerState; withdrawn: string | null }

/** The state of a ledger row as people see it: a withdrawn row is stored as `failed`, and did not fail. */
export const toShownState = ({ state, withdrawn }: LedgerRowState): LedgerState =>
  withdrawn !== null && state === 'failed' ? 'cancelled' : state

/** What to say of a row beside its state. */
export const toShownMessage = ({
  withdrawn,
  state,
  message,
}: LedgerRowState & { message: string | null }) => {
  if (withdrawn === null || state !== 'failed') return message
  if (withdrawn.startsWith('moved:'))
    return 'Not ordered by this batch: another import orders the same sample.'
  if (withdrawn === 'registered')
    return 'Not sent: the register has a sample of this name, whose order was placed otherwise.'
  return 'Not sent: the batch was cancelled before its turn came.'
}
