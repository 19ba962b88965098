import { NativeSelect } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../../../shared/contract/failures.ts'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
} from '../../../../shared/domain/results/describeModel.ts'
import type { ModelResult } from '../../../../shared/domain/results/model.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { modelColumns, toModelLines } from '../../../../shared/tables/models.ts'
import { useCall } from '../../../client/useCall.ts'
import { CautionItems } from '../../../shared/cohort/CautionItems.tsx'
import { useMeasureUnit } from '../../../state/cohort/titles.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { usePublishShownColumns } from '../../../state/tables/shownTables.ts'
import { useTableLayout } from '../../../state/tables/useTableLayout.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { TwoPanes } from '../../../ui/panes/TwoPanes.tsx'
import { useShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { ForestView } from '../ComparisonCharts.tsx'
import classes from '../compare.module.css'
import { Foot } from '../Foot.tsx'
import type { ModelRequest, TitledContrast } from '../modelRequest.ts'
import { firstSort, PathwayTable } from '../PathwayTable.tsx'
import { sizeOf, testsFor, toGroups } from '../request.ts'
import type { CompareView } from '../view.ts'
import { ModelDetail } from './ModelDetail.tsx'
import { type Modeled, useContrastTitle, useModelForest } from './modelFigures.ts'
import { useModelColumns } from './useModelColumns.tsx'

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
  const translate = useTranslator()
  const model = useCall('results.model', props.request)
  const { failure } = model
  return (
    <>
      <LoadingBar visible={model.loading} />
      {isFailure(failure, 'rejected') ? (
        <EmptyState title={t('model.refused')} text={translate(failure.userMessage)} action={form} />
      ) : (
        failure && <FailureNotice failure={failure} retry={() => void model.refetch()} />
      )}
      {model.data && !failure && (
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
  const contrast = model.contrasts.find(({ name }) => name === view.contrast) ?? model.contrasts[0]
  const rows = useMemo(() => model.rows.filter((row) => row.contrast === contrast?.name), [model, contrast])
  const columns = useModelColumns(rows, model)
  const arranging = useTableLayout('model', { firstSort })
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns('model', shown)
  useStatusText(translate(describeModelFound({ ...model, contrasts: contrast ? [contrast] : [] })))
  const unit = useMeasureUnit(request.measure === 'aging_offset' ? request.measure : 'activity')
  const modeled: Modeled = { model, request, contrasts, view, contrast: contrast?.name ?? '' }
  const open = (pathway: string | null) => go({ pathway }, { replace: true })
  const row = rows.find(({ pathway }) => pathway === view.pathway)
  return (
    <>
      <Notes model={model} request={request} view={view} go={go} />
      {rows.length === 0 ? (
        <EmptyState title={t('noPathways.title')} text={t('noPathways.text')} />
      ) : (
        <TwoPanes
          firstWidth={detailPx}
          left={
            <>
              {model.contrasts.length > 1 && (
                <ContrastMenu modeled={modeled} choose={(name) => go({ contrast: name })} />
              )}
              {view.show === 'forest' ? (
                <Forest modeled={modeled} open={open} />
              ) : (
                <PathwayTable
                  label={t('model.table')}
                  rows={rows}
                  columns={columns}
                  arranging={arranging}
                  pathway={view.pathway}
                  open={open}
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
        table={{ columns, arranging, shown }}
        isTable={view.show !== 'forest'}
        copied={() => toCopied(modelColumns(unit ?? undefined), toModelLines(model), { request, ...model })}
      />
    </>
  )
}

type ModeledProps = { modeled: Modeled }

function ContrastMenu({ modeled, choose }: ModeledProps & { choose(name: string): void }) {
  const { t } = useTranslation('compare')
  const titleOf = useContrastTitle()
  const { model, contrasts, contrast } = modeled
  return (
    <div className={classes.contrast}>
      <NativeSelect
        aria-label={t('model.contrast')}
        value={contrast}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={model.contrasts.map(({ name }) => ({ value: name, label: titleOf(name, contrasts) }))}
      />
    </div>
  )
}

function Forest({ modeled, open }: ModeledProps & { open(pathway: string | null): void }) {
  return <ForestView figure={useModelForest(modeled)} pathway={modeled.view.pathway} open={open} />
}

/** Shows the limits of the model, and asks about samples whose values repeat unless they are units of the model. */
function Notes({ model, request, view, go }: Omit<Props, 'form' | 'contrasts'> & { model: ModelResult }) {
  const { t } = useTranslation('compare')
  const lines = model.notes.map(describeModelNote).map(useTranslator())
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
  if (lines.length === 0 && repeats.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('notesTitle')}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
      <ul>
        <CautionItems cautions={repeats} onOnce={(block) => go({ adjust: { ...adjust, block } })} />
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
