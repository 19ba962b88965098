import type { FigureProps } from '../../../../figures/spec.ts'
import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import type { BoardFigure, FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import { allSamplesId, choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import type { ShownSelection } from '../../../state/cohort/cohort.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useChartView } from '../ExploreFrame.tsx'
import { type ChartView, toChartSearch } from '../view.ts'

/** What a figure of Explore is drawn from: which samples, which of their numbers, and how. */
export type FigureView = Pick<ShownSelection, 'of' | 'measure' | 'view'> & {
  /** All samples of the study, which say what its fields and groups are. */
  study: SampleChoice
  chartView: ChartView
}

/** A figure as its screen and a board draw it; the screen adds selecting. */
export type Drawable<P extends FigureProps> = Omit<P, 'onSelect' | 'selected' | 'row' | 'onRow'>

/** What the view in front shows. */
export function useFigureView(): FigureView {
  const { selection, study } = useCohort()
  const { chartView } = useChartView()
  const { of, measure, view } = selection
  return { of, measure, view, study, chartView }
}

/** How the figure is drawn anew on a board; `chosen`: what the screen chose where nobody did. */
export function toDefinition(
  figure: BoardFigure,
  { of, measure, view, chartView }: FigureView,
  chosen: Partial<ChartView> = {},
): FigureDefinition {
  // Without what is undefined, which no JSON has.
  const search = JSON.parse(JSON.stringify(toChartSearch({ ...chartView, ...chosen })))
  return { figure, of: choiceInStudy(of, allSamplesId), measure, view, search }
}
