import { Button, NativeSelect } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScatterLine, ScatterPoint } from '../../../../figures/data.ts'
import type { ClockPlot } from '../../../../shared/domain/results/cohort.ts'
import { ageMeasureSchema } from '../../../../shared/domain/results/comparison.ts'
import {
  describeAge,
  describeAgeMeasure,
  describeClock,
} from '../../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { formatYears } from '../../../../shared/format/numbers.ts'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { CohortSource } from '../../../ui/text/CohortSource.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { ColourTools, useColouring } from '../ColourTools.tsx'
import { type Colouring, toAgeTable } from '../chartData.ts'
import { ExploreFrame, Remarks, useChartView, useSelectSamples, ViewSettings } from '../ExploreFrame.tsx'
import classes from '../explore.module.css'
import { AgeAcceleration } from './AgeAcceleration.tsx'

/** The age that the clock predicts against the chronological one. */
export function ClockScreen() {
  const { of } = useCohort().selection
  const { chartView } = useChartView()
  const answer = useCall('results.clock', {
    of,
    ...(chartView.predicted ? { predicted: chartView.predicted } : {}),
    ...(chartView.chronological ? { chronological: chartView.chronological } : {}),
  })
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
  const colours = useColouring(points)
  const { of, selectedIds: marked } = useCohort().selection
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  useStatusText(t('samples', { count: points.length }), {
    selected: marked.size,
  })
  return (
    <>
      <Remarks lines={describeClock(plot).leftOut} />
      <div className={isFormer ? `${classes.main} ${classes.former}` : classes.main}>
        <Tools plot={plot} colours={colours} />
        {colours.failure && <FailureNotice flush failure={colours.failure} />}
        <p className={classes.hint}>{t('clock.assumption')}</p>
        {points.length === 0 ? (
          <EmptyState
            title={t('clock.noneTitle')}
            text={t(plot.sources.predicted.length === 0 ? 'clock.noClock' : 'clock.noPoints')}
            action={
              plot.sources.predicted.length === 0 && (
                <Writable>
                  <Button onClick={() => openAnalyse(of)}>{t('clock.analyse')}</Button>
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
      </div>
      <CohortSource of={plot}>
        <span>{t('samples', { count: points.length })}</span>
      </CohortSource>
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
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t(`clock.${which}`)}
        value={JSON.stringify(chosen)}
        onChange={({ currentTarget }) => {
          const found = sources.find((source) => JSON.stringify(source) === currentTarget.value)
          if (found) go({ [which]: found })
        }}
        data={[
          ...(chosen === null ? [{ value: 'null', label: t('clock.choose') }] : []),
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
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { selection } = useCohort()
  const select = useSelectSamples()
  const { points: samples, line, predicted, chronological } = plot
  const described = useMemo(() => describeClock(plot), [plot])
  const points = useMemo(
    () =>
      samples.map(
        (
          { sampleId, clientReference, chronological, predicted, acceleration, residual },
          row,
        ): ScatterPoint => ({
          id: sampleId,
          label: clientReference,
          x: chronological,
          y: predicted,
          group: colouring.groupOf(row),
          facts: () => [
            t('ages.fact', {
              measure: t('ages.measures.age_acceleration'),
              value: formatYears(acceleration),
            }),
            ...(residual === null
              ? []
              : [
                  t('ages.fact', {
                    measure: t('ages.measures.age_acceleration_residual'),
                    value: formatYears(residual),
                  }),
                ]),
          ],
        }),
      ),
    [samples, colouring, t],
  )
  const lines = useMemo(
    (): ScatterLine[] => [
      { kind: 'line', slope: 1, intercept: 0, label: translate(described.identity), dashed: true },
      ...(line && described.fit ? [{ kind: 'line' as const, ...line, label: translate(described.fit) }] : []),
    ],
    [line, described, translate],
  )
  const xTitle = chronological ? translate(describeAge('chronological', chronological)) : ''
  const yTitle = predicted ? translate(describeAge('predicted', predicted)) : ''
  const table = useCallback(
    () =>
      toAgeTable(plot, [
        t('sample'),
        t('ages.group'),
        xTitle,
        yTitle,
        ...ageMeasureSchema.options.map((measure) => translate(describeAgeMeasure(measure))),
      ]),
    [plot, xTitle, yTitle, translate, t],
  )
  const note = useMemo(() => described.figures.map(translate), [described, translate])
  return (
    <ScatterChart
      points={points}
      groups={colouring.groups}
      xTitle={xTitle}
      yTitle={yTitle}
      table={table}
      pointWord={t('sample')}
      lines={lines}
      note={note}
      sameRange
      selected={selection.selectedIds}
      onSelect={select}
      fileName="predicted age"
      source={translate(describeSource(plot))}
      summary={translate(described.summary)}
    />
  )
}
