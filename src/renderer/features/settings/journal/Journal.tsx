import { Button, Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../../shared/contract/contract.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { JournalCheck } from '../../../../shared/domain/app/appData.ts'
import { backupExtension } from '../../../../shared/domain/app/fileNames.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { saveFile } from '../../../client/files.ts'
import { transport } from '../../../client/host.ts'
import { ReviewOrders } from '../../../shared/ReviewOrders.tsx'
import { useDialogs } from '../../../state/dialogs.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../../ui/panes/Section.tsx'
import { numberFormatter, Timestamp, useTranslator } from '../../../ui/text/formats.tsx'
import { Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { journalTable } from '../toCopied.ts'

/** Shows the data of the open profile: its journal, the integrity check, its backups, and how to restore one. */
export const Journal = ({ status }: { status: AppStatus }) => (
  <>
    <State status={status} />
    <Schedule />
    <Restore />
  </>
)

function State({ status: { demo, uncertain } }: { status: AppStatus }) {
  const { t, i18n } = useTranslation('journal')
  const translate = useTranslator()
  const number = numberFormatter(i18n.language)
  const status = useCall('journal.status', {})
  const [hasDrugs, setHasDrugs] = useState(false)
  const verify = useAction(async () => {
    const check = await call('journal.verify', {})
    void status.refetch()
    return check
  })
  const backup = useAction(() => {
    const day = new Date().toISOString().slice(0, 10)
    return saveFile(`pathclock-${day}.${backupExtension}`, (fileId) =>
      call('workspace.backup', { fileId, withDrugCache: hasDrugs }),
    )
  })
  const { data } = status
  const check = verify.value ?? data?.verified ?? null
  const failure = verify.failure ?? backup.failure
  return (
    <Section setting="journal" title={t('title')} loading={status.loading || verify.pending}>
      <p className={classes.dimmed}>{t('about')}</p>
      {status.failure && <FailureNotice flush failure={status.failure} retry={() => void status.refetch()} />}
      {data && (
        <Facts nameWidth={180}>
          <Fact name={t('rows')}>{number.format(data.rows)}</Fact>
          <Fact name={t('ordersKnown')}>
            {uncertain ? (
              <>
                <strong>{t('notCertain')}</strong> · <Timestamp at={uncertain.since} />
                <div>{translate(joinMessages(uncertain.reasons, '; '))}</div>
                <ReviewOrders />
              </>
            ) : (
              t('allKnown')
            )}
          </Fact>
          <Fact name={t('lastBackup')}>
            {data.lastBackup ? (
              <>
                <Timestamp at={data.lastBackup.at} /> · {data.lastBackup.name}
              </>
            ) : (
              t(demo ? 'noBackupOfDemo' : 'noBackup')
            )}
          </Fact>
          <Fact name={t('backups')}>{number.format(data.backups)}</Fact>
          <Fact name={t('verified')}>
            {check ? (
              <>
                <Timestamp at={check.verifiedAt} /> · <JournalFindings check={check} />
              </>
            ) : (
              t('notVerified')
            )}
          </Fact>
        </Facts>
      )}
      {failure && <FailureNotice flush failure={failure} />}
      <Checkbox
        size="sm"
        label={t('withDrugs')}
        checked={hasDrugs}
        onChange={({ currentTarget }) => setHasDrugs(currentTarget.checked)}
      />
      <Group gap={8}>
        <Button {...backup.buttonProps()}>{t('backUp')}</Button>
        <Button {...verify.buttonProps()}>{t('verify')}</Button>
        <output className={classes.dimmed}>
          {backup.value &&
            t('backedUp', {
              count: backup.value.rows,
              results: backup.value.results,
              name: backup.value.file.name,
            })}
        </output>
      </Group>
    </Section>
  )
}

const shown = 20

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

function Restore() {
  const { t } = useTranslation('journal')
  const openBackup = useDialogs((state) => state.openBackup)
  return (
    <Section setting="restore" title={t('restoreTitle')}>
      <p className={classes.dimmed}>{t('restoreAbout')}</p>
      <Button onClick={() => openBackup()}>{t('action.restoreBackup')}</Button>
    </Section>
  )
}

/** Sets the backup schedule. The folder is chosen in a system dialog, which a browser does not have. */
function Schedule() {
  const { t } = useTranslation('journal')
  const translate = useTranslator()
  const schedule = useCall('workspace.schedule', {})
  const change = useAction(async (input: Input<'workspace.setSchedule'>) => {
    await call('workspace.setSchedule', input)
    void schedule.refetch()
  })
  const { data } = schedule
  const failure = schedule.failure ?? change.failure
  return (
    <Section
      setting="backupSchedule"
      title={t('schedule.title')}
      loading={schedule.loading || change.pending}
    >
      <p className={classes.dimmed}>{t(transport.hasOpenDialog ? 'schedule.about' : 'schedule.inBrowser')}</p>
      {failure && <FailureNotice flush failure={failure} />}
      {data?.problem && <p role="alert">{translate(data.problem)}</p>}
      {data && transport.hasOpenDialog && (
        <Group gap={8}>
          <Button {...change.buttonProps({ folder: 'choose' })}>
            {t(data.folder === null ? 'schedule.choose' : 'schedule.chooseOther')}
          </Button>
          {data.folder !== null && (
            <Button onClick={() => void change.run({ folder: 'none' })}>{t('schedule.stop')}</Button>
          )}
        </Group>
      )}
      {data && data.folder !== null && (
        <>
          <Facts nameWidth={180}>
            <Fact name={t('schedule.folder')}>
              <bdi>{data.folder}</bdi>
            </Fact>
            <Fact name={t('schedule.last')}>
              {data.lastAt === null ? t('schedule.none') : <Timestamp at={data.lastAt} />}
            </Fact>
          </Facts>
          <Group gap={16} align="flex-end">
            <NativeSelect
              size="sm"
              label={t('schedule.every')}
              value={data.every}
              data={(['day', 'week'] as const).map((value) => ({ value, label: t(`schedule.${value}`) }))}
              onChange={({ currentTarget }) =>
                void change.run({ every: currentTarget.value === 'week' ? 'week' : 'day' })
              }
            />
            <NumberInput
              key={data.copies}
              label={t('schedule.copies')}
              w={120}
              min={1}
              max={1000}
              allowDecimal={false}
              defaultValue={data.copies}
              onBlur={({ currentTarget }) => {
                const copies = Math.min(
                  1000,
                  Math.max(1, Math.round(Number(currentTarget.value)) || data.copies),
                )
                if (copies !== data.copies) void change.run({ copies })
              }}
            />
          </Group>
        </>
      )}
    </Section>
  )
}
