import { Box, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Drift, StoredResult } from '../../../../shared/domain/results/cohort.ts'
import { columnFormat } from '../../../../shared/format/numbers.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { answerColumns } from '../../../../shared/tables/samples.ts'
import { useCall } from '../../../client/call.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { RawJson } from '../../../ui/copy/RawJson.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { Hint, Section } from '../../../ui/panes/Section.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { CellValue } from '../../../ui/table/DataTableRows.tsx'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { Timestamp, useDateTimeFormat } from '../../../ui/text/formats.tsx'
import classes from '../results.module.css'

/** Lists all stored results of a sample and compares two of them. Renders nothing if there are none. */
export function AnswerHistory({ sampleId, name }: { sampleId: string; name: string }) {
  const { t } = useTranslation('explore')
  const history = useCall('results.history', { sampleId })
  const answers = history.data ?? []
  const [shown, setShown] = useState<string | null>(null)
  if (history.data?.length === 0) return null
  return (
    <Section title={t('history.title')} actions={<CopyAs read={() => toCopied(copiedColumns, answers)} />}>
      <Hint>{t('history.about')}</Hint>
      {history.failure && <FailureNotice flush failure={history.failure} />}
      <Box style={{ overflowX: 'auto' }}>
        <SmallTable
          rows={answers}
          rowKey={({ analysisId }) => analysisId}
          columns={[
            { head: t('history.kind'), cell: ({ kind }) => t(`history.kinds.${kind}`) },
            { head: t('term.fetched'), cell: ({ fetchedAt }) => <Timestamp at={fetchedAt} /> },
            { head: t('term.service'), cell: ({ service }) => service },
            {
              head: t('history.requested'),
              cell: ({ pathways }) =>
                pathways.length === 0 ? t('history.all') : t('pathways', { count: pathways.length }),
            },
            { head: t('history.scores'), numeric: true, cell: ({ scores }) => scores },
            {
              head: t('term.state'),
              cell: ({ current, synthetic }) => (
                <>
                  {t(current ? 'history.current' : 'history.former')} {synthetic && <SyntheticMark />}
                </>
              ),
            },
            {
              head: t('detail.json'),
              cell: ({ analysisId }) => (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-expanded={shown === analysisId}
                  onClick={() => setShown(shown === analysisId ? null : analysisId)}
                >
                  {t(shown === analysisId ? 'raw.hide' : 'raw.show')}
                </Button>
              ),
            },
          ]}
        />
      </Box>
      {shown !== null && <AnswerDetail analysisId={shown} />}
      <Compared answers={answers} name={name} />
    </Section>
  )
}

function AnswerDetail({ analysisId }: { analysisId: string }) {
  const answer = useCall('results.answer', { analysisId })
  if (answer.failure) return <FailureNotice flush failure={answer.failure} />
  if (answer.data?.analysisId !== analysisId) return null
  const { request, raw } = answer.data
  return <RawJson key={analysisId} raw={{ request, response: raw }} opened />
}

/** Compares two results of one kind, by default the two newest. Renders a hint if there is only one of each kind. */
function Compared({ answers, name }: { answers: readonly StoredResult[]; name: string }) {
  const { t } = useTranslation('explore')
  const formatDateTime = useDateTimeFormat()
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({})
  const [newest, second] = twoNewest(answers)
  if (!newest || !second) return <Text fz="xs">{t('drift.one')}</Text>
  const after = answers.find(({ analysisId }) => analysisId === chosen.after) ?? newest
  const alike = answers.filter(({ kind }) => kind === after.kind)
  const others = alike.filter(({ analysisId }) => analysisId !== after.analysisId)
  const before = others.find(({ analysisId }) => analysisId === chosen.before) ?? others[0]
  const exact = (at: string) => formatDateTime(new Date(at), { day: 'medium', time: 'medium' })
  const option = ({ analysisId, kind, fetchedAt }: StoredResult) => ({
    value: analysisId,
    label: `${t(`history.kinds.${kind}`)} · ${exact(fetchedAt)}`,
  })
  return (
    <>
      <Group gap={8} align="end">
        <NativeSelect
          label={t('drift.before')}
          value={before?.analysisId ?? ''}
          onChange={({ currentTarget }) => setChosen({ ...chosen, before: currentTarget.value })}
          data={others.map(option)}
        />
        <NativeSelect
          label={t('drift.after')}
          value={after.analysisId}
          onChange={({ currentTarget }) => setChosen({ ...chosen, after: currentTarget.value })}
          data={answers.filter((one) => hasPair(answers, one)).map(option)}
        />
      </Group>
      {before && <DriftTable before={before.analysisId} after={after.analysisId} name={name} />}
    </>
  )
}

const hasPair = (answers: readonly StoredResult[], one: StoredResult): boolean =>
  answers.some(({ kind, analysisId }) => kind === one.kind && analysisId !== one.analysisId)

/** Returns the two newest results of one kind, activity before clock. */
function twoNewest(answers: readonly StoredResult[]): readonly StoredResult[] {
  const ofActivity = answers.filter(({ kind }) => kind === 'activity')
  return ofActivity.length > 1 ? ofActivity : answers.filter(({ kind }) => kind === 'clock')
}

