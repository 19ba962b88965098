import { Box, NativeSelect, Stack, Title } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
  whyNoEstimate,
} from '../../../../shared/domain/results/describeModel.ts'
import type { ModelCoefficient, ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import type { BoardFigure } from '../../../../shared/domain/studies/board.ts'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatEstimate,
  formatP,
  formatThousands,
  formatValue,
} from '../../../../shared/format/numbers.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { modelColumns, toModelLines } from '../../../../shared/tables/models.ts'
import { type ShownColumn, shownModel } from '../../../../shared/tables/shownComparison.ts'
import { message } from '../../../../shared/words/message.ts'
import { AdjustedChart } from '../../../charts/GroupCharts.tsx'
import { ForestChart } from '../../../charts/RowCharts.tsx'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/call.ts'
import { useMeasureUnit } from '../../../state/cohort/titles.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { FactList, Hint } from '../../../ui/panes/Section.tsx'
import { TwoPanes } from '../../../ui/panes/TwoPanes.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { useOpenPathway } from '../ComparisonCharts.tsx'
import classes from '../compare.module.css'
import { toDefinition } from '../figures.ts'
import type { ModelRequest, TitledContrast } from '../modelRequest.ts'
import {
  Foot,
  Notes,
  nameColumn,
  type PathwayColumn,
  PathwayTable,
  RefusedOrFailed,
  useArrangedTable,
  useNumberColumns,
} from '../outcomeParts.tsx'
import { type CompareView, sizeOf, testsFor, toGroups } from '../view.ts'
import { type Modeled, toModeled, useContrastTitle, useModelFigures, useModelForest } from './modelFigures.ts'

const detailPx = 480

type Props = {
  request: ModelRequest
  contrasts: readonly TitledContrast[]
  view: CompareView
  go(part: Partial<CompareView>, options?: { replace?: boolean }): void
  /** Changes the model; offered if this one was refused. */
  form: ReactNode
}

/** Fits the model, and shows its result: first its limits, then its pathways, and the open one. */
export function ModelOutcome({ form, ...props }: Props) {
  const { t } = useTranslation('compare')
  const model = useCall('results.model', props.request)
  return (
    <>
      <LoadingBar visible={model.loading} />
      <RefusedOrFailed of={model} title={t('model.refused')} action={form} />
      {model.data && !model.failure && (
        // Copying the previous result, or clicking on it, would mix it with the new request.
        <div className={classes.fitted} inert={model.isPreviousData} aria-busy={model.isPreviousData}>
          <Fitted {...props} model={model.data} />
        </div>
      )}
    </>
  )
}

function Fitted({ model, request, contrasts, view, go }: Omit<Props, 'form'> & { model: ModelResult }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const modeled = toModeled({ model, request, contrasts, view })
  const { contrast } = modeled
  const rows = useMemo(() => model.rows.filter((row) => row.contrast === contrast), [model, contrast])
  const table = useArrangedTable('model', useModelColumns(rows, model))
  const shown = model.contrasts.filter(({ name }) => name === contrast)
  useStatusText(translate(describeModelFound({ ...model, contrasts: shown })))
  const unit = useMeasureUnit(request.measure)
  const titleOf = useContrastTitle()
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  const row = rows.find(({ pathway }) => pathway === view.pathway)
  return (
    <>
      <ModelNotes model={model} request={request} view={view} go={go} />
      {rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <TwoPanes
          firstWidth={detailPx}
          left={
            <>
              {model.contrasts.length > 1 && (
                <NativeSelect
                  px="lg"
                  py="xs"
                  maw="100%"
                  flex="none"
                  style={{ alignSelf: 'flex-start' }}
                  aria-label={translate(message('comparison.contrast'))}
                  value={contrast}
                  onChange={({ currentTarget }) => go({ contrast: currentTarget.value })}
                  data={model.contrasts.map(({ name }) => ({ value: name, label: titleOf(name, contrasts) }))}
                />
              )}
              {view.show === 'forest' ? (
                <Forest modeled={modeled} open={open} />
              ) : (
                <PathwayTable
                  label={t('model.table')}
                  rows={rows}
                  pathway={view.pathway}
                  open={open}
                  {...table}
                />
              )}
            </>
          }
          right={row && <ModelDetail modeled={modeled} row={row} />}
          onCloseRight={() => open(null)}
        />
      )}
      <Foot
        of={model}
        about={`${translate(describeFit(model))} ${t('model.unit', { unit: unit ?? t('unitOf') })}`}
        table={table}
        isTable={view.show !== 'forest'}
        copied={() => toCopied(modelColumns(unit ?? undefined), toModelLines(model), { request, ...model })}
      />
    </>
  )
}

type ForestProps = { modeled: Modeled; open(pathway: string | null): void }

const Forest = ({ modeled, open }: ForestProps) => (
  <div className={classes.canvas}>
    <ForestChart
      {...useModelForest(modeled)}
      {...useOpenPathway(modeled.view.pathway, open)}
      definition={toDefinition('modelForest', modeled)}
    />
  </div>
)

/** Shows the limits of the model, and asks about samples whose values repeat unless they are units of the model. */
function ModelNotes({
  model,
  request,
  view,
  go,
}: Omit<Props, 'form' | 'contrasts'> & { model: ModelResult }) {
  const { groups, adjust } = view
  const compared = toGroups(groups ?? { by: '', values: [] })
  const cautions = useCall(
    'studies.cautions',
    {
      studyId: useStudyId(),
      of: request.of,
      groups: compared,
      test: testsFor(groups ? sizeOf(groups) : 2)[0],
    },
    { enabled: groups !== null && adjust?.slope === undefined },
  )
  const repeats = (cautions.data ?? []).filter(({ field }) => field !== undefined && field !== adjust?.block)
  return (
    <Notes
      lines={model.notes.map(describeModelNote)}
      cautions={repeats}
      onOnce={(block) => go({ adjust: { ...adjust, block } })}
    />
  )
}

