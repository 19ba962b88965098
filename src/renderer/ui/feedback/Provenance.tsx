import { Stack } from '@mantine/core'
import { IconFlask2, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import { describeService, researchOnly } from '../../../shared/domain/results/describeCohort.ts'
import { PopoverButton } from '../forms/PopoverButton.tsx'
import { Timestamp, TranslatedMessage } from '../text/formats.tsx'
import { SyntheticMark } from './Badges.tsx'

type Props = {
  of: CohortProvenance
  /** A description of the included and excluded data. */
  children?: ReactNode
}

/** Shows the source and time of the numbers in a view behind one icon, which is a flask if any of them is synthetic. */
export function Provenance({ of, children }: Props) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t(of.synthetic ? 'provenanceSynthetic' : 'provenance')}
      icon={
        of.synthetic ? (
          <IconFlask2 size={16} stroke={1.5} color="var(--pathclock-warn)" aria-hidden />
        ) : (
          <IconInfoCircle size={16} stroke={1.5} aria-hidden />
        )
      }
      size="icon"
      width={320}
    >
      {() => (
        <Stack
          gap="xs"
          align="flex-start"
          fz="sm"
          style={{ overflowWrap: 'anywhere' }}
          tabIndex={-1}
          data-autofocus
        >
          {of.synthetic && <SyntheticMark />}
          {children}
          <Fetched of={of} />
          <span>
            <TranslatedMessage text={researchOnly} />
          </span>
        </Stack>
      )}
    </PopoverButton>
  )
}

function Fetched({ of: { service, oldestFetchedAt: oldest, newestFetchedAt: newest } }: Pick<Props, 'of'>) {
  if (oldest === null) return null
  return (
    <span>
      <TranslatedMessage text={describeService(service)} />
      {' · '}
      <Timestamp at={oldest} />
      {newest !== null && isLater(newest, oldest) && (
        <>
          {' – '}
          <Timestamp at={newest} />
        </>
      )}
    </span>
  )
}

/** True if the times differ by more than a minute, so that they read differently. */
const isLater = (newest: string, oldest: string): boolean => Date.parse(newest) - Date.parse(oldest) > 60_000
