import { Box, Button, Group, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningHit, ScreeningResult } from '../../../shared/domain/drugs/screening.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { isFinal } from '../../../shared/domain/samples/sample.ts'
import { columnFormat } from '../../../shared/format/numbers.ts'
import { columnsNamed, toCopied as toCopiedTable } from '../../../shared/tables/column.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { hitColumns } from '../../../shared/tables/screening.ts'
import { LollipopChart } from '../../charts/RowCharts.tsx'
import { call, useAction, useCall } from '../../client/call.ts'
import { ExportButton } from '../../shared/tables/ExportButton.tsx'
import { usePublishShownColumns } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { useRowHeight } from '../../ui/appearance.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { RawJson } from '../../ui/copy/RawJson.tsx'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import { StateBadge } from '../../ui/feedback/StateBadges.tsx'
import { Hint, Section } from '../../ui/panes/Section.tsx'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import { type Arranging, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import { Timestamp, type Translator, useTranslator } from '../../ui/text/formats.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { toHitBars } from './ranking.ts'
import classes from './screening.module.css'

export function TaskDetail({ taskId }: { taskId: string }) {
  const result = useCall('screening.show', { taskId })
  return (
    <div className={classes.detail}>
      <LoadingBar visible={result.loading} />
      {result.failure && <FailureNotice failure={result.failure} retry={() => void result.refetch()} />}
      {result.data && !result.failure && (
        <Ranking result={result.data} askOnceMore={() => void result.refetch()} />
      )}
    </div>
  )
}

function Ranking({ result, askOnceMore }: { result: ScreeningResult; askOnceMore(): void }) {
  const { t } = useTranslation('screening')
  const { hits, state, status, synthetic } = result
  return (
    <>
      <div className={classes.head}>
        <Title order={2} fz="lg">
          <bdi>{result.clientReference ?? result.sampleId}</bdi>
        </Title>
        <StateBadge state={state} status={status} />
        {synthetic && hits.length === 0 && <SyntheticMark />}
      </div>
      {hits.length > 0 ? <Hits result={result} /> : <NoHits result={result} askOnceMore={askOnceMore} />}
      {result.fetchedAt !== null && (
        <section aria-label={t('raw')}>
          <RawJson raw={result.raw} />
        </section>
      )}
    </>
  )
}

function Hits({ result }: { result: ScreeningResult }) {
  const { t } = useTranslation('screening')
  const translate = useTranslator()
  const { hits, service, fetchedAt, synthetic } = result
  const columns = useMemo(() => shownColumns(t, columnFormat(hits.map(({ score }) => score))), [t, hits])
  const arranging = useTableLayout('screening')
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns('screening', shown)
  const bars = useMemo(() => toHitBars(hits), [hits])
  const origin = { service, oldestFetchedAt: fetchedAt, newestFetchedAt: fetchedAt, synthetic }
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        <span>{t('counted.drugs', { count: hits.length })}</span>
        <Provenance of={origin} />
      </Group>
      {bars.bars.length > 0 && (
        <Section title={t('topBars', { count: bars.bars.length + bars.missing.length })}>
          <LollipopChart
            ranked={bars}
            axisTitle={t('scoreAxis')}
            labelWord={t('term.drug')}
            source={translate(describeSource(origin))}
            fileName={`screening ${result.taskId}`}
            summary={t('barsSummary', { shown: bars.bars.length, total: hits.length })}
          />
        </Section>
      )}
      <Box component="section" maw={560}>
        <Group justify="space-between" mb={8}>
          <Title order={3} fz="sm">
            {t('allHits')}
          </Title>
          <Group component="span" gap="sm" wrap="nowrap">
            <ColumnChooser size="xs" columns={columns} arranging={arranging} />
            <CopyAs inTools read={() => arrangeCopied(toCopied(result), shown)} />
            <ExportButton inTools />
          </Group>
        </Group>
        <HitsTable hits={hits} columns={columns} arranging={arranging} />
      </Box>
    </>
  )
}

type Props = {
  hits: readonly ScreeningHit[]
  columns: readonly TableColumn<ScreeningHit>[]
  arranging: Arranging
}

/** Lists the drugs. A name links to the drug's page, or to a search if it has no id. */
function HitsTable({ hits, columns, arranging }: Props) {
  const { t } = useTranslation('screening')
  const rowHeight = useRowHeight()
  const { layout } = arranging
  const rows = useMemo(() => sortRows(hits, sortOf(columns, layout), keyOfHit), [hits, columns, layout])
  return (
    <div className={classes.frame} style={{ height: Math.min(mostPx, hits.length * rowHeight + headPx) }}>
      <DataTable
        label={t('allHits')}
        rows={rows}
        rowKey={({ rank, drugId, name }) => `${rank} ${drugId ?? name}`}
        columns={columns}
        arranging={arranging}
      />
    </div>
  )
}

