import { useTranslation } from 'react-i18next'
import type { SampleChoice } from '../../shared/domain/cohort.ts'
import type { ComparisonRequest } from '../../shared/domain/comparison.ts'
import type { Study } from '../../shared/domain/study.ts'

type Say = (key: string, values?: Record<string, unknown>) => string

/** Which samples and how they are compared, in a few words. */
export function useStudyWords() {
  const { t } = useTranslation(['state'])
  const say: Say = (key, values) => String(t(key, values ?? {}))
  const samples = (of: SampleChoice) => samplesIn(of, say)
  const comparison = ({ groups, test }: Pick<ComparisonRequest, 'groups' | 'test'>) =>
    `${groupsIn(groups, say)} · ${say(`tests.${test}`)}`
  const study = (of: Study): string => {
    if (of.kind === 'sample') return say('oneSample', { id: of.sampleId })
    const parts = [samples(of.of), of.comparison && comparison(of.comparison)]
    return parts.filter(Boolean).join(' · ')
  }
  return { samples, comparison, study }
}

function samplesIn(of: SampleChoice, say: Say): string {
  if ('sampleIds' in of) return say('samples', { count: of.sampleIds.length })
  const { group, tag, ...others } = of.filter
  const parts = [
    of.text && `“${of.text}”`,
    group === null ? say('noGroup') : group,
    tag,
    Object.values(others).some((value) => value !== undefined) && say('filtered'),
  ]
  const found = parts.filter(Boolean).join(' · ') || say('everySample')
  return of.except?.length ? `${found} · ${say('choice.except', { count: of.except.length })}` : found
}

const groupsIn = (groups: ComparisonRequest['groups'], say: Say): string =>
  'by' in groups
    ? say('groupsBy', { field: groups.by, names: groups.values.join(' − ') })
    : groups.sets.map(({ name }) => name).join(' − ')
