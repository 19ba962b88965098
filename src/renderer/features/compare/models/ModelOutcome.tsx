import { NativeSelect } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
} from '../../../../shared/domain/results/describeModel.ts'
import type { ModelResult } from '../../../../shared/domain/results/model.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { modelColumns, toModelLines } from '../../../../shared/tables/models.ts'
import { message } from '../../../../shared/words/message.ts'
import { ForestChart } from '../../../charts/LollipopChart.tsx'
import { useCall } from '../../../client/useCall.ts'
import { useMeasureUnit } from '../../../state/cohort/titles.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { EmptyState, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { TwoPanes } from '../../../ui/panes/TwoPanes.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { useOpenPathway } from '../ComparisonCharts.tsx'
import classes from '../compare.module.css'
import { toDefinition } from '../figures.ts'
import type { ModelRequest, TitledContrast } from '../modelRequest.ts'
import { Foot, Notes, RefusedOrFailed, useArrangedTable } from '../outcomeParts.tsx'
import { PathwayTable } from '../PathwayTable.tsx'
import { sizeOf, testsFor, toGroups } from '../request.ts'
import type { CompareView } from '../view.ts'
import { ModelDetail } from './ModelDetail.tsx'
import { type Modeled, toModeled, useContrastTitle, useModelForest } from './modelFigures.ts'
import { useModelColumns } from './useModelColumns.ts'

const detailPx = 480

type Props = {
  request: ModelRequest
  contrasts: readonly TitledContrast[]
  view: CompareView
  go(part: Partial<CompareView>, options?: { replace?: boolean }): void
  /** Changes the model; offered if this one was refused. */
  form: ReactNode
}

/** Fits the model, and shows its result: first its limits, then its pathways, and the open one. */
export function ModelOutcome({ form, ...props }: Props) {
  const { t } = useTranslation('compare')
  const model = useCall('results.model', props.request)
  return (
    <>
      <LoadingBar visible={model.loading} />
      <RefusedOrFailed of={model} title={t('model.refused')} action={form} />
      {model.data && !model.failure && (
        // Copying the previous result, or clicking on it, would mix it with the new request.
        <div className={classes.fitted} inert={model.isPreviousData} aria-busy={model.isPreviousData}>
          <Fitted {...props} model={model.data} />
        </div>
      )}
    </>
  )
}

function Fitted({ model, request, contrasts, view, go }: Omit<Props, 'form'> & { model: ModelResult }) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const modeled = toModeled({ model, request, contrasts, view })
  const { contrast } = modeled
  const rows = useMemo(() => model.rows.filter((row) => row.contrast === contrast), [model, contrast])
  const table = useArrangedTable('model', useModelColumns(rows, model))
  const shown = model.contrasts.filter(({ name }) => name === contrast)
  useStatusText(translate(describeModelFound({ ...model, contrasts: shown })))
  const unit = useMeasureUnit(request.measure)
  const titleOf = useContrastTitle()
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  const row = rows.find(({ pathway }) => pathway === view.pathway)
  return (
    <>
      <ModelNotes model={model} request={request} view={view} go={go} />
      {rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <TwoPanes
          firstWidth={detailPx}
          left={
            <>
              {model.contrasts.length > 1 && (
                <NativeSelect
                  px="lg"
                  py="xs"
                  maw="100%"
                  flex="none"
                  style={{ alignSelf: 'flex-start' }}
                  aria-label={translate(message('comparison.contrast'))}
                  value={contrast}
                  onChange={({ currentTarget }) => go({ contrast: currentTarget.value })}
                  data={model.contrasts.map(({ name }) => ({ value: name, label: titleOf(name, contrasts) }))}
                />
              )}
              {view.show === 'forest' ? (
                <Forest modeled={modeled} open={open} />
              ) : (
                <PathwayTable
                  label={t('model.table')}
                  rows={rows}
                  pathway={view.pathway}
                  open={open}
                  {...table}
                />
              )}
            </>
          }
          right={row && <ModelDetail modeled={modeled} row={row} />}
          onCloseRight={() => open(null)}
        />
      )}
      <Foot
        of={model}
        about={`${translate(describeFit(model))} ${t('model.unit', { unit: unit ?? t('unitOf') })}`}
        table={table}
        isTable={view.show !== 'forest'}
        copied={() => toCopied(modelColumns(unit ?? undefined), toModelLines(model), { request, ...model })}
      />
    </>
  )
}

type ForestProps = { modeled: Modeled; open(pathway: string | null): void }

const Forest = ({ modeled, open }: ForestProps) => (
  <div className={classes.canvas}>
    <ForestChart
      {...useModelForest(modeled)}
      {...useOpenPathway(modeled.view.pathway, open)}
      definition={toDefinition('modelForest', modeled)}
    />
  </div>
)

/** Shows the limits of the model, and asks about samples whose values repeat unless they are units of the model. */
function ModelNotes({
  model,
  request,
  view,
  go,
}: Omit<Props, 'form' | 'contrasts'> & { model: ModelResult }) {
  const { groups, adjust } = view
  const compared = toGroups(groups ?? { by: '', values: [] })
  const cautions = useCall(
    'studies.cautions',
    {
      studyId: useStudyId(),
      of: request.of,
      groups: compared,
      test: testsFor(groups ? sizeOf(groups) : 2)[0],
    },
    { enabled: groups !== null && adjust?.slope === undefined },
  )
  const repeats = (cautions.data ?? []).filter(({ field }) => field !== undefined && field !== adjust?.block)
  return (
    <Notes
      lines={model.notes.map(describeModelNote)}
      cautions={repeats}
      onOnce={(block) => go({ adjust: { ...adjust, block } })}
    />
  )
}
