import { Anchor, Checkbox, Group, Title } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pca } from '../../../shared/domain/results/cohort.ts'
import { describeLeftOut, describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { describeJoinedNames } from '../../../shared/domain/results/describeComparison.ts'
import { columnFormat } from '../../../shared/format/numbers.ts'
import { withSource } from '../../../shared/tables/copyTable.ts'
import type { Message } from '../../../shared/words/message.ts'
import { ScatterChart } from '../../charts/ScatterChart.tsx'
import { useCall, useLargeResult } from '../../client/call.ts'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTranslator } from '../../ui/text/formats.tsx'
import { toLoadings, toLoadingTable } from './chartData.ts'
import {
  ExploreFrame,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewProvenance,
  ViewSelect,
  ViewSettings,
} from './ExploreFrame.tsx'
import classes from './explore.module.css'
import { ColourTools, useFigureView } from './figures/figureView.tsx'
import { axesOf, usePcaFigure, whyNoComponents } from './figures/pca.ts'

export function PcaScreen() {
  const { measure, of } = useCohort().selection
  const { chartView } = useChartView()
  const answer = useLargeResult(useCall('results.pca', { measure, of, scaled: chartView.scaled }))
  const pca = answer.data
  return (
    <ExploreFrame
      current="pca"
      needs={{ measure: true }}
      settings
      beside={
        pca && !answer.failure && pca.why === null && <Loadings pca={pca} axes={axesOf(pca, chartView)} />
      }
    >
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {pca && !answer.failure && <Drawn pca={pca} isFormer={answer.isPreviousData} />}
    </ExploreFrame>
  )
}

function Drawn({ pca, isFormer }: { pca: Pca; isFormer: boolean }) {
  const { t } = useTranslation('explore')
  const size = `${t('counted.samples', { count: pca.samples.length })} × ${t('pathways', { count: pca.pathways.length })}`
  const { selectedIds: marked } = useCohort().selection
  useStatusText(pca.why === null ? size : null, { selected: marked.size })
  const why = whyNoComponents(pca)
  return (
    <>
      <Remarks lines={[...useLeftOut(pca), ...pca.joined.map(describeJoinedNames)]} />
      {why !== null ? (
        <EmptyState title={t('pca.noneTitle')} text={t(`pca.why.${why}`)} />
      ) : (
        <Plot pca={pca} isFormer={isFormer} />
      )}
      <ViewProvenance of={pca}>
        {pca.why === null && <span>{size}</span>}
        <span>{t(pca.scaled ? 'pca.isScaled' : 'pca.isCentred')}</span>
      </ViewProvenance>
    </>
  )
}

function useLeftOut(pca: Pca): (Message | string)[] {
  const { t } = useTranslation('explore')
  const { leftOut, samples } = pca
  const described = describeLeftOut(pca)
  return [
    ...(leftOut.withoutResult > 0 ? [t('remarks.withoutResult', { count: leftOut.withoutResult })] : []),
    ...(samples.length < 2 && leftOut.pathways.length > 0
      ? [t('pca.fewLeft', { count: samples.length })]
      : []),
    ...(samples.length >= 2 && described.pathways ? [described.pathways] : []),
    ...(described.samples ? [described.samples] : []),
  ]
}

function Plot({ pca, isFormer }: { pca: Pca; isFormer: boolean }) {
  const { t } = useTranslation('explore')
  const { selection } = useCohort()
  const select = useSelectSamples()
  const { chartView, go } = useChartView()
  const { figure, titles, options, colour, shape, failure } = usePcaFigure(pca, useFigureView())
  const [x, y] = axesOf(pca, chartView)
  const axis = (which: 'x' | 'y') => (
    <ViewSelect
      label={t(`pca.${which}`)}
      value={String(which === 'x' ? x : y)}
      change={(value) => go({ [which]: Number(value) + 1 })}
      data={titles.map((label, at) => ({ value: String(at), label }))}
    />
  )
  return (
    <div className={classes.main} aria-busy={isFormer}>
      <ViewSettings>
        {axis('x')}
        {axis('y')}
        <ColourTools options={options} colour={colour} shape={shape} />
        <Checkbox
          pb="tight"
          label={t('pca.scaled')}
          checked={chartView.scaled}
          onChange={({ currentTarget }) => go({ scaled: currentTarget.checked })}
        />
      </ViewSettings>
      {failure && <FailureNotice flush failure={failure} />}
      {figure && <ScatterChart {...figure} selected={selection.selectedIds} onSelect={select} />}
    </div>
  )
}

export function Loadings({ pca, axes: [x, y] }: { pca: Pca; axes: readonly [number, number] }) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { change } = useCohort()
  const inspect = useCallback(
    (pathway: string) => change({ inspected: { kind: 'pathway', id: pathway } }, { replace: true }),
    [change],
  )
  const rows = useMemo(() => toLoadings(pca, [x, y]), [pca, x, y])
  const columns = useMemo(() => {
    type Row = (typeof rows)[number]
    const weight = (id: 'x' | 'y', axis: number) => {
      const format = columnFormat(rows.map((row) => row[id]))
      return {
        id,
        label: pca.components[axis]?.name ?? '',
        width: 72,
        numeric: true,
        cell: (row: Row) => <span title={String(row[id])}>{format(row[id])}</span>,
      }
    }
    const cell = (row: Row) => (
      <Anchor component="button" type="button" fz="sm" tabIndex={-1} onClick={() => inspect(row.pathway)}>
        <bdi>{row.pathway}</bdi>
      </Anchor>
    )
    const name = { id: 'pathway', role: 'name' as const, label: t('term.pathway'), width: 124, cell }
    return [name, weight('x', x), weight('y', y)]
  }, [t, pca, rows, x, y, inspect])
  return (
    <section className={classes.side} aria-label={t('pca.loadings')}>
      <Group gap="sm" wrap="nowrap" justify="space-between" p="sm">
        <Title order={2} fz="sm">
          {t('pca.loadings')}
        </Title>
        <CopyAs
          read={() => {
            const named = toLoadingTable(pca, t('term.pathway'))
            const table = withSource(named, translate(describeSource(pca)), t('source'))
            return { table, json: table }
          }}
        />
      </Group>
      <DataTable label={t('pca.loadings')} rows={rows} rowKey={(row) => row.pathway} columns={columns} />
    </section>
  )
}
