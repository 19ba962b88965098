import { useTranslation } from 'react-i18next'
import { useCall, useEvent } from '../../client/useCall.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { BigFact, BigFacts } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter } from '../../ui/text/formats.ts'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import { BeginForm } from './BeginForm.tsx'
import classes from './offlineSync.module.css'
import { PlanCard } from './PlanCard.tsx'
import { parseSyncDraft } from './scope.ts'

/** Shows the cached drugs of this computer, the plans that fetch them, and the form that starts one. */
export function OfflineScreen() {
  const { t } = useTranslation('offlineSync')
  const { search } = useSearchParams('/library/offline')
  const plans = useCall('offlineSync.list', {})
  const status = useCall('app.status', {}).data
  useEvent('job.progressed', ({ kind }) => {
    if (kind === 'offlineSync') void plans.refetch()
  })
  const running = plans.data?.filter(({ state }) => state === 'running').length ?? 0
  useStatusText(plans.data ? t('running', { count: running }) : null)
  const blocked = status?.offlineSwitch ? 'switch' : status && !status.signedIn ? 'signedOut' : null
  return (
    <div className={shared.page}>
      <LoadingBar visible={plans.loading && plans.data === undefined} />
      <div className={classes.columns}>
        <div className={classes.plans}>
          <CachedNow />
          {plans.failure && <FailureNotice failure={plans.failure} retry={() => void plans.refetch()} />}
          {plans.data?.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
          {plans.data !== undefined && plans.data.length > 0 && (
            <section className={classes.section}>
              <h2 className={shared.sectionTitle}>{t('plans')}</h2>
              <ul className={classes.list}>
                {plans.data.map((plan) => (
                  <PlanCard
                    key={plan.planId}
                    plan={plan}
                    blocked={blocked}
                    changed={() => void plans.refetch()}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        <aside className={classes.form} aria-label={t('form.title')}>
          <BeginForm
            key={JSON.stringify([search['set'], search['category']])}
            first={parseSyncDraft(search)}
            plans={plans.data ?? []}
            blocked={blocked}
            begun={() => void plans.refetch()}
          />
        </aside>
      </div>
    </div>
  )
}

/** Shows how many drugs can be searched offline, and how old their data are. */
export function CachedNow() {
  const { t, i18n } = useTranslation('offlineSync')
  const facets = useCall('drugs.facets', {})
  const cached = facets.data?.cached
  const [oldest, newest] = [useAge('asc', cached), useAge('desc', cached)]
  const number = numberFormatter(i18n.language)
  const unknown = <span className={shared.dimmed}>{t('cached.unknown')}</span>
  return (
    <section className={classes.section} aria-label={t('cached.title')}>
      <h2 className={shared.sectionTitle}>{t('cached.title')}</h2>
      {facets.failure && <FailureNotice failure={facets.failure} retry={() => void facets.refetch()} flush />}
      {facets.data && (
        <BigFacts>
          <BigFact name={t('term.drugs')}>{number.format(facets.data.cached)}</BigFact>
          <BigFact name={t('cached.categories')}>{number.format(facets.data.categories.length)}</BigFact>
          <BigFact name={t('cached.pathways')}>{number.format(facets.data.pathways.length)}</BigFact>
          <BigFact name={t('cached.oldest')}>{oldest ? <Timestamp at={oldest} /> : unknown}</BigFact>
          <BigFact name={t('cached.newest')}>{newest ? <Timestamp at={newest} /> : unknown}</BigFact>
        </BigFacts>
      )}
    </section>
  )
}

/** Returns the date of the oldest or newest cached data; null if too many drugs are cached to sort in time. */
function useAge(order: 'asc' | 'desc', cached: number | undefined): string | null {
  const question = { from: 'cache', sort: 'fetched_at', order, limit: 1 } as const
  const answer = useCall('drugs.search', question, { enabled: (cached ?? 0) > 0, refetchKey: cached }).data
  return answer?.notice === null ? (answer.hits[0]?.fetchedAt ?? null) : null
}
