import { useLocalStorage } from '@mantine/hooks'
import { useMatch, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { useCall } from '../client/call.ts'

/** Returns the study of the address; for screens below a study. */
export const useStudyId = (): string =>
  useParams({ from: '/study/$studyId', select: ({ studyId }) => studyId })

export const useCurrentStudyId = (): string | null =>
  useMatch({ from: '/study/$studyId', shouldThrow: false, select: ({ params }) => params.studyId }) ?? null

export function useStudyName(studyId: string): string {
  const { t } = useTranslation('state')
  const studies = useCall('studies.names', {}).data
  if (studyId === allSamplesId) return t('everySample')
  return studies?.find((study) => study.studyId === studyId)?.name ?? t('term.study')
}

/** True if samples of the study are being analyzed, or while the jobs are unknown. */
export const isAnalyzing = (jobs: readonly Job[] | undefined, studyId: string): boolean =>
  jobs?.some(
    (job) =>
      job.state === 'running' &&
      job.kind === 'analysis' &&
      // A job without a study may concern any samples.
      (studyId === allSamplesId || [undefined, allSamplesId, studyId].includes(job.studyId)),
  ) ?? true

const maxRecent = 5
const none: readonly string[] = []

const useStored = () =>
  useLocalStorage<Record<string, readonly string[]>>({
    key: 'pathclock.recentStudies',
    defaultValue: {},
    getInitialValueInEffect: false,
  })

export const useRecentStudies = (profileId: string): readonly string[] => useStored()[0][profileId] ?? none

export function useRememberStudy(profileId: string): void {
  const [stored, setStored] = useStored()
  const currentStudyId = useCurrentStudyId()
  useEffect(() => {
    const recent = stored[profileId] ?? none
    if (currentStudyId === null || recent[0] === currentStudyId) return
    const others = recent.filter((studyId) => studyId !== currentStudyId)
    setStored({ ...stored, [profileId]: [currentStudyId, ...others].slice(0, maxRecent) })
  }, [profileId, currentStudyId, stored, setStored])
}
