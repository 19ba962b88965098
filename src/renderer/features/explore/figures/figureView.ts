import type { FigureProps } from '../../../../figures/spec.ts'
import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import type { BoardFigure, FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import { allSamplesId, choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import type { ShownSelection } from '../../../state/cohort/cohort.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useChartView } from '../ExploreFrame.tsx'
import { type ChartView, toChartSearch } from '../view.ts'

/** The input of a figure of Explore: the samples, the values and the chart settings. */
export type FigureView = Pick<ShownSelection, 'of' | 'measure' | 'view'> & {
  /** All samples of the study, which determine its fields and groups. */
  study: SampleChoice
  chartView: ChartView
}

/** The props of a chart on a screen and on a board. Only the screen adds selection. */
export type Drawable<P extends FigureProps> = Omit<P, 'onSelect' | 'selected' | 'row' | 'onRow'>

/** Returns the input of the current view. */
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
