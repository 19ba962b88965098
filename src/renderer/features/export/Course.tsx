import { Button, Group, Progress, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import classes from './export.module.css'

type Props = { job: Job; isOfStudy: boolean; close(): void }

/** How far the file is; closed, it goes on in the task tray. */
export function Course({ job, isOfStudy, close }: Props) {
  const { t } = useTranslation('export')
  const cancel = useAction(() => call('jobs.cancel', { jobId: job.jobId }))
  const { done, total } = job
  return (
    <Stack gap={16}>
      <div role="status">
        {isOfStudy
          ? t('course.study')
          : total === null
            ? t('course.rows', { done })
            : t('course.rowsOf', { done, total })}
      </div>
      <Progress
        size={8}
        value={total ? Math.min(100, (done / total) * 100) : 100}
        animated={total === null}
        aria-label={t('course.label')}
      />
      <p className={classes.note}>{t('course.note')}</p>
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" loading={cancel.pending} onClick={() => void cancel.run()}>
          {t('course.cancel')}
        </Button>
        <Button data-autofocus onClick={close}>
          {t('course.close')}
        </Button>
      </Group>
    </Stack>
  )
}
