import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { ConventionsForm } from './ConventionsForm.tsx'
import { askObstacle } from './obstacle.ts'
import { CallsSection, ConventionsSection, ReportFacts } from './Report.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

const formats = ['md', 'json'] as const

/** What the service of this profile does where its interface leaves a choice, and what a person sets of that. */
export function Connection({ status }: { status: AppStatus }) {
  const { t } = useTranslation('connection')
  const keep = useSetCached()
  const report = useCall('connection.report', {})
  const check = useAction(async () => keep('connection.report', {}, await call('connection.check', {})))
  const obstacle = askObstacle(status)
  const { profile } = status
  if (!profile) return null
  const { data } = report
  const button = (
    <Button loading={check.pending} disabled={obstacle !== null} onClick={() => void check.run()}>
      {t(data ? 'again' : 'check')}
    </Button>
  )
  return (
    <>
      <Section setting="check" title={t('title')} loading={check.pending || report.loading}>
        {data === null && <p>{t('never')}</p>}
        {data && <ReportFacts report={data} />}
        {!data && <p className={classes.dimmed}>{t('about')}</p>}
        {check.failure && <FailureNotice flush failure={check.failure} />}
        {report.failure && (
          <FailureNotice flush failure={report.failure} retry={() => void report.refetch()} />
        )}
        <Group gap={8}>
          {button}
          {data && <SaveReport name={profile.name} />}
        </Group>
        {check.pending && (
          <p role="status" className={classes.dimmed}>
            {t('checking')}
          </p>
        )}
        {obstacle && <ObstacleText obstacle={obstacle} />}
      </Section>
      {data && <ConventionsSection report={data} />}
      {data && <CallsSection report={data} />}
      <ConventionsForm key={profile.id} profile={profile} />
    </>
  )
}

function ObstacleText({ obstacle }: { obstacle: NonNullable<ReturnType<typeof askObstacle>> }) {
  const { t } = useTranslation('settings')
  return <p className={classes.dimmed}>{t(`obstacle.${obstacle}`)}</p>
}

/** The kept report as a file, to be sent to whoever runs the service. */
function SaveReport({ name }: { name: string }) {
  const { t } = useTranslation('connection')
  const save = useAction(async (format: (typeof formats)[number]) => {
    const place = await chooseSave(`pathclock-connection-${name}.${format}`)
    if (!place) return
    const { file } = await call('connection.export', { fileId: place.fileId, format })
    await deliver(file)
    notifications.show({ message: t('saved', { name: file.name }) })
  })
  return (
    <>
      {formats.map((format) => (
        <Button key={format} variant="default" disabled={save.pending} onClick={() => void save.run(format)}>
          {t(`save.${format}`)}
        </Button>
      ))}
      {save.failure && <FailureNotice flush failure={save.failure} />}
    </>
  )
}
