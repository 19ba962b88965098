import { useLocalStorage } from '@mantine/hooks'
import { useMatch, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { useCall } from '../client/useCall.ts'

/** The study of the address, below which a screen stands. */
export const useStudyId = (): string =>
  useParams({ from: '/study/$studyId', select: ({ studyId }) => studyId })

/** The study whose view is in front; null: none is. */
export const useStudyInFront = (): string | null =>
  useMatch({ from: '/study/$studyId', shouldThrow: false, select: ({ params }) => params.studyId }) ?? null

export function useStudyName(studyId: string): string {
  const { t } = useTranslation('state')
  const studies = useCall('studies.names', {}).data
  if (studyId === allSamplesId) return t('study.all')
  return studies?.find((study) => study.studyId === studyId)?.name ?? t('study.unknown')
}

/** Whether samples of the study are being analyzed, as far as the jobs say; while they are not known, yes. */
export const isAnalyzing = (jobs: readonly Job[] | undefined, studyId: string): boolean =>
  jobs?.some(
    (job) =>
      job.state === 'running' &&
      job.kind === 'analysis' &&
      // One that names no study may be about any samples.
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

/** The studies of a profile that were opened last, the latest first. */
export const useRecentStudies = (profileId: string): readonly string[] => useStored()[0][profileId] ?? none

/** Enters the study in front into those that were opened last. */
export function useRememberStudy(profileId: string): void {
  const [stored, setStored] = useStored()
  const inFront = useStudyInFront()
  useEffect(() => {
    const recent = stored[profileId] ?? none
    if (inFront === null || recent[0] === inFront) return
    const others = recent.filter((studyId) => studyId !== inFront)
    setStored({ ...stored, [profileId]: [inFront, ...others].slice(0, maxRecent) })
  }, [profileId, inFront, stored, setStored])
}
