import { useTranslation } from 'react-i18next'
import type { Study } from '../../../shared/domain/study.ts'
import { groupsIn, type Say, samplesIn } from './useTableWords.ts'

/** What a study is of, in a few words: which sample or samples, and how they are compared. */
export function useStudyWords(): (study: Study) => string {
  const { t } = useTranslation('export')
  const say: Say = (key, values) => String(t(key, values ?? {}))
  return (study) => partsOf(study, say).join(' · ')
}

function partsOf(study: Study, say: Say): string[] {
  if (study.kind === 'sample') return [say('study.sample', { id: study.sampleId })]
  const { of, comparison } = study
  if (!comparison) return [samplesIn(of, say)]
  return [samplesIn(of, say), groupsIn(comparison.groups, say), say(`tests.${comparison.test}`)]
}