/** The maximum height of the table, which then scrolls. */
const mostPx = 520
/** The height of header, borders and a horizontal scrollbar, so that a short table needs no vertical scrolling. */
const headPx = 52

const shownColumns = (
  t: TFunction<'screening'>,
  formatScore: (score: number) => string,
): TableColumn<ScreeningHit>[] => [
  { id: 'rank', width: 72, label: t('rank'), numeric: true, sorts: 'asc', cell: ({ rank }) => rank },
  {
    id: 'drug',
    role: 'name',
    width: 320,
    label: t('term.drug'),
    sorts: 'asc',
    copies: ['drug_id', 'name'],
    cell: (hit) => <Drug hit={hit} />,
  },
  {
    id: 'score',
    width: 110,
    label: t('term.score'),
    title: t('scoreAxis'),
    numeric: true,
    sorts: 'desc',
    cell: ({ score }) =>
      score === null ? (
        <span title={t('noScore')}>–</span>
      ) : (
        <span title={String(score)}>{formatScore(score)}</span>
      ),
  },
  {
    id: 'drugId',
    width: 180,
    label: t('drugId'),
    hiddenAtFirst: true,
    sorts: 'asc',
    cell: ({ drugId }) => <span title={drugId ?? undefined}>{drugId ?? '–'}</span>,
  },
]

const keyOfHit = ({ rank, name, score, drugId }: ScreeningHit, column: string): string | number | null =>
  ({ rank, drug: name, score, drugId })[column] ?? null

function Drug({ hit: { drugId, name } }: { hit: ScreeningHit }) {
  const { t } = useTranslation('screening')
  const search = drugId === null ? { text: name } : { drug: drugId }
  return (
    <TextLink
      to="/library/drugs"
      search={search}
      title={t(drugId === null ? 'find' : 'action.openNamed', { name })}
    >
      <bdi>{name}</bdi>
    </TextLink>
  )
}

type NoHitsProps = { result: ScreeningResult; askOnceMore(): void }

function NoHits({ result, askOnceMore }: NoHitsProps) {
  const { t } = useTranslation('screening')
  const translate = useTranslator()
  const { taskId, state, jobId, checkedAt, unanswered, whyNoHits } = result
  const follow = useAction(() => call('screening.follow', { taskId }))
  const isLeft = !isFinal(state) && !unanswered && jobId === null
  return (
    <>
      <Text fz="sm">{toWhy(result, t, translate)}</Text>
      {isLeft && checkedAt !== null && (
        <Hint>
          {t('lastChecked')} <Timestamp at={checkedAt} />
        </Hint>
      )}
      {follow.failure && <FailureNotice flush failure={follow.failure} />}
      {unanswered && <TakeOff taskId={taskId} />}
      {(isLeft || whyNoHits !== undefined) && (
        <Group>
          <Button
            size="xs"
            loading={follow.pending}
            onClick={() => (isLeft ? void follow.run() : askOnceMore())}
          >
            {t('askAgain')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Removes a request without a response from the list, after the user has checked the service. */
function TakeOff({ taskId }: { taskId: string }) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('screening')
  const navigate = useNavigate()
  const takeOff = useAction(async () => {
    const offerUndo = undoOffers.create()
    await call('screening.forget', { taskId })
    offerUndo({ message: t('takenOff'), undo: () => call('screening.remember', { taskId }) })
    await navigate({ to: '/activity/screenings', replace: true })
  })
  return (
    <>
      {takeOff.failure && <FailureNotice flush failure={takeOff.failure} />}
      <Group>
        <Button size="xs" {...takeOff.buttonProps()}>
          {t('takeOff')}
        </Button>
      </Group>
    </>
  )
}

function toWhy(
  { state, status, jobId, unanswered, whyStopped, whyNoHits }: ScreeningResult,
  t: TFunction<'screening'>,
  translate: Translator,
): string {
  if (unanswered) return t('unanswered')
  if (whyNoHits !== undefined) return t('lost', { why: translate(whyNoHits) })
  if (isFinal(state)) return state === 'succeeded' ? t('noHits') : t('failed', { status })
  if (jobId !== null) return state === 'unknown' ? t('unknownWord', { status }) : t('waiting')
  return whyStopped === undefined ? t('left', { status }) : t('stopped', { why: translate(whyStopped) })
}

const copiedColumns = columnsNamed(hitColumns, [
  'rank',
  'drug_id',
  'name',
  'score',
  'client_reference',
  'sample_id',
  'task_id',
  'endpoint',
  'service',
  'fetched_at',
  'synthetic',
]).map((column) => (column.name === 'client_reference' ? { ...column, name: 'sample' } : column))

/** Returns a ranking for the clipboard, with the screening and its source in every row. */
export const toCopied = ({ raw: _raw, ...task }: ScreeningResult): Copied =>
  toCopiedTable(
    copiedColumns,
    task.hits.map((hit) => ({ task, hit, fetchedAt: task.fetchedAt })),
    task,
  )
