import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScatterChartProps } from '../../../../figures/spec.ts'
import type { Pca } from '../../../../shared/domain/results/cohort.ts'
import { describeComponent, describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { numberFormatter, useTranslator } from '../../../ui/text/formats.tsx'
import { toPcaPoints } from '../chartData.ts'
import { type Drawable, type FigureView, toDefinition, useColouring } from './figureView.tsx'

/** Returns the indexes of the two shown components, from 0. */
export function axesOf(pca: Pca, { x, y }: { x: number; y: number }): readonly [number, number] {
  const last = Math.max(0, pca.components.length - 1)
  return [Math.min(x - 1, last), Math.min(y - 1, last)]
}

/**
 * Returns the reason why nothing is drawn, or null. With fewer than three complete samples the reason is too few
 * samples, although no pathway varies either.
 */
export function whyNoComponents({
  why,
  components,
  samples,
}: Pca): 'tooFewSamples' | 'tooFewPathways' | null {
  if (why === null && components.length >= 2) return null
  return samples.length < 3 ? 'tooFewSamples' : (why ?? 'tooFewPathways')
}

/** Returns the samples on two components; `figure` is null until their colors are known. */
export function usePcaFigure(pca: Pca, shown: FigureView) {
  const { t, i18n } = useTranslation('explore')
  const translate = useTranslator()
  const { colouring, ...colours } = useColouring(pca.samples, shown)
  const [x, y] = axesOf(pca, shown.chartView)
  const points = useMemo(() => colouring && toPcaPoints(pca, [x, y], colouring), [pca, x, y, colouring])
  const percent = numberFormatter(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const titles = pca.components.map(({ name, share }) =>
    translate(describeComponent(name, percent.format(share))),
  )
  const axisTitle = (at: number) =>
    t(`pca.axisOf.${pca.scaled ? 'scaled' : 'centred'}`, {
      axis: titles[at],
      measure: t(`pca.measure.${shown.measure}`),
    })
  const figure: Drawable<ScatterChartProps> | null = colouring &&
    points && {
      points,
      groups: colouring.groups,
      xTitle: axisTitle(x),
      yTitle: axisTitle(y),
      pointWord: t('term.sample'),
      fileName: `pca ${shown.measure}`,
      source: translate(describeSource(pca)),
      summary: t('pca.summary', { count: points.length, x: titles[x], y: titles[y] }),
      definition: toDefinition('pca', shown),
    }
  return { figure, titles, ...colours }
}
