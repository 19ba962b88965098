import { useTranslation } from 'react-i18next'
import type { SampleChoice } from '../../shared/domain/cohort.ts'
import type { ComparisonRequest } from '../../shared/domain/comparison.ts'
import type { Study } from '../../shared/domain/study.ts'

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Which samples and how they are compared, in a few words. */
export function useStudyWords() {
  const { t } = useTranslation(['state'])
  const translate: Translate = (key, values) => String(t(key, values ?? {}))
  const samples = (of: SampleChoice) => samplesIn(of, translate)
  const comparison = ({ groups, test }: Pick<ComparisonRequest, 'groups' | 'test'>) =>
    `${groupsIn(groups, translate)} · ${translate(`tests.${test}`)}`
  const study = (of: Study): string => {
    if (of.kind === 'sample') return translate('oneSample', { id: of.sampleId })
    const parts = [samples(of.of), of.comparison && comparison(of.comparison)]
    return parts.filter(Boolean).join(' · ')
  }
  return { samples, comparison, study }
}

function samplesIn(of: SampleChoice, translate: Translate): string {
  if ('sampleIds' in of) return translate('samples', { count: of.sampleIds.length })
  const { group, tag, ...others } = of.filter
  const parts = [
    of.text && `“${of.text}”`,
    group === null ? translate('noGroup') : group,
    tag,
    Object.values(others).some((value) => value !== undefined) && translate('filtered'),
  ]
  const found = parts.filter(Boolean).join(' · ') || translate('everySample')
  return of.except?.length ? `${found} · ${translate('choice.except', { count: of.except.length })}` : found
}

const groupsIn = (groups: ComparisonRequest['groups'], translate: Translate): string =>
  'by' in groups
    ? translate('groupsBy', { field: groups.by, names: groups.values.join(' − ') })
    : groups.sets.map(({ name }) => name).join(' − ')
