import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { sampleChoiceSchema } from '../../../shared/domain/results/cohort.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/useCall.ts'
import classes from './frame.module.css'

const searchSchema = z.object({
  study: z.string().optional(),
  of: sampleChoiceSchema.optional().catch(undefined),
})

/** The study that the screen in front shows, by its address; null: it shows none. */
export const useStudyInFront = (): string | null =>
  useLocation({
    select: ({ pathname, search }) => {
      const inPath = /^\/study\/([^/]+)$/.exec(pathname)?.[1]
      if (inPath !== undefined) return decodeURIComponent(inPath)
      const { study, of } = searchSchema.safeParse(search).data ?? {}
      return study ?? (of && 'filter' in of ? (of.filter.study ?? null) : null)
    },
  })

/** The name of the study and its views, which all show its samples alone. */
export function StudyTabs({ studyId }: { studyId: string }) {
  const { t } = useTranslation('app')
  const { data: studies } = useCall('studies.list', {})
  const pathname = useLocation({ select: (location) => location.pathname })
  const found = studies?.find((study) => study.studyId === studyId)
  const name = studyId === allSamplesId ? t('study.all') : (found?.name ?? t('study.unknown'))
  const of = { filter: { study: studyId } }
  const current = (isIt: boolean) => (isIt ? { 'aria-current': 'page' as const } : {})
  const isExploring = pathname.startsWith('/results') && pathname !== '/results/compare'
  return (
    <>
      <h1 className={classes.where}>{name}</h1>
      <nav className={classes.tabs} aria-label={t('study.views', { name })}>
        <Link
          to="/study/$studyId"
          params={{ studyId }}
          className={classes.tab}
          activeProps={{}}
          {...current(pathname.startsWith('/study/'))}
        >
          {t('study.overview')}
        </Link>
        <Link
          to="/samples"
          search={{ study: studyId }}
          className={classes.tab}
          activeProps={{}}
          {...current(pathname === '/samples')}
        >
          {t('study.samples')}
        </Link>
        <Link
          to="/results/heatmap"
          search={{ measure: 'activity', of }}
          className={classes.tab}
          activeProps={{}}
          {...current(isExploring)}
        >
          {t('study.explore')}
        </Link>
        <Link
          to="/results/compare"
          search={{ measure: 'activity', of }}
          className={classes.tab}
          activeProps={{}}
          {...current(pathname === '/results/compare')}
        >
          {t('study.compare')}
        </Link>
      </nav>
    </>
  )
}
