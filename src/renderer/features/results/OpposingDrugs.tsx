import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { everySample } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { useChoiceName } from '../../state/useChoiceName.ts'
import { useCohort } from '../../state/useCohort.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { MatchedDrugs } from '../../ui/MatchedDrugs.tsx'
import classes from './results.module.css'

/** Kept drugs that oppose what stands out in this sample beside those it is referred to. */
export function OpposingDrugs({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('results')
  const { t: shared } = useTranslation('state')
  const { of, view } = useCohort().selection
  const [all, setAll] = useState(false)
  const against = all ? everySample : view.kind === 'zControls' ? view.controls : of
  const match = useCall('drugs.match', { profile: { sampleId, against }, limit: 20 })
  const name = useChoiceName(against)
  const isAll = name === shared('choice.every')
  return (
    <section className={classes.section} aria-label={t('match.title')}>
      <Title order={3} fz={14}>
        {t('match.title')}
      </Title>
      <Text fz={12}>{t('match.about', { against: isAll ? shared('choice.all') : name })}</Text>
      <LoadingBar visible={match.loading} />
      {match.failure && <FailureNotice flush failure={match.failure} />}
      {match.data && (
        <MatchedDrugs
          match={match.data}
          unit="z"
          noProfile={<NoProfile referToAll={isAll ? null : () => setAll(true)} />}
        />
      )}
    </section>
  )
}

function NoProfile({ referToAll }: { referToAll: (() => void) | null }) {
  const { t } = useTranslation('results')
  return (
    <>
      <Text fz={12}>{t('match.noProfile')}</Text>
      {referToAll && (
        <div>
          <Button size="compact-xs" variant="default" onClick={referToAll}>
            {t('match.referToAll')}
          </Button>
        </div>
      )}
    </>
  )
}
