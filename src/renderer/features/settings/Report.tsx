import { Group, Table } from '@mantine/core'
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
import type { CheckedCall, ConnectionReport, Finding } from '../../../shared/domain/convention.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import { Framed } from './Framed.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'
import { callsTable, findingsTable } from './toCopied.ts'

/** More than this is worth a warning: tokens are dated, and so are orders. */
const clockToleranceS = 120

/** The parts of the report that a person looks for first. */
export function ReportFacts({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  const forbidden = report.calls.filter(({ outcome }) => outcome === 'forbidden')
  return (
    <dl className={classes.facts} data-wide>
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

/** One line a convention: its value, how it is known, and what to know beside it. */
export function ConventionsSection({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  return (
    <Section title={t('conventions.title')}>
      <Group gap={8} wrap="nowrap" align="center" justify="space-between">
        <p className={`${classes.dimmed} ${classes.grow}`}>{t('conventions.text')}</p>
        <CopyAs read={() => findingsTable(report)} />
      </Group>
      <Framed label={t('conventions.title')}>
        <Table verticalSpacing={5} horizontalSpacing="sm" fz={12}>
          <Table.Thead>
            <Table.Tr>
              {(['name', 'value', 'how', 'note'] as const).map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`conventions.${column}`)}
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
      <Table.Th scope="row" className={classes.findingName} title={name}>
        {/* A check of a later version may know more lines than these words do. */}
        {t(`name.${name}`, { defaultValue: name })}
      </Table.Th>
      <Table.Td className={classes.value} title={value}>
        {t([`value.${name}.${value}`, 'value.raw'], { value })}
      </Table.Td>
      <Table.Td>
        <span className={classes.mark} data-how={how}>
          <Icon size={14} stroke={1.75} aria-hidden />
          {t(`how.${how}`)}
        </span>
      </Table.Td>
      <Table.Td className={classes.note}>{note && <TranslatedMessage text={note} />}</Table.Td>
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

/** Every request of the check, and what came of it. */
export function CallsSection({ report }: { report: ConnectionReport }) {
  const { t } = useTranslation('connection')
  const columns = ['endpoint', 'outcome', 'status', 'ms', 'requestId', 'note'] as const
  return (
    <Section title={t('calls.title')}>
      <Group gap={8} justify="flex-end">
        <CopyAs read={() => callsTable(report)} />
      </Group>
      <Framed label={t('calls.title')}>
        <Table verticalSpacing={5} horizontalSpacing="sm" fz={12}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th
                  key={column}
                  scope="col"
                  className={column === 'ms' || column === 'status' ? classes.number : undefined}
                >
                  {t(`calls.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.calls.map((made, index) => (
              // The same endpoint may be asked twice, and the list never changes.
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
      <Table.Td className={classes.number}>{made.status ?? '–'}</Table.Td>
      <Table.Td className={classes.number}>
        {made.ms === null ? '–' : t('calls.msValue', { ms: number.format(made.ms) })}
      </Table.Td>
      <Table.Td className={`${classes.code} ${classes.requestId}`}>{made.requestId ?? '–'}</Table.Td>
      <Table.Td className={classes.note}>{made.note && <TranslatedMessage text={made.note} />}</Table.Td>
    </Table.Tr>
  )
}
