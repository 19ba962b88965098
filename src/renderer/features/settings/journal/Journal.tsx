import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppStatus, FileHandle } from '../../../../shared/contract/state.ts'
import type { JournalCheck, JournalRestored } from '../../../../shared/domain/app/appData.ts'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { call } from '../../../client/call.ts'
import { chooseFile, chooseSave, deliver } from '../../../client/files.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { journalTable } from '../toCopied.ts'

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

const shown = 20

/** What reading a journal through has found, in words and by name. */
function JournalFindings({ check }: { check: JournalCheck }) {
  const { rows, findings } = check
  const { t } = useTranslation('journal')
  const translate = useTranslator()
  if (findings.length === 0) return t('sound', { count: rows })
  return (
    <>
      <strong>{t('findings', { count: findings.length })}</strong>
      <ul>
        {findings.slice(0, shown).map(({ table, row, problem }) => (
          <li key={`${table} ${row} ${toEnglish(problem)}`}>
            {[table ?? t('wholeFile'), row].filter(Boolean).join(' ')}: {translate(problem)}
          </li>
        ))}
      </ul>
      {findings.length > shown && t('more', { count: findings.length - shown })}
      <p>{t('whatNow')}</p>
      <CopyAs read={() => journalTable(check)} />
    </>
  )
}

const outcome = ['set', 'missing', 'doubtful'] as const

/** The way back to a backup: the file is read through first, and what will happen is said before it does. */
function JournalRestore({ profile }: { profile: string }) {
  const { t } = useTranslation('journal')
  const [backup, setBackup] = useState<Backup | null>(null)
  const [restored, setRestored] = useState<JournalRestored | null>(null)
  const choose = useAction(async () => {
    const file = await chooseFile('any')
    if (file) setBackup({ file, check: await call('journal.verify', { fileId: file.fileId }) })
  })
  return (
    <Section setting="restore" title={t('restoreTitle')} loading={choose.pending}>
      <p className={classes.dimmed}>{t('restoreAbout')}</p>
      {restored && (
        <Alert
          color="teal"
          role="status"
          title={t('restored', { count: restored.rows })}
          icon={<IconCircleCheck size={18} aria-hidden />}
          className={classes.wide}
        >
          {outcome.map((part) => (
            <div key={part}>
              {part === 'set' && restored.savedAs && t('savedAs', { name: restored.savedAs })}
              {part === 'missing' && restored.missing > 0 && t('missing', { count: restored.missing })}
              {part === 'doubtful' && restored.doubtful > 0 && t('doubtful', { count: restored.doubtful })}
            </div>
          ))}
        </Alert>
      )}
      {choose.failure && <FailureNotice flush failure={choose.failure} />}
      <Button variant="default" loading={choose.pending} onClick={() => void choose.run()}>
        {t('chooseBackup')}
      </Button>
      {backup && (
        <RestoreDialog
          backup={backup}
          profile={profile}
          close={() => setBackup(null)}
          done={(result) => {
            setRestored(result)
            setBackup(null)
          }}
        />
      )}
    </Section>
  )
}

type Backup = { file: FileHandle; check: JournalCheck }

type Props = {
  backup: Backup
  profile: string
  close(): void
  done(restored: JournalRestored): void
}

const willHappen = ['old', 'since', 'doubt', 'others'] as const

/** A backup that was read through, with what taking it will do; one that is not sound is not offered. */
function RestoreDialog({ backup: { file, check }, profile, close, done }: Props) {
  const { t } = useTranslation('journal')
  const [agreed, setAgreed] = useState(false)
  const restore = useAction(async () => done(await call('journal.restore', { fileId: file.fileId })))
  const isSound = check.findings.length === 0
  return (
    <Dialog opened onClose={close} title={t('dialogTitle', { profile })} size={520}>
      <Stack gap={16}>
        <div>
          <Text fw={600}>{file.name}</Text>
          <Text component="div" fz="xs">
            <JournalFindings check={check} />
          </Text>
        </div>
        {isSound && (
          <>
            <div>
              <Text fw={600} mb={4}>
                {t('willHappen')}
              </Text>
              <ul className={classes.plainList}>
                {willHappen.map((part) => (
                  <li key={part}>{t(`will.${part}`)}</li>
                ))}
              </ul>
            </div>
            <Checkbox
              label={t('agree')}
              checked={agreed}
              onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            />
          </>
        )}
        {restore.failure && <FailureNotice flush failure={restore.failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            {t(isSound ? 'cancel' : 'close')}
          </Button>
          {isSound && (
            <Button disabled={!agreed} loading={restore.pending} onClick={() => void restore.run()}>
              {t('restore')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
