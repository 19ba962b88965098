import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { SampleChoice, ValueView } from '../../../shared/domain/results/cohort.ts'
import type { ComparisonRequest } from '../../../shared/domain/results/comparison.ts'
import { describeValues } from '../../../shared/domain/results/describeCohort.ts'
import { testNames } from '../../../shared/domain/results/describeComparison.ts'
import type { StudyChoice } from '../../../shared/domain/studies/documents.ts'
import { allSamplesId, choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/call.ts'
import { useTranslator } from '../../ui/text/formats.tsx'

/** Returns the title of an axis or column with its unit, or with a note that none is documented. */
export function useValueTitle(measure: Measure, view: ValueView['kind'] = 'raw'): string {
  const { t } = useTranslation('ui')
  const translate = useTranslator()
  const unit = useMeasureUnit(measure)
  if (view !== 'raw') return t(`valueTitle.${view}.${measure}`)
  return translate(describeValues(measure, unit))
}

export function useMeasureUnit(measure: Measure): string | null {
  return useCall('app.status', {}).data?.profile?.dialect[`${measure}_unit`] ?? null
}

type Words = (key: string, values?: Record<string, unknown>) => string

function useWords(): Words {
  const { t } = useTranslation('state')
  return (key, values) => t(key, { ...values, defaultValue: key })
}

/** Returns functions that describe samples and comparisons in a few words. */
export function useStudyWords() {
  const translate = useTranslator()
  const words = useWords()
  const samples = (of: SampleChoice) => samplesIn(of, words)
  const comparison = ({ groups, test }: Pick<ComparisonRequest, 'groups' | 'test'>) =>
    `${groupsIn(groups, words)} · ${translate(testNames[test])}`
  const study = (of: StudyChoice): string => {
    if (of.kind === 'sample') return words('oneSample', { id: of.sampleId })
    const parts = [samples(of.of), of.comparison && comparison(of.comparison)]
    return parts.filter(Boolean).join(' · ')
  }
  return { samples, comparison, study }
}

function samplesIn(
  of: SampleChoice,
  words: Words,
  all: 'everySample' | 'choice.every' = 'everySample',
): string {
  if ('sampleIds' in of) return words('samples', { count: of.sampleIds.length })
  const { group, tag, ...others } = of.filter
  const parts = [
    of.text && `“${of.text}”`,
    group === null ? words('term.noGroup') : group,
    tag,
    Object.values(others).some((value) => value !== undefined) && words('filtered'),
  ]
  const found = parts.filter(Boolean).join(' · ') || words(all)
  return of.except?.length ? `${found} · ${words('choice.except', { count: of.except.length })}` : found
}

const groupsIn = (groups: ComparisonRequest['groups'], words: Words): string =>
  'by' in groups
    ? words('groupsBy', { field: groups.by, names: groups.values.join(' − ') })
    : groups.sets.map(({ name }) => name).join(' − ')

/** Describes samples without the name of the current study. */
export const useChoiceName = (of: SampleChoice): string =>
  samplesIn(choiceInStudy(of, allSamplesId), useWords(), 'choice.every')