const chartPx = 340
const parts = ['effect', 'residuals'] as const
type Part = (typeof parts)[number]

type ModelDetailProps = { modeled: Modeled; row: ModelRow }

/** Shows one pathway of the model: its effect over the samples, or its residuals, and all coefficients. */
function ModelDetail({ modeled, row }: ModelDetailProps) {
  const { t } = useTranslation('compare')
  const [part, setPart] = useState<Part>('effect')
  const { pathway } = row
  const diagnostics = useCall('results.modelDiagnostics', { ...modeled.request, pathway })
  // The residuals of another pathway or model do not belong to these numbers.
  const data = diagnostics.isPreviousData ? undefined : diagnostics.data
  const figures = useModelFigures(modeled, data, row)
  const shown = (figure: BoardFigure) => ({
    heightPx: chartPx,
    definition: toDefinition(figure, modeled, pathway),
  })
  return (
    <Stack component="section" pt="md" px="lg" pb="xl" aria-label={t('model.detail', { pathway })}>
      <Title order={2} fz="lg" pr="wide" className={shared.wrap}>
        <bdi>{pathway}</bdi>
      </Title>
      <SegmentedControl
        className={classes.parts}
        aria-label={t('model.parts')}
        value={part}
        onChange={setPart}
        data={parts.map((value) => ({ value, label: t(`model.part.${value}`) }))}
      />
      <LoadingBar visible={diagnostics.loading} />
      {diagnostics.failure && (
        <FailureNotice flush failure={diagnostics.failure} retry={() => void diagnostics.refetch()} />
      )}
      {figures && part === 'effect' && (
        <>
          <AdjustedChart {...figures.modelEffect} {...shown('modelEffect')} />
          {figures.modelMeans && <AdjustedChart {...figures.modelMeans} {...shown('modelMeans')} />}
        </>
      )}
      {figures && part === 'residuals' && (
        <>
          <Hint>{t('model.residualsHint')}</Hint>
          <ScatterChart {...figures.modelResiduals} {...shown('modelResiduals')} />
          <ScatterChart {...figures.modelQq} {...shown('modelQq')} />
        </>
      )}
      <RowFacts modeled={modeled} row={row} />
      {data && <Coefficients coefficients={data.coefficients} />}
    </Stack>
  )
}

function RowFacts({ modeled: { model, contrast, contrasts }, row }: ModelDetailProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const effect = useContrastTitle()(contrast, contrasts)
  const { estimate, ciLow, ciHigh, se, t: statistic, df, p, q, qAll, equivalenceP, n } = row
  const text = (value: number | null, format: (value: number) => string) =>
    value === null ? t('line.none') : format(value)
  const interval = translate(message('comparison.ci'))
  const shown = shownModel(model, [row])
  return (
    <FactList
      facts={[
        [`${effect} (${interval})`, text(estimate, (value) => formatEstimate(value, ciLow, ciHigh))],
        [t('model.seTitle'), text(se, formatValue)],
        [t('line.statistic', { name: 't' }), text(statistic, formatAlone)],
        [t('line.df'), text(df, formatAlone)],
        [t('table.p'), text(p, formatP)],
        [t('table.q'), text(q, formatP)],
        ...shown.qAll.map(({ head }) => [translate(head), text(qAll, formatP)] as const),
        ...shown.equivalence.map(({ head }) => [translate(head), text(equivalenceP, formatP)] as const),
        [t('line.n'), formatThousands(n)],
      ]}
    />
  )
}

/** Shows all coefficients of the design, as R names them. */
function Coefficients({ coefficients }: { coefficients: readonly ModelCoefficient[] }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const estimates = columnFormat(coefficients.flatMap(({ estimate, se }) => [estimate, se]))
  const statistics = columnFormat(coefficients.map((one) => one.t))
  const chances = columnFormatP(coefficients.map(({ p }) => p))
  return (
    <Box style={{ overflowX: 'auto' }}>
      <SmallTable
        caption={t('model.coefficients')}
        columns={[
          { head: t('model.coefficient'), name: true, cell: ({ name }) => name },
          {
            head: translate(message('models.estimate')),
            numeric: true,
            cell: ({ estimate }) => estimates(estimate),
          },
          {
            head: translate(message('models.standardError')),
            numeric: true,
            cell: ({ se }) => estimates(se),
          },
          { head: 't', numeric: true, cell: (row) => statistics(row.t) },
          { head: t('table.p'), numeric: true, cell: ({ p }) => chances(p) },
        ]}
        rows={coefficients}
        rowKey={({ name }) => name}
      />
    </Box>
  )
}

function useModelColumns(rows: readonly ModelRow[], model: ModelResult): PathwayColumn<ModelRow>[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const columnOf = useNumberColumns()
  return useMemo(() => {
    const shown = shownModel(model, rows)
    const whyNone = ({ why }: ModelRow) => (why ? translate(whyNoEstimate) : t('notGiven'))
    const number = (column: ShownColumn<ModelRow>, width: number) => columnOf(column, width, whyNone)
    return [
      nameColumn(t('table.pathway')),
      number(shown.estimate, 96),
      number(shown.interval, 180),
      number(shown.p, 92),
      ...shown.q.map((q) => number(q, 92)),
      ...shown.qAll.map((q) => ({ ...number(q, 116), title: t('model.qAllTitle') })),
      ...shown.equivalence.map((p) => number(p, 116)),
      number(shown.se, 84),
      number(shown.t, 84),
      number(shown.df, 84),
      number(shown.n, 72),
    ]
  }, [rows, model, columnOf, t, translate])
}
