import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportCheck } from '../../../shared/domain/importing.ts'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Counts } from './Counts.tsx'
import classes from './import.module.css'
import { sendObstacle } from './mapping.ts'
import { Plan } from './Plan.tsx'
import { ProblemsTable } from './ProblemsTable.tsx'
import type { Wizard } from './useWizard.ts'

/** What was found in all rows, what will happen, and the one button that orders. */
export function CheckStep({ wizard, check }: { wizard: Wizard; check: ImportCheck }) {
  const { t } = useTranslation('import')
  const status = useCall('app.status', {})
  const obstacle = status.data ? sendObstacle(check, status.data) : null
  return (
    <div className={classes.step}>
      <Counts
        counts={[
          { label: t('check.rows'), value: check.rows },
          { label: t('check.valid'), value: check.valid },
          { label: t('check.invalid'), value: check.invalid, hint: t('check.invalidHint') },
          { label: t('check.duplicates'), value: check.duplicates, hint: t('check.duplicatesHint') },
        ]}
      />
      <Findings check={check} />
      <Plan
        check={check}
        demo={status.data?.demo ?? false}
        serviceUrl={status.data?.profile?.serviceUrl ?? null}
      />
      {wizard.send.failure && <FailureNotice failure={wizard.send.failure} />}
      <div className={classes.actions}>
        <Button variant="default" disabled={wizard.send.pending} onClick={() => wizard.goTo('columns')}>
          {t('back')}
        </Button>
        <Button
          disabled={obstacle !== null || !status.data}
          loading={wizard.send.pending}
          onClick={() => void wizard.send.run(check)}
        >
          {check.valid === 0 ? t('plan.orderNone') : t('plan.order', { count: check.valid })}
        </Button>
        {obstacle && <Text fz={12}>{t(`plan.${obstacle}`)}</Text>}
      </div>
    </div>
  )
}

function Findings({ check }: { check: ImportCheck }) {
  const { t } = useTranslation('import')
  const save = useAction(async () => {
    const target = await chooseSave('failed-rows.csv')
    if (!target) return null
    const saved = await call('imports.saveFailedRows', { draftId: check.draftId, fileId: target.fileId })
    await deliver(saved.file)
    return saved
  })
  if (check.problemCount === 0) return <Text fz={13}>{t('check.noProblems')}</Text>
  return (
    <>
      <div className={classes.foot}>
        <Title order={3} fz={16}>
          {t('check.problems', { count: check.problemCount })}
        </Title>
        {check.invalid > 0 && (
          <Button size="compact-sm" variant="default" loading={save.pending} onClick={() => void save.run()}>
            {t('check.saveFailed')}
          </Button>
        )}
        {save.value && (
          <output className={classes.hint}>
            {t('check.savedFailed', { count: save.value.rows, name: save.value.file.name })}
          </output>
        )}
      </div>
      {save.failure && <FailureNotice failure={save.failure} />}
      <ProblemsTable problems={check.problems} height={320} />
      {check.problemCount > check.problems.length && (
        <Text fz={12} c="dimmed">
          {t('check.firstProblems', { shown: check.problems.length, total: check.problemCount })}
        </Text>
      )}
    </>
  )
}
