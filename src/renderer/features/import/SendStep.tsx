import { Checkbox } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DryRun } from '../../../shared/domain/importing.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Actions } from './Actions.tsx'
import { AlreadyOrdered } from './AlreadyOrdered.tsx'
import { DryRunFacts } from './DryRunFacts.tsx'
import classes from './import.module.css'
import { OrderExamples } from './OrderExamples.tsx'
import { sendObstacle } from './plan.ts'
import type { Checked, Wizard } from './useWizard.ts'

/** What would be sent, before anything is; and the one button that orders. */
export function SendStep({ wizard, checked }: { wizard: Wizard; checked: Checked }) {
  const { t } = useTranslation('import')
  const { draftId } = checked.check
  const status = useCall('app.status', {})
  const dry = useCall('imports.dryRun', { draftId }, { refetchKey: checked.number })
  const [meant, setMeant] = useState(false)
  const run = dry.loading ? null : (dry.data ?? null)
  const demo = status.data?.demo ?? false
  const obstacle = run && status.data ? sendObstacle({ valid: run.orders }, status.data) : null
  const reason = obstacle === 'nothingValid' && checked.check.invalid === 0 ? 'allDuplicates' : obstacle
  const failure = wizard.send.failure ?? dry.failure
  const orders = run?.orders ?? checked.check.valid
  return (
    <>
      <div className={classes.step}>
        <LoadingBar visible={dry.loading} />
        {failure && (
          <FailureNotice flush failure={failure} {...(dry.failure && { retry: () => void dry.refetch() })} />
        )}
        {dry.data && <WouldBeSent run={dry.data} />}
        {run && run.orders > 0 && (
          <section className={classes.cost} aria-label={t('plan.costTitle')}>
            {demo ? (
              <span className={classes.severity} data-severity="note">
                <IconInfoCircle size={16} aria-hidden />
                {t('plan.demo')}
              </span>
            ) : (
              <Checkbox
                label={t('plan.meant', { count: run.orders, service: run.service })}
                description={t('plan.cost')}
                checked={meant}
                onChange={({ currentTarget }) => setMeant(currentTarget.checked)}
              />
            )}
          </section>
        )}
      </div>
      <Actions
        back={() => wizard.goTo('check')}
        next={orders === 0 ? t('plan.orderNone') : t('plan.order', { count: orders })}
        disabled={!run || !status.data || obstacle !== null || !(demo || meant)}
        loading={wizard.send.pending}
        onNext={() => void wizard.send.run(draftId, orders)}
        said={
          run?.hindrance ??
          (obstacle ? t(`plan.${reason}`) : run && !(demo || meant) && t('plan.confirmFirst'))
        }
      />
    </>
  )
}

function WouldBeSent({ run }: { run: DryRun }) {
  return (
    <>
      <DryRunFacts run={run} />
      <div className={classes.dryRun}>
        <OrderExamples run={run} />
        <AlreadyOrdered run={run} />
      </div>
    </>
  )
}
