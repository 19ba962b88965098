import { useTranslation } from 'react-i18next'
import type { FigureContent } from '../../../figures/spec.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import {
  drawn,
  failed,
  loading,
  type PanelFigureProps,
  Report,
  type Show,
} from '../../charts/board/PanelFigure.tsx'
import { useCall } from '../../client/useCall.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { type Compared, useDotsFigure, useForestFigure, useLineFigures, useVolcanoFigure } from './figures.ts'
import { type ModelRequest, type TitledContrast, toModelRequest } from './modelRequest.ts'
import { type Modeled, type ModelFigures, useModelFigures, useModelForest } from './models/modelFigures.ts'
import { type Request, toRequest } from './request.ts'
import { type Adjustment, type CompareView, parseCompare, storedChoices } from './view.ts'

/** Computes a figure of Compare from its definition, with the components that draw it in Compare. */
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
  const props = { compared: { comparison, request, view }, show }
  if (figure === 'volcano') return <Volcano {...props} />
  if (figure === 'forest') return <Forest {...props} />
  if (figure === 'dots') return <Dots {...props} />
  return <Line {...props} isOfPairs={figure === 'comparedPairs'} />
}

type DrawnProps = { compared: Compared; show: Show }

const Volcano = ({ compared, show }: DrawnProps) => (
  <Report show={show} value={drawn({ kind: 'volcano', props: useVolcanoFigure(compared) })} />
)

const Forest = ({ compared, show }: DrawnProps) => (
  <Report show={show} value={drawn({ kind: 'forest', props: useForestFigure(compared) })} />
)

const Dots = ({ compared, show }: DrawnProps) => (
  <Report show={show} value={drawn({ kind: 'dots', props: useDotsFigure(compared) })} />
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
  const contrast = model.contrasts.find(({ name }) => name === view.contrast) ?? model.contrasts[0]
  const modeled = { model, request, contrasts, view, contrast: contrast?.name ?? '' }
  if (figure === 'modelForest') return <ModelForest modeled={modeled} show={show} />
  return <ModelLine modeled={modeled} figure={figure} show={show} />
}

const ModelForest = ({ modeled, show }: { modeled: Modeled; show: Show }) => (
  <Report show={show} value={drawn({ kind: 'forest', props: useModelForest(modeled) })} />
)

function ModelLine({ modeled, figure, show }: Pick<PanelShown, 'figure' | 'show'> & { modeled: Modeled }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const pathway = modeled.view.pathway ?? ''
  const { data, failure, isPreviousData } = useCall('results.modelDiagnostics', {
    ...modeled.request,
    pathway,
  })
  const row = modeled.model.rows.find((one) => one.pathway === pathway && one.contrast === modeled.contrast)
  const figures = useModelFigures(modeled, isPreviousData ? undefined : data, row)
  if (failure) return <Report show={show} value={failed(translate(failure.userMessage))} />
  if (!figures) return <Report show={show} value={loading} />
  const content = toContent(figures, figure)
  return <Report show={show} value={content ? drawn(content) : failed(t('line.gone', { pathway }))} />
}

function toContent(
  { effect, means, residuals, qq }: ModelFigures,
  figure: PanelShown['figure'],
): FigureContent | null {
  if (figure === 'modelResiduals') return { kind: 'scatter', props: residuals }
  if (figure === 'modelQq') return { kind: 'scatter', props: qq }
  const props = figure === 'modelMeans' ? means : effect
  return props && { kind: 'adjusted', props }
}
