import { Button, Group, Table } from '@mantine/core'
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
import type {
  CheckedCall,
  ConnectionReport,
  Finding,
} from '../../../../shared/domain/app/connectionReport.ts'
import { call } from '../../../client/call.ts'
import { chooseSave, deliver } from '../../../client/files.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall, useSetCached } from '../../../client/useCall.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { TranslatedMessage } from '../../../ui/text/TranslatedMessage.tsx'
import { serviceObstacle } from '../offered.ts'
import { Framed, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { callsTable, findingsTable } from '../toCopied.ts'
import { DialectForm } from './DialectForm.tsx'

const formats = ['md', 'json', 'dialect'] as const

/** Shows what the check read in the responses of the service, and the dialect of the profile. */
export function Connection({ status }: { status: AppStatus }) {
  const { t } = useTranslation('connection')
  const setCached = useSetCached()
  const report = useCall('connection.report', {})
  const check = useAction(async () => setCached('connection.report', {}, await call('connection.check', {})))
  const obstacle = serviceObstacle(status)
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
      {data && <FindingsSection report={data} />}
      {data && <CallsSection report={data} />}
      <DialectForm key={profile.id} profile={profile} suggested={data?.suggested} />
    </>
  )
}

function ObstacleText({ obstacle }: { obstacle: NonNullable<ReturnType<typeof serviceObstacle>> }) {
  const { t } = useTranslation('settings')
  return <p className={classes.dimmed}>{t(`obstacle.${obstacle}`)}</p>
}

/** Saves the stored report, to send to the operator of the service, or the dialect that it suggests. */
function SaveReport({ name }: { name: string }) {
  const { t } = useTranslation('connection')
  const save = useAction(async (format: (typeof formats)[number]) => {
    const place = await chooseSave(
      format === 'dialect' ? `pathclock-dialect-${name}.json` : `pathclock-connection-${name}.${format}`,
    )
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

/** Warns beyond this clock difference: tokens and orders carry timestamps. */
const clockToleranceS = 120

/** Shows the main facts of the report. */
function ReportFacts({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  const forbidden = report.calls.filter(({ outcome }) => outcome === 'forbidden')
  return (
    <dl className={`${shared.facts} ${classes.facts}`} data-wide>
      <dt>{t('facts.service')}</dt>
      <dd>
        {report.service} {report.synthetic && <SyntheticMark />}
      </dd>
      <dt>{t('facts.checkedAt')}</dt>
      <dd>
        <Timestamp at={report.checkedAt} />
      </dd>
      <dt>{t('facts.scopes')}</dt>
      <dd>{scopesOf(report) ?? t(report.scopes ? 'facts.emptyScopes' : 'facts.noScopes')}</dd>
      <dt>{t('facts.forbidden')}</dt>
      <dd>
        {forbidden.length === 0
          ? t('facts.nothingForbidden')
          : forbidden.map(({ endpoint }) => <div key={endpoint}>{endpoint}</div>)}
      </dd>
      <dt>{t('facts.clock')}</dt>
      <dd>
        <ClockFact aheadS={report.clockAheadS} />
      </dd>
    </dl>
  )
}

const scopesOf = ({ scopes }: ConnectionReport): string | null => scopes?.join(', ') || null

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

/** Lists what was read: value, how it was determined, and a note. */
function FindingsSection({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  return (
    <Section title={t('findings.title')}>
      <Group gap={8} wrap="nowrap" align="center" justify="space-between">
        <p className={`${classes.dimmed} ${shared.gap}`}>{t('findings.text')}</p>
        <CopyAs read={() => findingsTable(report)} />
      </Group>
      <Framed label={t('findings.title')}>
        <Table verticalSpacing={5} horizontalSpacing="sm" fz="xs">
          <Table.Thead>
            <Table.Tr>
              {(['name', 'value', 'how', 'note'] as const).map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`findings.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.findings.map((finding) => (
              <FindingRow key={finding.name} finding={finding} />
            ))}
          </Table.Tbody>
        </Table>
      </Framed>
    </Section>
  )
}

function FindingRow({ finding: { name, value, how, note } }: { finding: Finding }) {
  const { t } = useTranslation('connection')
  const Icon = howIcons[how]
  return (
    <Table.Tr>
      <Table.Th scope="row" miw={150} fw={450} title={name}>
        {/* A report of a later version may have names without a translation. */}
        {t(`name.${name}`, { defaultValue: name })}
      </Table.Th>
      <Table.Td className={classes.value} title={value}>
        {t([`value.${name}.${value}`, 'value.raw'], { value, defaultValue: value })}
      </Table.Td>
      <Table.Td>
        <span className={classes.mark} data-how={how}>
          <Icon size={14} stroke={1.75} aria-hidden />
          {t(`how.${how}`)}
        </span>
      </Table.Td>
      <Table.Td miw={160} c="dimmed">
        {note && <TranslatedMessage text={note} />}
      </Table.Td>
    </Table.Tr>
  )
}

const outcomeIcons: Record<CheckedCall['outcome'], TablerIcon> = {
  answered: IconCircleCheck,
  refused: IconBan,
  forbidden: IconLock,
  'not-found': IconHelpCircle,
  failed: IconAlertTriangle,
  'not-tried': IconCircleDashed,
}

/** Lists the requests of the check with their outcomes. */
function CallsSection({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  const columns = ['endpoint', 'outcome', 'status', 'ms', 'requestId', 'note'] as const
  return (
    <Section title={t('calls.title')}>
      <Group gap={8} justify="flex-end">
        <CopyAs read={() => callsTable(report)} />
      </Group>
      <Framed label={t('calls.title')}>
        <Table verticalSpacing={5} horizontalSpacing="sm" fz="xs">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th
                  key={column}
                  scope="col"
                  className={column === 'ms' || column === 'status' ? shared.number : undefined}
                >
                  {t(`calls.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.calls.map((made, index) => (
              // The same endpoint may be requested twice, and the list does not change.
              <CallRow key={`${index} ${made.endpoint}`} made={made} />
            ))}
          </Table.Tbody>
        </Table>
      </Framed>
    </Section>
  )
}

function CallRow({ made }: { made: CheckedCall }) {
  const { t, i18n } = useTranslation('connection')
  const number = numberFormatter(i18n.language, { maximumFractionDigits: 0 })
  const Icon = outcomeIcons[made.outcome]
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.endpoint}>
        {made.endpoint}
      </Table.Th>
      <Table.Td>
        <span className={classes.mark} data-outcome={made.outcome}>
          <Icon size={14} stroke={1.75} aria-hidden />
          {t(`outcome.${made.outcome}`)}
        </span>
      </Table.Td>
      <Table.Td className={shared.number}>{made.status ?? '–'}</Table.Td>
      <Table.Td className={shared.number}>
        {made.ms === null ? '–' : t('calls.msValue', { ms: number.format(made.ms) })}
      </Table.Td>
      <Table.Td className={`${classes.code} ${classes.requestId}`}>{made.requestId ?? '–'}</Table.Td>
      <Table.Td miw={160} c="dimmed">
        {made.note && <TranslatedMessage text={made.note} />}
      </Table.Td>
    </Table.Tr>
  )
}
