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
import { useCall } from '../../client/useCall.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { type Compared, useDotsFigure, useForestFigure, useLineFigures, useVolcanoFigure } from './figures.ts'
import { type Request, toRequest } from './request.ts'
import { type CompareView, parseCompare, storedChoices } from './view.ts'

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
  const built = toRequest(view, { measure: definition.measure, of: choiceInStudy(definition.of, studyId) })
  const show: Show = (value) => report(panelId, value)
  if ('missing' in built)
    return (
      <Report show={show} value={failed(`${t(`missing.${built.missing}.title`, { defaultValue: '' })}.`)} />
    )
  return <ComparedPanel request={built.request} view={view} figure={definition.figure} show={show} />
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
