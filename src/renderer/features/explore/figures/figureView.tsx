import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FigureProps } from '../../../../figures/spec.ts'
import { placeOf, stylesOfField } from '../../../../figures/style/groupStyles.ts'
import type { CohortSample, Covariate, SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import type { BoardFigure, FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import { allSamplesId, choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import { usePalettes } from '../../../charts/frame/theme.ts'
import { useCovariateColumns } from '../../../client/useValues.ts'
import { type ShownSelection, useCohort } from '../../../state/cohort/cohort.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useLastKnown } from '../../../ui/useLastKnown.ts'
import { canColour, toColouring } from '../chartData.ts'
import { FieldSelect, useChartView } from '../ExploreFrame.tsx'
import { type ChartView, toChartSearch } from '../view.ts'

/** The input of a figure of Explore: the samples, the values and the chart settings. */
export type FigureView = Pick<ShownSelection, 'of' | 'measure' | 'view'> & {
  /** All samples of the study, which determine its fields and groups. */
  study: SampleChoice
  chartView: ChartView
}

/** The props of a chart on a screen and on a board. Only the screen adds selection. */
export type Drawable<P extends FigureProps> = Omit<P, 'onSelect' | 'selected' | 'row' | 'onRow'>

export function useFigureView(): FigureView {
  const { selection, study } = useCohort()
  const { chartView } = useChartView()
  const { of, measure, view } = selection
  return { of, measure, view, study, chartView }
}

/** Returns the definition that redraws a figure on a board. `chosen`: the defaults that the screen chose. */
export function toDefinition(
  figure: BoardFigure,
  { of, measure, view, chartView }: FigureView,
  chosen: Partial<ChartView> = {},
): FigureDefinition {
  // Drops undefined values, which JSON cannot hold.
  const search = JSON.parse(JSON.stringify(toChartSearch({ ...chartView, ...chosen })))
  return { figure, of: choiceInStudy(of, allSamplesId), measure, view, search }
}

type Props = { options: readonly Covariate[]; colour: string; shape: string }

export function ColourTools({ options, colour, shape }: Props) {
  const { t } = useTranslation('explore')
  return (
    <>
      <FieldSelect label={t('colour')} setting="colour" value={colour} fields={options} none="" />
      <FieldSelect label={t('shape')} setting="shape" value={shape} fields={options} none={null} />
    </>
  )
}

/**
 * Returns the color and shape of the samples as chosen, by default by group. `colouring` is null until it is known,
 * so that points do not appear gray first and then change color.
 */
export function useColouring(samples: CohortSample[], { chartView }: Pick<FigureView, 'chartView'>) {
  const { t } = useTranslation('explore')
  const palettes = usePalettes()
  const { design, covariates, failure: unknown } = useStudyDesign()
  const options = useMemo(() => (covariates ?? []).filter(canColour), [covariates])
  const isOffered = (name: string | null) => name !== null && options.some((one) => one.name === name)
  const groupBy = design?.groupBy ?? null
  const colour = chartView.colour ?? (isOffered(groupBy) ? groupBy : null) ?? ''
  const shape = chartView.shape ?? ''
  const names = [colour, shape].filter(isOffered)
  const { columns, isPending, failure } = useCovariateColumns({ samples }, names)
  const fresh = useMemo(() => {
    const property = (name: string) => {
      const covariate = options.find((one) => one.name === name)
      const values = columns.get(name)
      if (!covariate || !values || !design) return null
      return {
        covariate,
        values,
        styles: stylesOfField(name, design, covariates),
        place: placeOf(name, design, covariates),
      }
    }
    return toColouring(property(colour), property(shape), { none: t('none') }, palettes)
  }, [options, covariates, design, columns, colour, shape, palettes, t])
  const isKnown = names.length > 0 ? !isPending : covariates !== undefined || unknown !== null
  const latest = useMemo(() => ({ colouring: fresh, samples }), [fresh, samples])
  const shown = useLastKnown(isKnown ? latest : null)
  const colouring = shown?.samples === samples ? shown.colouring : null
  return { colouring, options, colour, shape, failure: failure ?? unknown }
}
