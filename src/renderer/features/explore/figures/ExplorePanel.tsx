import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FigureContent } from '../../../../figures/spec.ts'
import type { Failure } from '../../../../shared/contract/failures.ts'
import { type ClockPlot, everySample, type Pca } from '../../../../shared/domain/results/cohort.ts'
import { choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import {
  drawn,
  failed,
  loading,
  type PanelFigureProps,
  type PanelState,
  Report,
  type Show,
} from '../../../charts/board/PanelFigure.tsx'
import { useCall } from '../../../client/call.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { type Translator, useTranslator } from '../../../ui/text/formats.tsx'
import { mostGroups } from '../chartData.ts'
import { parseChartView } from '../view.ts'
import { useAgeFigures } from './ages.ts'
import { useClock, useClockFigure } from './clock.ts'
import { type FigureView, useColouring } from './figureView.tsx'
import { useGroupFigures } from './groups.ts'
import { type Picture, useHeatmapFigure, usePicture } from './heatmap.ts'
import { usePcaFigure, whyNoComponents } from './pca.ts'

type Props = { shown: FigureView; show: Show; figure: PanelFigureProps['definition']['figure'] }

export function ExplorePanel({ panelId, definition, report }: PanelFigureProps) {
  const studyId = useStudyId()
  const shown = useMemo(
    () => ({
      of: choiceInStudy(definition.of, studyId),
      measure: definition.measure,
      view: definition.view,
      study: choiceInStudy(everySample, studyId),
      chartView: parseChartView(searchSchemas()['/study/$studyId/_cohort/explore'].parse(definition.search)),
    }),
    [definition, studyId],
  )
  const { figure } = definition
  const props: Props = { shown, show: (value) => report(panelId, value), figure }
  if (figure === 'heatmap') return <HeatmapPanel {...props} />
  if (figure === 'pca') return <PcaPanel {...props} />
  if (figure === 'groups' || figure === 'groupPairs') return <GroupsPanel {...props} />
  return <ClockPanel {...props} />
}

type Outcome = {
  failure?: Failure | null
  /** The reason why nothing can be drawn; empty if there is none. */
  why?: string | null | undefined
  /** Null or left out while the figure loads. */
  content?: FigureContent | null
}

function toState({ failure, why, content }: Outcome, translate: Translator): PanelState {
  if (failure) return failed(translate(failure.userMessage))
  if (why) return failed(why)
  return content ? drawn(content) : loading
}

const Panel = ({ show, ...outcome }: Outcome & { show: Show }) => (
  <Report show={show} value={toState(outcome, useTranslator())} />
)

/** Returns a sentence about a field that the study no longer has; null if all exist or the fields are still loading. */
function useMissingField({ study }: FigureView, names: readonly (string | null)[]): string | null {
  const { t } = useTranslation('explore')
  const covariates = useCall('results.covariates', { of: study }).data
  const missing = names.find((name) => name && covariates?.every((one) => one.name !== name))
  return missing ? t('panel.noField', { name: missing }) : null
}

function HeatmapPanel(props: Props) {
  const { t } = useTranslation('explore')
  const { picture, loading, failure } = usePicture(props.shown)
  const missing = useMissingField(props.shown, props.shown.chartView.tracks)
  const known = loading ? null : picture
  const isNone = known?.table.totalSamples === 0
  const why = missing ?? (isNone ? `${t('noneChosen.title')}.` : null)
  if (failure || why || !known) return <Panel show={props.show} failure={failure} why={why} />
  return <DrawnHeatmap {...props} picture={known} />
}

const DrawnHeatmap = ({ shown, show, picture }: Props & { picture: Picture }) => (
  <Panel show={show} content={{ kind: 'heatmap', props: useHeatmapFigure(picture, shown) }} />
)

function PcaPanel(props: Props) {
  const { t } = useTranslation('explore')
  const { of, measure, chartView } = props.shown
  const { data, loading, failure } = useCall('results.pca', { measure, of, scaled: chartView.scaled })
  const missing = useMissingField(props.shown, [chartView.colour, chartView.shape])
  const known = loading ? undefined : data
  const whyNone = known && whyNoComponents(known)
  const why = missing ?? (whyNone && t(`pca.why.${whyNone}`))
  if (failure || why || !known) return <Panel show={props.show} failure={failure} why={why} />
  return <DrawnPca {...props} pca={known} />
}

function DrawnPca({ shown, show, pca }: Props & { pca: Pca }) {
  const { figure, failure } = usePcaFigure(pca, shown)
  return <Panel show={show} failure={failure} content={figure && { kind: 'scatter', props: figure }} />
}

function GroupsPanel({ shown, show, figure }: Props) {
  const { t } = useTranslation('explore')
  const figures = useGroupFigures(shown)
  const { boxes, slopes, unknownGroups, by, pathway } = figures
  const failure = figures.failure ?? figures.noFields
  if (failure || !figures.isReady) return <Panel show={show} failure={failure} />
  const [unknownGroup] = unknownGroups
  const whyNoBoxes = () => {
    if (unknownGroup !== undefined) return t('panel.noField', { name: unknownGroup })
    if (figures.why === 'tooMany') return t('panel.tooMany', { name: by, most: mostGroups })
    return figures.isNone ? `${t('noneChosen.title')}.` : t('panel.noPathway', { pathway })
  }
  if (figure === 'groups' && boxes) return <Panel show={show} content={{ kind: 'boxes', props: boxes }} />
  if (figure === 'groupPairs' && slopes)
    return <Panel show={show} content={{ kind: 'slopes', props: slopes }} />
  return <Panel show={show} why={boxes ? t('groups.noPairs') : whyNoBoxes()} />
}

function ClockPanel(props: Props) {
  const { t } = useTranslation('explore')
  const { data, loading, failure } = useClock(props.shown)
  const { colour, shape, by } = props.shown.chartView
  const missing = useMissingField(props.shown, props.figure === 'clock' ? [colour, shape] : [by])
  const plot = loading ? undefined : data
  const whyNone = plot?.sources.predicted.length === 0 ? 'panel.noClock' : 'panel.noAges'
  const why = missing ?? (plot?.points.length === 0 ? t(whyNone) : null)
  if (failure || why || !plot) return <Panel show={props.show} failure={failure} why={why} />
  return props.figure === 'clock' ? (
    <DrawnClock {...props} plot={plot} />
  ) : (
    <DrawnAges {...props} plot={plot} />
  )
}

type PlotProps = Props & { plot: ClockPlot }

function DrawnClock({ shown, show, plot }: PlotProps) {
  const { colouring, failure } = useColouring(plot.points, shown)
  const props = useClockFigure(plot, colouring ?? { groups: [], groupOf: () => null }, shown)
  return <Panel show={show} failure={failure} content={colouring && { kind: 'scatter', props }} />
}

function DrawnAges({ shown, show, plot, figure }: PlotProps) {
  const { t } = useTranslation('explore')
  const { boxes, slopes, hasGroups, isReady, failure } = useAgeFigures(plot, shown)
  if (failure || !isReady) return <Panel show={show} failure={failure} />
  if (!hasGroups || !boxes) return <Panel show={show} why={t('ages.oneGroup')} />
  if (figure !== 'agePairs') return <Panel show={show} content={{ kind: 'boxes', props: boxes }} />
  return (
    <Panel
      show={show}
      why={slopes ? null : t('groups.noPairs')}
      content={slopes && { kind: 'slopes', props: slopes }}
    />
  )
}
