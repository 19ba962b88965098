import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/contract/failures.ts'
import { type ClockPlot, everySample, type Pca } from '../../../../shared/domain/results/cohort.ts'
import { choiceInStudy } from '../../../../shared/domain/studies/study.ts'
import {
  drawn,
  failed,
  loading,
  type PanelFigureProps,
  Report,
  type Show,
} from '../../../charts/board/PanelFigure.tsx'
import { useCall } from '../../../client/call.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { mostGroups } from '../chartData.ts'
import { parseChartView } from '../view.ts'
import { useAgeFigures } from './ages.ts'
import { useClock, useClockFigure } from './clock.ts'
import { type FigureView, useColouring } from './figureView.tsx'
import { useGroupFigures } from './groups.ts'
import { type Picture, useHeatmapFigure, usePicture } from './heatmap.ts'
import { usePcaFigure, whyNoComponents } from './pca.ts'

type Props = { shown: FigureView; show: Show }

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
  const show: Show = (value) => report(panelId, value)
  const { figure } = definition
  if (figure === 'heatmap') return <HeatmapPanel shown={shown} show={show} />
  if (figure === 'pca') return <PcaPanel shown={shown} show={show} />
  if (figure === 'groups' || figure === 'groupPairs')
    return <GroupsPanel shown={shown} show={show} isOfPairs={figure === 'groupPairs'} />
  return <ClockPanel shown={shown} show={show} figure={figure} />
}

function Failed({ show, failure }: { show: Show; failure: Failure }) {
  const translate = useTranslator()
  return <Report show={show} value={failed(translate(failure.userMessage))} />
}

/** Returns a sentence about a field that the study no longer has; null if all exist or the fields are still loading. */
function useMissingField({ study }: FigureView, names: readonly (string | null)[]): string | null {
  const { t } = useTranslation('explore')
  const covariates = useCall('results.covariates', { of: study }).data
  const missing = names.find((name) => name && covariates?.every((one) => one.name !== name))
  return missing ? t('panel.noField', { name: missing }) : null
}

function HeatmapPanel({ shown, show }: Props) {
  const { t } = useTranslation('explore')
  const { picture, loading: isLoading, failure } = usePicture(shown)
  const missing = useMissingField(shown, shown.chartView.tracks)
  if (failure) return <Failed show={show} failure={failure} />
  if (missing !== null) return <Report show={show} value={failed(missing)} />
  if (!picture || isLoading) return <Report show={show} value={loading} />
  if (picture.table.totalSamples === 0)
    return <Report show={show} value={failed(`${t('noneChosen.title')}.`)} />
  return <DrawnHeatmap shown={shown} show={show} picture={picture} />
}

function DrawnHeatmap({ shown, show, picture }: Props & { picture: Picture }) {
  const props = useHeatmapFigure(picture, shown)
  return <Report show={show} value={drawn({ kind: 'heatmap', props })} />
}

function PcaPanel({ shown, show }: Props) {
  const { t } = useTranslation('explore')
  const { of, measure, chartView } = shown
  const answer = useCall('results.pca', { measure, of, scaled: chartView.scaled })
  const missing = useMissingField(shown, [chartView.colour, chartView.shape])
  if (answer.failure) return <Failed show={show} failure={answer.failure} />
  if (missing !== null) return <Report show={show} value={failed(missing)} />
  if (!answer.data || answer.loading) return <Report show={show} value={loading} />
  const why = whyNoComponents(answer.data)
  if (why !== null) return <Report show={show} value={failed(t(`pca.why.${why}`))} />
  return <DrawnPca shown={shown} show={show} pca={answer.data} />
}

function DrawnPca({ shown, show, pca }: Props & { pca: Pca }) {
  const { figure, failure } = usePcaFigure(pca, shown)
  if (failure) return <Failed show={show} failure={failure} />
  return <Report show={show} value={figure ? drawn({ kind: 'scatter', props: figure }) : loading} />
}

function GroupsPanel({ shown, show, isOfPairs }: Props & { isOfPairs: boolean }) {
  const { t } = useTranslation('explore')
  const figures = useGroupFigures(shown)
  const failure = figures.failure ?? figures.noFields
  const { boxes, slopes, unknownGroups, by, pathway } = figures
  if (failure) return <Failed show={show} failure={failure} />
  if (!figures.isReady) return <Report show={show} value={loading} />
  const [unknownGroup] = unknownGroups
  const why =
    unknownGroup !== undefined
      ? t('panel.noField', { name: unknownGroup })
      : figures.why === 'tooMany'
        ? t('panel.tooMany', { name: by, most: mostGroups })
        : figures.isNone
          ? `${t('noneChosen.title')}.`
          : t('panel.noPathway', { pathway })
  if (isOfPairs) {
    if (!slopes) return <Report show={show} value={failed(boxes ? t('groups.noPairs') : why)} />
    return <Report show={show} value={drawn({ kind: 'slopes', props: slopes })} />
  }
  return <Report show={show} value={boxes ? drawn({ kind: 'boxes', props: boxes }) : failed(why)} />
}

type ClockProps = Props & { figure: PanelFigureProps['definition']['figure'] }

function ClockPanel({ shown, show, figure }: ClockProps) {
  const { t } = useTranslation('explore')
  const answer = useClock(shown)
  const { colour, shape, by } = shown.chartView
  const missing = useMissingField(shown, figure === 'clock' ? [colour, shape] : [by])
  const plot = answer.data
  if (answer.failure) return <Failed show={show} failure={answer.failure} />
  if (missing !== null) return <Report show={show} value={failed(missing)} />
  if (!plot || answer.loading) return <Report show={show} value={loading} />
  if (plot.points.length === 0)
    return (
      <Report
        show={show}
        value={failed(t(plot.sources.predicted.length === 0 ? 'panel.noClock' : 'panel.noAges'))}
      />
    )
  return figure === 'clock' ? (
    <DrawnClock shown={shown} show={show} plot={plot} />
  ) : (
    <DrawnAges shown={shown} show={show} plot={plot} isOfPairs={figure === 'agePairs'} />
  )
}

type PlotProps = Props & { plot: ClockPlot }

function DrawnClock({ shown, show, plot }: PlotProps) {
  const { colouring, failure } = useColouring(plot.points, shown)
  const props = useClockFigure(plot, colouring ?? { groups: [], groupOf: () => null }, shown)
  if (failure) return <Failed show={show} failure={failure} />
  return <Report show={show} value={colouring ? drawn({ kind: 'scatter', props }) : loading} />
}

function DrawnAges({ shown, show, plot, isOfPairs }: PlotProps & { isOfPairs: boolean }) {
  const { t } = useTranslation('explore')
  const { boxes, slopes, hasGroups, isReady, failure } = useAgeFigures(plot, shown)
  if (failure) return <Failed show={show} failure={failure} />
  if (!isReady) return <Report show={show} value={loading} />
  if (!hasGroups || !boxes) return <Report show={show} value={failed(t('ages.oneGroup'))} />
  if (!isOfPairs) return <Report show={show} value={drawn({ kind: 'boxes', props: boxes })} />
  return (
    <Report
      show={show}
      value={slopes ? drawn({ kind: 'slopes', props: slopes }) : failed(t('groups.noPairs'))}
    />
  )
}
