import { Box, Button, Flex, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClockPlot } from '../../../../shared/domain/results/cohort.ts'
import { ageMeasureSchema, type ClockComparison } from '../../../../shared/domain/results/comparison.ts'
import { describeClock, describeClockContrast } from '../../../../shared/domain/results/describeClock.ts'
import {
  averagedUnits,
  describeNotes,
  effectNames,
  samplesAsPoints,
  testNames,
} from '../../../../shared/domain/results/describeComparison.ts'
import { formatAlone, formatThousands, formatYears, yearDecimals } from '../../../../shared/format/numbers.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { BoxChart, SlopesChart } from '../../../charts/GroupCharts.tsx'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useLargeResult } from '../../../client/call.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useCohort } from '../../../state/cohort/cohort.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { useTranslator } from '../../../ui/text/formats.tsx'
import type { Colouring } from '../chartData.ts'
import {
  ExploreFrame,
  FieldSelect,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewProvenance,
  ViewSelect,
  ViewSettings,
} from '../ExploreFrame.tsx'
import classes from '../explore.module.css'
import { useAgeFigures } from '../figures/ages.ts'
import { useClock, useClockFigure } from '../figures/clock.ts'
import { ColourTools, useColouring, useFigureView } from '../figures/figureView.tsx'

/** Shows the age that the clock predicts against the chronological one. */
export function ClockScreen() {
  const answer = useLargeResult(useClock(useFigureView()))
  const plot = answer.data
  return (
    <ExploreFrame current="clock" needs={{}} settings>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {plot && !answer.failure && <Drawn plot={plot} isFormer={answer.isPreviousData} />}
    </ExploreFrame>
  )
}

function Drawn({ plot, isFormer }: { plot: ClockPlot; isFormer: boolean }) {
  const { t } = useTranslation('explore')
  const { points } = plot
  const colours = useColouring(points, useFigureView())
  const { of, selectedIds: marked } = useCohort().selection
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  useStatusText(t('counted.samples', { count: points.length }), { selected: marked.size })
  return (
    <>
      <Remarks lines={describeClock(plot).leftOut} />
      <div className={classes.main} aria-busy={isFormer}>
        <Tools plot={plot} colours={colours} />
        {colours.failure && <FailureNotice flush failure={colours.failure} />}
        <Hint>{t('clock.above')}</Hint>
        {points.length === 0 ? (
          <EmptyState
            title={t('clock.noneTitle')}
            text={t(plot.sources.predicted.length === 0 ? 'clock.noClock' : 'clock.noPoints')}
            action={
              plot.sources.predicted.length === 0 && (
                <Writable>
                  <Button variant="filled" onClick={() => openAnalyse(of)}>
                    {t('action.analyze')}
                  </Button>
                </Writable>
              )
            }
          />
        ) : (
          colours.colouring && (
            <>
              <Plot plot={plot} colouring={colours.colouring} />
              <AgeAcceleration plot={plot} />
            </>
          )
        )}
        <Hint>{t('clock.assumption')}</Hint>
      </div>
      <ViewProvenance of={plot}>
        <span>{t('counted.samples', { count: points.length })}</span>
      </ViewProvenance>
    </>
  )
}

type Colours = ReturnType<typeof useColouring>

function Tools({ plot, colours }: { plot: ClockPlot; colours: Colours }) {
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const choice = (which: 'predicted' | 'chronological') => {
    const sources = plot.sources[which]
    const chosen = plot[which]
    return (
      <ViewSelect
        label={t(`clock.${which}`)}
        value={JSON.stringify(chosen)}
        change={(value) => {
          const found = sources.find((source) => JSON.stringify(source) === value)
          if (found) go({ [which]: found })
        }}
        data={[
          ...(chosen === null ? [{ value: 'null', label: t('action.choose') }] : []),
          ...sources.map((source) => ({
            value: JSON.stringify(source),
            label: t(`clock.from.${source.from}`, { name: source.name }),
          })),
        ]}
      />
    )
  }
  return (
    <ViewSettings inView={plot.points.length === 0}>
      {choice('predicted')}
      {choice('chronological')}
      <ColourTools {...colours} />
    </ViewSettings>
  )
}

function Plot({ plot, colouring }: { plot: ClockPlot; colouring: Colouring }) {
  const { selection } = useCohort()
  const select = useSelectSamples()
  const figure = useClockFigure(plot, colouring, useFigureView())
  return <ScatterChart {...figure} selected={selection.selectedIds} onSelect={select} />
}

/** Shows age acceleration, or its residual, by the values of a field that the address names. */
function AgeAcceleration({ plot }: { plot: ClockPlot }) {
  const { t } = useTranslation('explore')
  const figures = useAgeFigures(plot, useFigureView())
  const { field, comparison, hasGroups, loading, failure, retry } = figures
  if (!field) return null
  return (
    <section className={`${classes.ages} ${classes.below}`} aria-labelledby="age-acceleration">
      <Box component="h2" id="age-acceleration" m={0} fz="lg" fw={600}>
        {t('term.ageAccelerationByGroup')}
      </Box>
      <Choices figures={figures} by={field.name} />
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} retry={retry} />}
      {hasGroups === false && <Hint>{t('ages.oneGroup')}</Hint>}
      {hasGroups === true && comparison && !failure && (
        <div className={classes.ages} aria-busy={figures.isFormer}>
          <AgesByGroup {...figures} comparison={comparison} />
        </div>
      )}
    </section>
  )
}

