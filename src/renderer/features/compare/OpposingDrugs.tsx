import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { MatchedDrugs } from '../../ui/MatchedDrugs.tsx'
import classes from './compare.module.css'
import type { Request } from './request.ts'

type Props = { comparison: Comparison; request: Request }

/** Kept drugs that oppose the difference of two groups. All effects count, also those with a large q, and it is said. */
export function OpposingDrugs({ comparison, request }: Props) {
  const { t } = useTranslation('compare')
  const why =
    comparison.measure !== 'activity' ? 'onlyActivity' : comparison.groups.length !== 2 ? 'onlyTwo' : null
  return (
    <section className={classes.canvas} aria-label={t('drugs.title')}>
      {why === null ? (
        <Matched first={comparison.groups[0]?.name ?? ''} request={request} />
      ) : (
        <p className={classes.hint}>{t(`drugs.${why}`)}</p>
      )}
    </section>
  )
}

function Matched({ first, request }: { first: string; request: Request }) {
  const { t } = useTranslation('compare')
  const match = useCall('drugs.match', { profile: { comparison: request }, limit: 50 })
  return (
    <>
      <LoadingBar visible={match.loading} />
      {match.failure && <FailureNotice flush failure={match.failure} retry={() => void match.refetch()} />}
      {match.data && !match.failure && (
        <>
          <p className={classes.hint}>{t('drugs.about')}</p>
          <MatchedDrugs
            match={match.data}
            unit={match.data.unit === 'z' ? 'z' : t(`effects.${match.data.unit}`)}
            sideOf={(value) => t(value > 0 ? 'drugs.rises' : 'drugs.falls', { first })}
            noProfile={<p className={classes.hint}>{t('drugs.noProfile')}</p>}
          />
        </>
      )}
    </>
  )
}
