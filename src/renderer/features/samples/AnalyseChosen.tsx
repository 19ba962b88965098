import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { AnalyseDialog } from './AnalyseDialog.tsx'
import { nothingChosen, type Selection } from './selection.ts'

type Props = { of: SampleChoice; close(): void }

/** The same dialog for samples that were chosen elsewhere, by name or by a search of the register. */
export function AnalyseChosen({ of, close }: Props) {
  const isNamed = 'sampleIds' in of
  const inRegister = useCall('samples.list', { limit: 1 })
  const except = new Set(isNamed ? [] : of.except)
  const question = isNamed ? null : { text: of.text ?? '', filter: of.filter }
  const found = useCall('samples.list', { ...question, limit: 1 }, { enabled: question !== null })
  if (!inRegister.data || (question && !found.data)) return null
  const total = inRegister.data.total
  return <AnalyseDialog selection={toSelection()} total={total} close={close} />

  function toSelection(): Selection {
    if (isNamed) return { kind: 'ticked', ids: new Set(of.sampleIds) }
    const matching = found.data?.total ?? 0
    if (!question || (matching === total && except.size === 0)) return nothingChosen
    return { kind: 'matching', question, total: matching, except }
  }
}