type AgeFigures = ReturnType<typeof useAgeFigures>

function Choices({ figures: { fields, covariates, pair }, by }: { figures: AgeFigures; by: string }) {
  const { chartView, go } = useChartView()
  const { t } = useTranslation('explore')
  return (
    <Flex rowGap="sm" columnGap="md" wrap="wrap" align="flex-end">
      <SegmentedControl
        aria-label={t('ages.measure')}
        value={chartView.ageMeasure}
        onChange={(ageMeasure) => go({ ageMeasure })}
        data={ageMeasureSchema.options.map((value) => ({ value, label: t(`ages.measures.${value}`) }))}
      />
      <FieldSelect label={t('term.groupsBy')} setting="by" value={by} fields={fields} />
      {pair !== null && (
        <FieldSelect
          label={t('groups.pair')}
          setting="pair"
          value={pair}
          fields={covariates.filter(({ name }) => name !== by)}
          none=""
        />
      )}
    </Flex>
  )
}

type Props = { comparison: ClockComparison } & Pick<AgeFigures, 'boxes' | 'slopes' | 'averaged'>

function AgesByGroup({ comparison, boxes, slopes, averaged }: Props) {
  const translate = useTranslator()
  const { selection, change } = useCohort()
  return (
    <>
      <Box component="p" maw="90ch" m={0} fz="lg" style={{ textWrap: 'pretty' }}>
        {translate(describeClockContrast(comparison))}
      </Box>
      {averaged !== null && (
        <Hint>{translate(joinMessages([averagedUnits(averaged), samplesAsPoints]))}</Hint>
      )}
      <div className={classes.pair}>
        <div className={classes.boxes}>
          {boxes && (
            <BoxChart
              {...boxes}
              selected={selection.selectedIds}
              onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
            />
          )}
        </div>
        <Stack gap="sm" flex="0 1 576px" miw={0}>
          <GroupFigures comparison={comparison} order={boxes?.groups.map(({ name }) => name) ?? []} />
          {describeNotes(comparison).map((note) => (
            <Hint key={toEnglish(note)}>{translate(note)}</Hint>
          ))}
          {slopes && <SlopesChart {...slopes} />}
        </Stack>
      </div>
    </>
  )
}

function GroupFigures({ comparison, order }: Pick<Props, 'comparison'> & { order: readonly string[] }) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { groups, rows, meanIntervals, effectName, test } = comparison
  const [row] = rows
  const decimals = yearDecimals([
    ...(row?.groups ?? []).flatMap(({ mean, sd }) => [mean, sd]),
    ...meanIntervals.flatMap((interval) => (interval ? [interval.low, interval.high] : [])),
    row?.difference ?? null,
    row?.ciLow ?? null,
    row?.ciHigh ?? null,
  ])
  // In the order of the boxes. Groups of a previous response keep theirs.
  const inOrder = [...groups.entries()].sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name))
  const years = (value: number | null) => (value === null ? '–' : formatYears(value, decimals))
  const lines: Line[] = inOrder.map(([at, { name }]) => {
    const { n = 0, mean = null, sd = null } = row?.groups[at] ?? {}
    return { name, n: formatThousands(n), mean, sd, interval: meanIntervals[at] ?? null }
  })
  if (row && row.difference !== null)
    lines.push({
      name: groups.map(({ name }) => name).join(' − '),
      n: row.pairs === null ? '' : t('ages.pairs', { count: row.pairs }),
      mean: row.difference,
      interval: row.ciLow === null || row.ciHigh === null ? null : { low: row.ciLow, high: row.ciHigh },
    })
  return (
    <>
      <SmallTable
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { head: t('field.group'), name: true, cell: ({ name }) => name },
          { head: 'n', numeric: true, cell: ({ n }) => n },
          { head: t('ages.mean'), numeric: true, cell: ({ mean }) => years(mean) },
          { head: t('ages.sd'), numeric: true, cell: ({ sd }) => (sd === undefined ? '' : years(sd)) },
          {
            head: t('ages.interval'),
            numeric: true,
            cell: ({ interval }) => (interval ? `${years(interval.low)} … ${years(interval.high)}` : '–'),
          },
        ]}
      />
      {row && row.effect !== null && (
        <Hint>
          {t('ages.effect', {
            test: translate(testNames[test]),
            effect: translate(effectNames[effectName]),
            value: formatAlone(row.effect),
          })}
        </Hint>
      )}
    </>
  )
}

type Line = {
  name: string
  n: string
  mean: number | null
  /** Left out if the line has no SD. */
  sd?: number | null
  interval: { low: number; high: number } | null
}
