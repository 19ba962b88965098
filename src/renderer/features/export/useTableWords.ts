import { useTranslation } from 'react-i18next'
import type { DrugChoice, TableChoice } from '../../../shared/domain/results/exporting.ts'
import { useStudyWords } from '../../state/cohort/titles.ts'

type Say = (key: string, values?: Record<string, unknown>) => string

/** A table's rows in a few words: which samples, which values, which search. */
export function useTableWords(): (table: TableChoice) => string {
  const { t } = useTranslation(['export', 'ui'])
  const words = useStudyWords()
  const say: Say = (key, values) => String(t(key, values ?? {}))
  return (table) => {
    if (table.kind === 'drugs') return drugsIn(table.of, say)
    if (table.kind === 'compare') return words.comparison(table.request)
    if (table.kind === 'screening') return table.taskId ?? say('everything.screening')
    if (table.kind === 'history') return say(table.batchId === undefined ? 'everything.history' : 'ofBatch')
    const samples = words.samples(table.of)
    if (table.kind !== 'resultsWide') return samples
    return [samples, say(`measures.${table.measure}`), say(`views.${table.view.kind}`)].join(' · ')
  }
}

function drugsIn(of: DrugChoice, say: Say): string {
  if ('listId' in of) return say('ofList')
  if ('drugIds' in of) return say('drugsChosen', { count: of.drugIds.length })
  const { text, category, pathway, direction } = of.search
  const parts = [
    text && `“${text}”`,
    category,
    pathway,
    direction && say(`direction.${direction}`, { ns: 'ui' }),
  ]
  return parts.filter(Boolean).join(' · ') || say('everything.drugs')
}
