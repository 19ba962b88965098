import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { DrugViews } from '../../ui/DrugViews.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { BeginForm } from './BeginForm.tsx'
import { KeptNow } from './KeptNow.tsx'
import { PlanCard } from './PlanCard.tsx'
import classes from './prefetch.module.css'
import { parseWish } from './wish.ts'

/** What is kept on this computer, the plans that fill it, and the form that begins one. */
export function OfflineScreen() {
  const { t } = useTranslation('prefetch')
  const search: Record<string, unknown> = useSearch({ strict: false })
  const plans = useCall('prefetch.list', {})
  const status = useCall('app.status', {}).data
  useEvent('job.progressed', ({ kind }) => {
    if (kind === 'prefetch') void plans.refetch()
  })
  const running = plans.data?.filter(({ state }) => state === 'running').length ?? 0
  useStatusText(plans.data ? t('running', { count: running }) : null)
  const blocked = status?.offlineSwitch ? 'switch' : status && !status.signedIn ? 'signedOut' : null
  return (
    <div className={classes.page}>
      <ToolRow>
        <DrugViews current="offline" />
        {status?.demo && <SyntheticMark />}
      </ToolRow>
      <LoadingBar visible={plans.loading && plans.data === undefined} />
      <div className={classes.columns}>
        <div className={classes.plans}>
          <KeptNow />
          {plans.failure && <FailureNotice failure={plans.failure} retry={() => void plans.refetch()} />}
          {plans.data?.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
          {plans.data !== undefined && plans.data.length > 0 && (
            <section className={classes.section}>
              <h2 className={classes.sectionTitle}>{t('plans')}</h2>
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
            first={parseWish(search)}
            plans={plans.data ?? []}
            blocked={blocked}
            begun={() => void plans.refetch()}
          />
        </aside>
      </div>
    </div>
  )
}
