import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScatterLine, ScatterPoint } from '../../../../figures/data.ts'
import type { ScatterChartProps } from '../../../../figures/spec.ts'
import type { ClockPlot } from '../../../../shared/domain/results/cohort.ts'
import { ageMeasureSchema } from '../../../../shared/domain/results/comparison.ts'
import {
  describeAge,
  describeAgeAxis,
  describeAgeMeasure,
  describeClock,
} from '../../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { formatYears } from '../../../../shared/format/numbers.ts'
import { useCall } from '../../../client/call.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { type Colouring, toAgeTable } from '../chartData.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.tsx'

/** Loads both ages of the samples. */
export function useClock({ of, chartView }: FigureView) {
  const { design, failure } = useStudyDesign()
  const { pairBy = null } = design ?? {}
  return useCall(
    'results.clock',
    {
      of,
      ...(chartView.predicted ? { predicted: chartView.predicted } : {}),
      ...(chartView.chronological ? { chronological: chartView.chronological } : {}),
      ...(pairBy === null ? {} : { unit: pairBy }),
    },
    // Waits for the design, so that the interval does not change once its units are loaded.
    { enabled: design !== undefined || failure !== null },
  )
}

/** Returns the chart of predicted against chronological age. */
export function useClockFigure(
  plot: ClockPlot,
  colouring: Colouring,
  shown: FigureView,
): Drawable<ScatterChartProps> {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
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
          facts: () =>
            ageMeasureSchema.options.flatMap((measure) => {
              const years = measure === 'age_acceleration' ? acceleration : residual
              if (years === null) return []
              return [t('ages.fact', { measure: t(`ages.figures.${measure}`), value: formatYears(years) })]
            }),
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
  const xTitle = chronological ? translate(describeAgeAxis('chronological', chronological)) : ''
  const yTitle = predicted ? translate(describeAgeAxis('predicted', predicted)) : ''
  const table = useCallback(
    () =>
      toAgeTable(plot, [
        t('term.sample'),
        t('field.group'),
        chronological ? translate(describeAge('chronological', chronological)) : '',
        predicted ? translate(describeAge('predicted', predicted)) : '',
        ...ageMeasureSchema.options.map((measure) => translate(describeAgeMeasure(measure))),
      ]),
    [plot, chronological, predicted, translate, t],
  )
  const note = useMemo(() => described.figures.map(translate), [described, translate])
  return {
    points,
    groups: colouring.groups,
    xTitle,
    yTitle,
    table,
    pointWord: t('term.sample'),
    lines,
    note,
    sameRange: true,
    fileName: 'predicted age',
    source: translate(describeSource(plot)),
    summary: translate(described.summary),
    definition: toDefinition('clock', shown),
  }
}
