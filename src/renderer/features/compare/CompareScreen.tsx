import { Button } from '@mantine/core'
import { IconCalculator } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fieldOfGroups } from '../../../shared/domain/results/comparison.ts'
import { useCall } from '../../client/call.ts'
import { SamplesMenu } from '../../shared/cohort/SamplesMenu.tsx'
import { HelpHint } from '../../shared/help/HelpHint.tsx'
import { SavedViews } from '../../shared/tables/ViewsButton.tsx'
import { type CohortSelection, useCohort } from '../../state/cohort/cohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import {
  type StudyInput,
  type TableInput,
  tablesOfCohort,
  usePublishShownTables,
} from '../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { MeasureControl, ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { CompareForm, Question } from './CompareForm.tsx'
import { type ModelRequest, toModelRequest } from './modelRequest.ts'
import { AdjustButton } from './models/AdjustForm.tsx'
import { ModelOutcome } from './models/ModelOutcome.tsx'
import { Outcome, ShowControl } from './Outcome.tsx'
import { SavedComparisons } from './saved/SavedComparisons.tsx'
import { type CompareView, type Request, suggestGroups, toRequest, useCompareView } from './view.ts'

/** Compares pathways between groups by a test or a model, and warns about the limits of the data. */
export function CompareScreen() {
  const { t } = useTranslation('compare')
  const { selection, change } = useCohort()
  const { of } = selection
  const facets = useCall('samples.facets', {})
  const covariates = useCall('results.covariates', { of })
  const { design, covariates: every } = useStudyDesign()
  const suggested = covariates.data && design ? suggestGroups(covariates.data, design) : null
  const comparing = useCompareView('/study/$studyId/_cohort/compare', {
    suggested: suggested && { groups: suggested },
    of,
    unit: design && design.pairBy,
  })
  const { view, go } = comparing
  const isByHand = view.groups !== null && 'sets' in view.groups
  const fields = (isByHand ? every : covariates.data) ?? []
  const built = toRequest(view, selection)
  const { adjust } = view
  const modeled =
    adjust && covariates.data ? toModelRequest({ ...view, adjust }, selection, covariates.data) : null
  const adjusting = <AdjustButton view={view} covariates={covariates.data ?? []} built={modeled} go={go} />
  const isShown = adjust ? modeled !== null : 'request' in built
  const comparison = !adjust && 'request' in built ? built.request : null
  const model = modeled && 'request' in modeled ? modeled.request : null
  const { table, study } = toExported({ comparison, model, of })
  usePublishShownTables([...table, ...tablesOfCohort(selection)], study)
  const isEmpty = facets.data !== undefined && facets.data.total === facets.data.withoutResult
  return (
    <div className={shared.page}>
      <ToolRow>
        {isShown && <Question {...comparing} covariates={fields} design={design} />}
        {isShown && adjusting}
        <MeasureControl value={selection.measure} change={(measure) => change({ measure })} />
        <HelpHint about={['q', selection.measure === 'activity' ? 'activity' : 'offset']} />
        {isShown && <ShowControl view={view} choose={(show) => go({ show })} />}
        {!isByHand && <SamplesMenu />}
        {isShown && <PlanLink view={view} measure={selection.measure} />}
        {isShown && <SavedComparisons request={comparison} covariates={fields} />}
        <SavedViews compact />
      </ToolRow>
      {isEmpty ? (
        <NoResults />
      ) : (
        <>
          {covariates.failure && (
            <FailureNotice failure={covariates.failure} retry={() => void covariates.refetch()} />
          )}
          {comparing.failure && <FailureNotice failure={comparing.failure} retry={comparing.retry} />}
          {adjust ? (
            <>
              <LoadingBar visible={covariates.loading && modeled === null} />
              {modeled && 'missing' in modeled && (
                <EmptyState
                  title={t('model.refused')}
                  text={t(`adjust.missing.${modeled.missing}`)}
                  action={<CompareForm {...comparing} covariates={fields} design={design} />}
                />
              )}
              {modeled && 'request' in modeled && (
                <ModelOutcome {...modeled} view={view} go={go} form={adjusting} />
              )}
            </>
          ) : 'request' in built ? (
            <Compared request={built.request} view={view} go={go} />
          ) : (
            <>
              <LoadingBar visible={covariates.loading || (built.missing === 'test' && !comparing.failure)} />
              {covariates.data && design && built.missing !== 'test' && (
                <EmptyState
                  action={<CompareForm {...comparing} covariates={fields} design={design} />}
                  title={t(`missing.${built.missing}.title`)}
                  text={
                    built.missing === 'groups' && suggested === null
                      ? t('missing.noField')
                      : t(`missing.${built.missing}.text`)
                  }
                />
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Opens the planning of samples, with this study as the pilot. */
function PlanLink({ view, measure }: { view: CompareView; measure: CohortSelection['measure'] }) {
  const { t } = useTranslation('compare')
  const navigate = useNavigate()
  const study = useStudyId()
  const { groups, adjust, pairBy } = view
  const donor = adjust?.block ?? pairBy ?? undefined
  const covariates = adjust?.covariates ?? []
  const design = donor ? 'paired' : covariates.length > 0 ? 'covariates' : adjust ? 'moderated' : 'unpaired'
  const search = {
    study,
    measure,
    design,
    group: fieldOfGroups(groups) ?? undefined,
    donor,
    covariates,
    pathway: view.pathway ?? undefined,
  } as const
  return (
    <IconButton
      icon={IconCalculator}
      label={t('plan.open')}
      onClick={() => void navigate({ to: '/plan', search })}
    />
  )
}

type Exported = { comparison: Request | null; model: ModelRequest | null } & Pick<CohortSelection, 'of'>

/** Returns the table and the study for exports, which contain both measures. Without a request, only the samples. */
function toExported({ comparison, model, of }: Exported): { table: TableInput[]; study: StudyInput } {
  if (model) {
    const { measure: _, ...request } = model
    const { of: _of, ...ofStudy } = request
    return { table: [{ kind: 'model', request }], study: { kind: 'cohort', of, model: ofStudy } }
  }
  if (!comparison) return { table: [], study: { kind: 'cohort', of } }
  const { measure: _, ...request } = comparison
  const { of: compared, ...ofStudy } = request
  return {
    table: [{ kind: 'compare', request }],
    study: { kind: 'cohort', of: compared, comparison: ofStudy },
  }
}

type ComparedProps = { request: Request } & Pick<ReturnType<typeof useCompareView>, 'view' | 'go'>

function Compared({ request, view, go }: ComparedProps) {
  const comparison = useCall('results.compare', request)
  return (
    <>
      <LoadingBar visible={comparison.loading} />
      {comparison.failure && (
        <FailureNotice failure={comparison.failure} retry={() => void comparison.refetch()} />
      )}
      {comparison.data && !comparison.failure && (
        <Outcome comparison={comparison.data} request={request} view={view} go={go} />
      )}
    </>
  )
}

function NoResults() {
  const { t } = useTranslation('compare')
  const navigate = useNavigate()
  const studyId = useStudyId()
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button
          variant="filled"
          onClick={() => void navigate({ to: '/study/$studyId/explore/table', params: { studyId } })}
        >
          {t('empty.toTable')}
        </Button>
      }
    />
  )
}
