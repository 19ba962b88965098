import { Button, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScatterLine, ScatterPoint } from '../../../figures/data.ts'
import type { AgeSource, ClockPlot } from '../../../shared/domain/results/cohort.ts'
import { formatAlone, formatCorrelation, formatValue } from '../../../shared/format/numbers.ts'
import { ScatterChart } from '../../charts/ScatterChart.tsx'
import { useCall } from '../../client/useCall.ts'
import { Writable } from '../../state/appStatus.tsx'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { CohortSource, toSourceText } from '../../ui/text/CohortSource.tsx'
import { CohortFrame, Remarks, useLook } from './CohortFrame.tsx'
import { ColourTools, useColouring } from './ColourTools.tsx'
import type { Colouring } from './chartData.ts'
import classes from './cohort.module.css'

/** The age that the clock predicts against the chronological one. */
export function ClockScreen() {
  const { of } = useCohort().selection
  const { look } = useLook()
  const answer = useCall('results.clock', {
    of,
    ...(look.predicted ? { predicted: look.predicted } : {}),
    ...(look.chronological ? { chronological: look.chronological } : {}),
  })
  const plot = answer.data
  return (
    <CohortFrame current="clock" needs={{}}>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {plot && !answer.failure && <Drawn plot={plot} />}
    </CohortFrame>
  )
}

function Drawn({ plot }: { plot: ClockPlot }) {
  const { t } = useTranslation('cohort')
  const { points, leftOut } = plot
  const colours = useColouring(points)
  const { of, selectedIds: marked } = useCohort().selection
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  useStatusText(t('samples', { count: points.length }), {
    selected: marked.size,
    fetchedAt: plot.oldestFetchedAt,
  })
  return (
    <>
      <CohortSource of={plot}>
        <span>{t('samples', { count: points.length })}</span>
      </CohortSource>
      <Remarks
        lines={[
          leftOut.withoutClock > 0 ? t('clock.withoutClock', { count: leftOut.withoutClock }) : null,
          leftOut.withoutAge > 0 ? t('clock.withoutAge', { count: leftOut.withoutAge }) : null,
        ]}
      />
      <div className={classes.main}>
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
          colours.colouring && <Plot plot={plot} colouring={colours.colouring} />
        )}
      </div>
    </>
  )
}

type Colours = ReturnType<typeof useColouring>

function Tools({ plot, colours }: { plot: ClockPlot; colours: Colours }) {
  const { t } = useTranslation('cohort')
  const { go } = useLook()
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
    <div className={classes.tools}>
      {choice('predicted')}
      {choice('chronological')}
      <ColourTools {...colours} />
    </div>
  )
}

function Plot({ plot, colouring }: { plot: ClockPlot; colouring: Colouring }) {
  const { t } = useTranslation('cohort')
  const { t: words } = useTranslation('ui')
  const { selection, change } = useCohort()
  const { points: samples, line } = plot
  const title = (source: AgeSource | null, which: 'predicted' | 'chronological') =>
    source ? t(`clock.axis.${which}.${source.from}`, { name: source.name }) : ''
  const points = useMemo(
    () =>
      samples.map(
        ({ sampleId, clientReference, chronological, predicted }, row): ScatterPoint => ({
          id: sampleId,
          label: clientReference,
          x: chronological,
          y: predicted,
          group: colouring.groupOf(row),
          facts: () => [t('clock.offset', { value: formatValue(predicted - chronological) })],
        }),
      ),
    [samples, colouring, t],
  )
  const lines = useMemo(
    (): ScatterLine[] => [
      { kind: 'line', slope: 1, intercept: 0, label: t('clock.identity'), dashed: true },
      ...(line ? [{ kind: 'line' as const, ...line, label: t('clock.fit', toEquation(line)) }] : []),
    ],
    [line, t],
  )
  const note = useMemo(() => toNote(plot, t), [plot, t])
  return (
    <ScatterChart
      points={points}
      groups={colouring.groups}
      xTitle={title(plot.chronological, 'chronological')}
      yTitle={title(plot.predicted, 'predicted')}
      pointWord={t('sample')}
      lines={lines}
      note={note}
      sameRange
      selected={selection.selectedIds}
      onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
      fileName="predicted age"
      source={toSourceText(plot, words)}
      summary={t('clock.summary', { count: points.length, figures: note.join('; ') })}
    />
  )
}

type Words = ReturnType<typeof useTranslation<'cohort'>>['t']

/** Slope and intercept as they stand in a sum. */
const toEquation = ({ slope, intercept }: NonNullable<ClockPlot['line']>) => ({
  slope: formatAlone(slope),
  sign: intercept < 0 ? '−' : '+',
  intercept: formatAlone(Math.abs(intercept)),
})

function toNote({ points, line, correlation, errors }: ClockPlot, t: Words): string[] {
  return [
    t('clock.n', { count: points.length }),
    ...(line ? [] : [t(`clock.noLine.${points.length < 3 ? 'tooFew' : 'noSpread'}`)]),
    ...(line && !correlation ? [t('clock.noR')] : []),
    ...(correlation ? [formatCorrelationLine(correlation, t)] : []),
    ...(errors
      ? [
          t('clock.mae', { value: formatAlone(errors.meanAbsoluteError) }),
          t('clock.meanDifference', { value: formatAlone(errors.meanDifference) }),
        ]
      : []),
  ]
}

function formatCorrelationLine({ r, rLow, rHigh }: NonNullable<ClockPlot['correlation']>, t: Words): string {
  const [value, low, high] = [r, rLow ?? Number.NaN, rHigh ?? Number.NaN].map(formatCorrelation)
  return rLow === null || rHigh === null
    ? t('clock.r', { r: value })
    : t('clock.rBetween', { r: value, low, high })
}
