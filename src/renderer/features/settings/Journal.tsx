import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { JournalFindings } from './JournalFindings.tsx'
import { JournalRestore } from './JournalRestore.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** The journal of the open profile: what is in it, whether it is sound, its backups, and the way back to one. */
export function Journal({ status: app }: { status: AppStatus }) {
  const { t } = useTranslation('journal')
  const navigate = useNavigate()
  if (!app.profile)
    return (
      <Section title={t('title')}>
        <p>{t('noProfile')}</p>
        <Button variant="default" onClick={() => void navigate({ to: '/connect' })}>
          {t('connect')}
        </Button>
      </Section>
    )
  return (
    <>
      <State demo={app.demo} />
      <JournalRestore profile={app.profile.name} />
    </>
  )
}

function State({ demo }: { demo: boolean }) {
  const { t, i18n } = useTranslation('journal')
  const number = numberFormatter(i18n.language)
  const status = useCall('journal.status', {})
  const verify = useAction(async () => {
    const check = await call('journal.verify', {})
    void status.refetch()
    return check
  })
  const backup = useAction(async () => {
    const day = new Date().toISOString().slice(0, 10)
    const place = await chooseSave(`pathclock-journal-${day}.db`)
    if (!place) return null
    const { file, rows } = await call('journal.backup', { fileId: place.fileId })
    await deliver(file)
    return { name: file.name, rows }
  })
  const { data } = status
  const check = verify.value ?? data?.verified ?? null
  const failure = verify.failure ?? backup.failure
  return (
    <Section setting="journal" title={t('title')} loading={status.loading || verify.pending}>
      <p className={classes.dimmed}>{t('about')}</p>
      {status.failure && <FailureNotice flush failure={status.failure} retry={() => void status.refetch()} />}
      {data && (
        <dl className={classes.facts} data-wide>
          <dt>{t('rows')}</dt>
          <dd>{number.format(data.rows)}</dd>
          <dt>{t('damaged')}</dt>
          <dd>{data.damagedRows === 0 ? t('none') : t('damagedRows', { count: data.damagedRows })}</dd>
          <dt>{t('lastBackup')}</dt>
          <dd>
            {data.lastBackup ? (
              <>
                <Timestamp at={data.lastBackup.at} /> · {data.lastBackup.name}
              </>
            ) : (
              t(demo ? 'noBackupOfDemo' : 'noBackup')
            )}
          </dd>
          <dt>{t('backups')}</dt>
          <dd>{number.format(data.backups)}</dd>
          <dt>{t('verified')}</dt>
          <dd>
            {check ? (
              <>
                <Timestamp at={check.verifiedAt} /> · <JournalFindings check={check} />
              </>
            ) : (
              t('notVerified')
            )}
          </dd>
        </dl>
      )}
      {failure && <FailureNotice flush failure={failure} />}
      <Group gap={8}>
        <Button variant="default" loading={backup.pending} onClick={() => void backup.run()}>
          {t('backUp')}
        </Button>
        <Button variant="default" loading={verify.pending} onClick={() => void verify.run()}>
          {t('verify')}
        </Button>
        <output className={classes.dimmed}>
          {backup.value && t('backedUp', { count: backup.value.rows, name: backup.value.name })}
        </output>
      </Group>
    </Section>
  )
}
