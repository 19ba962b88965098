import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import { SyntheticMark } from '../feedback/Badges.tsx'
import classes from '../ui.module.css'
import { Timestamp } from './Timestamp.tsx'

/** Where the numbers below came from and when; "synthetic" as soon as any of them is. `children`: what is counted. */
export function CohortSource({ of, children }: { of: CohortProvenance; children?: ReactNode }) {
  const { t } = useTranslation('ui')
  const { oldestFetchedAt: oldest, newestFetchedAt: newest } = of
  return (
    <div className={classes.source}>
      {of.synthetic && <SyntheticMark />}
      {children}
      {oldest !== null && (
        <span>
          {of.service === null ? t('source.several') : t('source.from', { service: of.service })}
          {' · '}
          <Timestamp at={oldest} />
          {newest !== null && isLater(newest, oldest) && (
            <>
              {' – '}
              <Timestamp at={newest} />
            </>
          )}
        </span>
      )}
      <span>{t('source.research')}</span>
    </div>
  )
}

/** Times of one minute read alike. */
const isLater = (newest: string, oldest: string): boolean => Date.parse(newest) - Date.parse(oldest) > 60_000

/** The same as one line of text, below a figure that leaves the app: with exact times. `t` of the namespace `ui`. */
export function toSourceText(of: CohortProvenance, t: TFunction<'ui'>): string {
  const { oldestFetchedAt: from, newestFetchedAt: to } = of
  const times = from === null ? [] : [from === to || to === null ? from : t('source.between', { from, to })]
  return [
    of.service === null ? t('source.several') : t('source.from', { service: of.service }),
    ...times,
    ...(of.synthetic ? [t('source.synthetic')] : []),
    t('source.research'),
  ].join('; ')
}
