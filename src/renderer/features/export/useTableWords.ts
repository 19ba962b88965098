import { useTranslation } from 'react-i18next'
import type { DrugChoice, TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import type { Scope } from './draft.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Returns a function that describes the rows of a table in a few words, for example the samples or the search. */
export function useTableWords(): (table: TableChoice) => string {
  const { t } = useTranslation('export')
  const words = useStudyWords()
  const translate: Translate = (key, values) => t(key, { ...values, defaultValue: key })
  return (table) => {
    if (table.kind === 'drugs') return drugsIn(table.of, translate)
    if (table.kind === 'compare') return words.comparison(table.request)
    if (table.kind === 'model')
      return [
        table.request.terms.map(({ field }) => field).join(' + '),
        words.samples(table.request.of),
      ].join(' · ')
    if (table.kind === 'match') {
      const { profile, direction } = table
      const of =
        'comparison' in profile
          ? words.comparison(profile.comparison)
          : words.study({ kind: 'sample', sampleId: profile.sampleId })
      return `${of} · ${translate(`matchDirections.${direction}`)}`
    }
    if (table.kind === 'screening') return table.taskId ?? translate('everything.screening')
    if (table.kind === 'history')
      return translate(table.batchId === undefined ? 'everything.history' : 'ofBatch')
    const samples = words.samples(table.of)
    if (table.kind !== 'resultsWide') return samples
    return [samples, translate(`measures.${table.measure}`), translate(`views.${table.view.kind}`)].join(
      ' · ',
    )
  }
}

function drugsIn(of: DrugChoice, translate: Translate): string {
  if ('listId' in of) return translate('ofList')
  if ('drugIds' in of) return translate('counted.drugs', { count: of.drugIds.length })
  const { text, category, pathway, direction } = of.search
  const parts = [text && `“${text}”`, category, pathway, direction && translate(`direction.${direction}`)]
  return parts.filter(Boolean).join(' · ') || translate('everything.drugs')
}

/** Returns a function that names a scope. Inside a study, the shown table is called its last view. */
export function useScopeNames(): (scope: Scope) => string {
  const { t } = useTranslation('export')
  const isInStudy = useCurrentStudyId() !== null
  return (scope) => t(isInStudy && scope !== 'given' ? `studyScopes.${scope}` : `scopes.${scope}`)
}
