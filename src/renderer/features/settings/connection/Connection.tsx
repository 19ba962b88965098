import { Box, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconEye,
  IconHelpCircle,
  IconLock,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import {
  type CheckedCall,
  type ConnectionReport,
  type Finding,
  pagingWarning,
} from '../../../../shared/domain/app/connectionReport.ts'
import type { Message } from '../../../../shared/words/message.ts'
import { call, useAction, useCall, useSetCached } from '../../../client/call.ts'
import { saveFile } from '../../../client/files.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { StatusBadge } from '../../../ui/feedback/StateBadges.tsx'
import { Fact, Facts } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { numberFormatter, Timestamp, TranslatedMessage } from '../../../ui/text/formats.tsx'
import { serviceObstacle } from '../offered.ts'
import { Framed, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { callsTable, findingsTable } from '../toCopied.ts'
import { DialectForm } from './DialectForm.tsx'

const formats = ['md', 'json', 'dialect'] as const

/** Shows what the check read in the responses of the service, and the dialect of the profile. */
export function Connection({ status }: { status: AppStatus }) {
  const { t } = useTranslation(['connection', 'settings'])
  const setCached = useSetCached()
  const report = useCall('connection.report', {})
  const check = useAction(async () => setCached('connection.report', {}, await call('connection.check', {})))
  const obstacle = serviceObstacle(status)
  const { profile } = status
  if (!profile) return null
  const { data } = report
  const warning = data && pagingWarning(data, profile.dialect.paging)
  return (
    <>
      <Section setting="check" title={t('title')} loading={check.pending || report.loading}>
        {data === null && <p>{t('never')}</p>}
        {data && <ReportFacts report={data} />}
        {warning && (
          <p className={classes.warn}>
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden /> <TranslatedMessage text={warning} />
          </p>
        )}
        {!data && <p className={classes.dimmed}>{t('about')}</p>}
        {check.failure && <FailureNotice flush failure={check.failure} />}
        {report.failure && (
          <FailureNotice flush failure={report.failure} retry={() => void report.refetch()} />
        )}
        <Group gap={8}>
          <Button variant="filled" disabled={obstacle !== null} {...check.buttonProps()}>
            {t(data ? 'action.checkAgain' : 'check')}
          </Button>
          {data && <SaveReport name={profile.name} />}
        </Group>
        {check.pending && (
          <p role="status" className={classes.dimmed}>
            {t('checking')}
          </p>
        )}
        {obstacle && <p className={classes.dimmed}>{t(`obstacle.${obstacle}`, { ns: 'settings' })}</p>}
      </Section>
      {data && <FindingsSection report={data} />}
      {data && <CallsSection report={data} />}
      <DialectForm key={profile.id} profile={profile} suggested={data?.suggested} />
    </>
  )
}

/** Saves the stored report, to send to the operator of the service, or the dialect that it suggests. */
function SaveReport({ name }: { name: string }) {
  const { t } = useTranslation('connection')
  const save = useAction(async (format: (typeof formats)[number]) => {
    const saved = await saveFile(
      format === 'dialect' ? `pathclock-dialect-${name}.json` : `pathclock-connection-${name}.${format}`,
      (fileId) => call('connection.export', { fileId, format }),
    )
    if (saved) notifications.show({ message: t('saved', { name: saved.file.name }) })
  })
  return (
    <>
      {formats.map((format) => (
        <Button key={format} disabled={save.pending} onClick={() => void save.run(format)}>
          {t(`save.${format}`)}
        </Button>
      ))}
      {save.failure && <FailureNotice flush failure={save.failure} />}
    </>
  )
}

/** Warns beyond this clock difference: tokens and orders carry timestamps. */
const clockToleranceS = 120

function ReportFacts({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  const forbidden = report.calls.filter(({ outcome }) => outcome === 'forbidden')
  return (
    <Facts nameWidth={180}>
      <Fact name={t('term.service')}>
        {report.service} {report.synthetic && <SyntheticMark />}
      </Fact>
      <Fact name={t('facts.checkedAt')}>
        <Timestamp at={report.checkedAt} />
      </Fact>
      <Fact name={t('facts.scopes')}>
        {report.scopes?.join(', ') || t(report.scopes ? 'facts.emptyScopes' : 'facts.noScopes')}
      </Fact>
      <Fact name={t('facts.forbidden')}>
        {forbidden.length === 0
          ? t('facts.nothingForbidden')
          : forbidden.map(({ endpoint }) => <div key={endpoint}>{endpoint}</div>)}
      </Fact>
      <Fact name={t('facts.clock')}>
        <ClockFact aheadS={report.clockAheadS} />
      </Fact>
    </Facts>
  )
}

function ClockFact({ aheadS }: { aheadS: number | null }) {
  const { t, i18n } = useTranslation('connection')
  if (aheadS === null) return t('facts.noClock')
  if (Math.abs(aheadS) <= clockToleranceS) return t('facts.clockGood')
  const seconds = numberFormatter(i18n.language).format(Math.abs(aheadS))
  return (
    <span className={classes.warn}>
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />{' '}
      {t(aheadS > 0 ? 'facts.clockAhead' : 'facts.clockBehind', { seconds })}
    </span>
  )
}

const howIcons: Record<Finding['how'], TablerIcon> = {
  probed: IconEye,
  default: IconHelpCircle,
  set: IconUser,
}

function FindingsSection({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  return (
    <Section title={t('findings.title')}>
      <Group gap={8} wrap="nowrap" align="center" justify="space-between">
        <p className={`${classes.dimmed} ${shared.gap}`}>{t('findings.text')}</p>
        <CopyAs read={() => findingsTable(report)} />
      </Group>
      <Framed label={t('findings.title')}>
        <SmallTable
          rows={report.findings}
          rowKey={({ name }) => name}
          columns={[
            {
              head: t('findings.name'),
              name: true,
              // A report of a later version may have names without a translation.
              cell: ({ name }) => t(`name.${name}`, { defaultValue: name }),
              title: ({ name }) => name,
            },
            {
              head: t('findings.value'),
              width: '26%',
              cell: ({ name, value }) =>
                t([`value.${name}.${value}`, 'value.raw'], { value, defaultValue: value }),
              title: ({ value }) => value,
            },
            {
              head: t('findings.how'),
              cell: ({ how }) => (
                <StatusBadge icon={howIcons[how]} state={how === 'default' ? 'dimmed' : how}>
                  {t(`how.${how}`)}
                </StatusBadge>
              ),
            },
            { head: t('findings.note'), width: '30%', cell: ({ note }) => <Note text={note} /> },
          ]}
        />
      </Framed>
    </Section>
  )
}

const Note = ({ text }: { text: Message | null | undefined }) =>
  text && (
    <span className={shared.dimmed}>
      <TranslatedMessage text={text} />
    </span>
  )

const outcomes: Record<CheckedCall['outcome'], { icon: TablerIcon; state: string }> = {
  answered: { icon: IconCircleCheck, state: 'good' },
  refused: { icon: IconBan, state: 'unknown' },
  forbidden: { icon: IconLock, state: 'unknown' },
  'not-found': { icon: IconHelpCircle, state: 'not-found' },
  failed: { icon: IconAlertTriangle, state: 'failed' },
  'not-tried': { icon: IconCircleDashed, state: 'dimmed' },
}

function CallsSection({ report }: { report: ConnectionReport }) {
  const { t, i18n } = useTranslation('connection')
  const number = numberFormatter(i18n.language, { maximumFractionDigits: 0 })
  return (
    <Section title={t('calls.title')}>
      <Group gap={8} justify="flex-end">
        <CopyAs read={() => callsTable(report)} />
      </Group>
      <Framed label={t('calls.title')}>
        <SmallTable
          rows={report.calls}
          // The same endpoint may be requested twice, and the list does not change.
          rowKey={({ endpoint }, index) => `${index} ${endpoint}`}
          columns={[
            {
              head: t('calls.endpoint'),
              name: true,
              cell: ({ endpoint }) => (
                <Box component="span" style={{ whiteSpace: 'nowrap' }}>
                  {endpoint}
                </Box>
              ),
            },
            {
              head: t('calls.outcome'),
              cell: ({ outcome }) => (
                <StatusBadge icon={outcomes[outcome].icon} state={outcomes[outcome].state}>
                  {t(`outcome.${outcome}`)}
                </StatusBadge>
              ),
            },
            { head: t('calls.status'), numeric: true, cell: ({ status }) => status ?? '–' },
            {
              head: t('calls.ms'),
              numeric: true,
              cell: ({ ms }) => (ms === null ? '–' : t('calls.msValue', { ms: number.format(ms) })),
            },
            {
              head: t('term.requestId'),
              cell: ({ requestId }) => <code className={classes.code}>{requestId ?? '–'}</code>,
            },
            { head: t('findings.note'), cell: ({ note }) => <Note text={note} /> },
          ]}
        />
      </Framed>
    </Section>
  )
}
