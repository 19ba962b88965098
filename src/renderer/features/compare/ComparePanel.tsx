import { useTranslation } from 'react-i18next'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import {
  drawn,
  failed,
  loading,
  type PanelFigureProps,
  Report,
  type Show,
} from '../../charts/board/PanelFigure.tsx'
import { useCall } from '../../client/call.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { useTranslator } from '../../ui/text/formats.tsx'
import { type Compared, type ComparedFigure, useComparedFigure, useLineFigures } from './figures.ts'
import { type ModelRequest, type TitledContrast, toModelRequest } from './modelRequest.ts'
import { type Modeled, toModeled, useModelFigures, useModelForest } from './models/modelFigures.ts'
import {
  type Adjustment,
  type CompareView,
  parseCompare,
  type Request,
  storedChoices,
  toRequest,
} from './view.ts'

export function ComparePanel({ panelId, definition, report }: PanelFigureProps) {
  const { t } = useTranslation('compare')
  const studyId = useStudyId()
  const parsed = parseCompare(
    searchSchemas()['/study/$studyId/_cohort/compare'].parse(definition.search),
    storedChoices,
  )
  // Boards saved by earlier versions leave out the default, Welch's test.
  const view: CompareView = { ...parsed, test: parsed.test ?? 'welch' }
  const selection = { measure: definition.measure, of: choiceInStudy(definition.of, studyId) }
  const built = toRequest(view, selection)
  const show: Show = (value) => report(panelId, value)
  const { figure } = definition
  if (view.adjust)
    return (
      <ModeledPanel
        view={{ ...view, adjust: view.adjust }}
        selection={selection}
        figure={figure}
        show={show}
      />
    )
  if ('missing' in built)
    return (
      <Report show={show} value={failed(`${t(`missing.${built.missing}.title`, { defaultValue: '' })}.`)} />
    )
  return <ComparedPanel request={built.request} view={view} figure={figure} show={show} />
}

type PanelProps = {
  request: Request
  view: CompareView
  figure: PanelFigureProps['definition']['figure']
  show: Show
}

function ComparedPanel({ request, view, figure, show }: PanelProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { data: comparison, loading: isLoading, failure } = useCall('results.compare', request)
  if (failure) return <Report show={show} value={failed(translate(failure.userMessage))} />
  if (!comparison || isLoading) return <Report show={show} value={loading} />
  if (comparison.rows.length === 0) return <Report show={show} value={failed(`${t('noPathways.title')}.`)} />
  const compared = { comparison, request, view }
  if (figure === 'volcano' || figure === 'forest' || figure === 'dots')
    return <AllPathways compared={compared} show={show} kind={figure} />
  return <Line compared={compared} show={show} isOfPairs={figure === 'comparedPairs'} />
}

type DrawnProps = { compared: Compared; show: Show }

const AllPathways = ({ compared, show, kind }: DrawnProps & { kind: ComparedFigure['kind'] }) => (
  <Report show={show} value={drawn(useComparedFigure(kind, compared))} />
)

function Line({ compared, show, isOfPairs }: DrawnProps & { isOfPairs: boolean }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const pathway = compared.view.pathway ?? ''
  const { boxes, slopes, values, isReady } = useLineFigures(compared, pathway)
  if (values.failure) return <Report show={show} value={failed(translate(values.failure.userMessage))} />
  if (!isReady) return <Report show={show} value={loading} />
  if (!boxes) return <Report show={show} value={failed(t('line.gone', { pathway }))} />
  if (!isOfPairs) return <Report show={show} value={drawn({ kind: 'boxes', props: boxes })} />
  return (
    <Report
      show={show}
      value={slopes ? drawn({ kind: 'slopes', props: slopes }) : failed(t('line.noPairs'))}
    />
  )
}

type ModeledProps = {
  view: CompareView & { adjust: Adjustment }
  selection: Parameters<typeof toModelRequest>[1]
  figure: PanelFigureProps['definition']['figure']
  show: Show
}

function ModeledPanel({ view, selection, figure, show }: ModeledProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { data: covariates, failure } = useCall('results.covariates', { of: selection.of })
  if (failure) return <Report show={show} value={failed(translate(failure.userMessage))} />
  if (!covariates) return <Report show={show} value={loading} />
  const built = toModelRequest(view, selection, covariates)
  if ('missing' in built) return <Report show={show} value={failed(t(`adjust.missing.${built.missing}`))} />
  return <FittedPanel {...built} view={view} figure={figure} show={show} />
}

type FittedProps = { request: ModelRequest; contrasts: readonly TitledContrast[] } & PanelShown
type PanelShown = Pick<ModeledProps, 'view' | 'figure' | 'show'>

function FittedPanel({ request, contrasts, view, figure, show }: FittedProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { data: model, loading: isLoading, failure } = useCall('results.model', request)
  if (failure) return <Report show={show} value={failed(translate(failure.userMessage))} />
  if (!model || isLoading) return <Report show={show} value={loading} />
  if (model.rows.length === 0) return <Report show={show} value={failed(`${t('noPathways.title')}.`)} />
  const modeled = toModeled({ model, request, contrasts, view })
  if (figure === 'modelForest') return <ModelForest modeled={modeled} show={show} />
  return <ModelLine modeled={modeled} figure={figure} show={show} />
}

const ModelForest = ({ modeled, show }: { modeled: Modeled; show: Show }) => (
  <Report show={show} value={drawn({ kind: 'forest', props: useModelForest(modeled) })} />
)

function ModelLine({ modeled, figure, show }: Pick<PanelShown, 'figure' | 'show'> & { modeled: Modeled }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { model, request, view, contrast } = modeled
  const pathway = view.pathway ?? ''
  const { data, failure, isPreviousData } = useCall('results.modelDiagnostics', { ...request, pathway })
  const row = model.rows.find((one) => one.pathway === pathway && one.contrast === contrast)
  const figures = useModelFigures(modeled, isPreviousData ? undefined : data, row)
  if (failure) return <Report show={show} value={failed(translate(failure.userMessage))} />
  if (!figures) return <Report show={show} value={loading} />
  const { modelEffect, modelMeans } = figures
  if (figure === 'modelResiduals' || figure === 'modelQq')
    return <Report show={show} value={drawn({ kind: 'scatter', props: figures[figure] })} />
  const props = figure === 'modelMeans' ? modelMeans : modelEffect
  return (
    <Report
      show={show}
      value={props ? drawn({ kind: 'adjusted', props }) : failed(t('line.gone', { pathway }))}
    />
  )
}