/** Shows the differences between two results, the largest first; values that one of them lacks come last. */
function DriftTable({ before, after, name }: { before: string; after: string; name: string }) {
  const { t } = useTranslation('explore')
  const drift = useCall('results.drift', { before, after })
  const lines = useMemo(() => (drift.data ? toLines(drift.data) : []), [drift.data])
  const columns = useColumns(lines)
  return (
    <>
      <LoadingBar visible={drift.loading} />
      {drift.failure && <FailureNotice flush failure={drift.failure} />}
      {drift.data && <Head lines={lines} json={drift.data} />}
      {lines.length > 0 && (
        <div className={classes.driftTable}>
          <DataTable
            label={t('drift.title', { name })}
            rows={lines}
            rowKey={(line) => `${line.measure} ${line.name}`}
            columns={columns}
          />
        </div>
      )}
    </>
  )
}

function Head({ lines, json }: { lines: readonly DriftLine[]; json: unknown }) {
  const { t } = useTranslation('explore')
  const measureOf = useMeasureName()
  const changed = lines.filter(({ difference }) => difference !== null && difference !== 0).length
  const lacking = lines.filter((line) => line.difference === null && line.before !== line.after).length
  const numbers = ['before', 'after', 'difference'] as const
  const table = () => ({
    columns: [t('drift.what'), t('measure.label'), ...numbers.map((id) => t(`drift.${id}`))],
    rows: lines.map((line) => [line.name, measureOf(line), ...numbers.map((id) => line[id])]),
  })
  return (
    <Group gap="sm">
      <Text fz="xs" flex={1}>
        {t('drift.summary', { changed, total: lines.length, lacking })}
      </Text>
      <CopyAs read={() => ({ table: table(), json })} />
    </Group>
  )
}

function useMeasureName(): (line: DriftLine) => string {
  const { t } = useTranslation('explore')
  return useCallback(({ measure }) => (measure === null ? t('drift.whole') : t(`measures.${measure}`)), [t])
}

type NumberColumn = {
  id: 'before' | 'after' | 'difference'
  width: number
  format(value: number, line: DriftLine): string
  /** The reason why a value is missing. */
  why: string
}

/** Returns the columns. Numbers are rounded, with the exact one on hover. */
function useColumns(lines: readonly DriftLine[]) {
  const { t } = useTranslation('explore')
  const measureOf = useMeasureName()
  return useMemo(() => {
    const scales = lines.map(({ difference }) => difference)
    const format = columnFormat(
      lines.flatMap(({ before, after }) => [before, after]),
      scales.flatMap((scale) => [scale, scale]),
    )
    const formatDifference = columnFormat(scales, scales)
    const number = ({ id, width, format, why }: NumberColumn) => ({
      id,
      width,
      numeric: true,
      label: t(`drift.${id}`),
      value: (line: DriftLine): CellValue => {
        const value = line[id]
        if (value === null) return { text: '–', title: why, missing: true }
        return { text: format(value, line), title: String(value) }
      },
    })
    const stored = {
      width: 110,
      format: (value: number, { difference }: DriftLine) => format(value, difference),
      why: t('missing'),
    }
    const name = { id: 'name', width: 180, role: 'name' as const, label: t('drift.what') }
    return [
      { ...name, cell: (line: DriftLine) => <bdi>{line.name}</bdi> },
      { id: 'measure', width: 120, label: t('measure.label'), cell: measureOf },
      number({ id: 'before', ...stored }),
      number({ id: 'after', ...stored }),
      number({
        id: 'difference',
        width: 120,
        format: (value) => `${value > 0 ? '+' : ''}${formatDifference(value, value)}`,
        why: t('drift.none'),
      }),
    ]
  }, [t, measureOf, lines])
}

const { id, kind, fetchedAt, service, current, scores, synthetic } = answerColumns
/** The columns of copied results. `pathways_requested`: each has its own request. */
const copiedColumns = [
  id,
  kind,
  fetchedAt,
  service,
  {
    name: 'pathways_requested',
    of: ({ pathways }: StoredResult) => (pathways.length === 0 ? 'all' : pathways.join('; ')),
  },
  current,
  scores,
  synthetic,
]

type Change = Pick<Drift['rows'][number], 'before' | 'after' | 'difference'>

/** One row of the comparison; `measure` is null for a value of the whole sample. */
type DriftLine = Change & { name: string; measure: Drift['rows'][number]['measure'] | null }

/** Returns values of the whole sample first, then pathways, each ordered by size of the difference. */
const toLines = ({ rows, values }: Pick<Drift, 'rows' | 'values'>): DriftLine[] => [
  ...bySize(values.map((value) => ({ ...value, measure: null }))),
  ...bySize(rows.map(({ pathway, ...row }) => ({ ...row, name: pathway }))),
]

/** Sorts by absolute difference. Rows without a difference come last; among them, rows with one value come first. */
const bySize = (lines: DriftLine[]): DriftLine[] =>
  lines.sort((a, b) => sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1))

const sizeOf = ({ before, after, difference }: Change): number =>
  difference === null ? (before === after ? -2 : -1) : Math.abs(difference)
