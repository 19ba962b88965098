import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import { describeService, researchOnly } from '../../../shared/domain/results/describeCohort.ts'
import { SyntheticMark } from '../feedback/Badges.tsx'
import { PopoverButton } from '../forms/PopoverButton.tsx'
import classes from '../ui.module.css'
import { Timestamp } from './Timestamp.tsx'
import { useTranslator } from './TranslatedMessage.tsx'

/** Where the numbers below came from and when; "synthetic" as soon as any of them is. `children`: what is counted. */
export function CohortSource({ of, children }: { of: CohortProvenance; children?: ReactNode }) {
  const translate = useTranslator()
  const { oldestFetchedAt: oldest, newestFetchedAt: newest } = of
  return (
    <div className={classes.source}>
      {of.synthetic && <SyntheticMark />}
      {children}
      {oldest !== null && (
        <span>
          {translate(describeService(of.service))}
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
      <span>{translate(researchOnly)}</span>
    </div>
  )
}

/** The same behind one icon, which carries the word for synthetic data. */
export function Provenance({ of }: { of: CohortProvenance }) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t(of.synthetic ? 'synthetic' : 'provenance')}
      title={t('provenance')}
      icon={<IconInfoCircle size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={360}
    >
      {() => (
        <div tabIndex={-1} data-autofocus>
          <CohortSource of={of} />
        </div>
      )}
    </PopoverButton>
  )
}

/** Times of one minute read alike. */
const isLater = (newest: string, oldest: string): boolean => Date.parse(newest) - Date.parse(oldest) > 60_000
