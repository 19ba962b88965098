import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { SamplesMenu } from '../../shared/cohort/SamplesMenu.tsx'
import { HelpHint } from '../../shared/help/HelpHint.tsx'
import { SavedViews } from '../../shared/tables/ViewsButton.tsx'
import type { CohortSelection } from '../../state/cohort/cohort.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import {
  type StudyInput,
  type TableInput,
  tablesOfCohort,
  usePublishShownTables,
} from '../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { MeasureControl, ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { CompareForm, Question } from './CompareForm.tsx'
import { Outcome, ShowControl } from './Outcome.tsx'
import { type Request, suggestGroups, toRequest } from './request.ts'
import { SavedComparisons } from './SavedComparisons.tsx'
import { useCompareView } from './useCompareView.ts'

/** Compares pathways between groups, and warns about the limits of the data. */
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
  usePublishShownTables([...toShown(built), ...tablesOfCohort(selection)], toStudy(built, selection))
  const isEmpty = facets.data !== undefined && facets.data.total === facets.data.withoutResult
  return (
    <div className={shared.page}>
      <ToolRow>
        {'request' in built && <Question {...comparing} covariates={fields} design={design} />}
        <MeasureControl value={selection.measure} change={(measure) => change({ measure })} />
        <HelpHint about={['q', selection.measure === 'activity' ? 'activity' : 'offset']} />
        {'request' in built && <ShowControl view={view} choose={(show) => go({ show })} />}
        {!isByHand && <SamplesMenu />}
        {'request' in built && <SavedComparisons request={built.request} />}
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
          {'request' in built ? (
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

/** Returns the tables that can be exported. The export of a comparison contains both measures. */
function toShown(built: ReturnType<typeof toRequest>): TableInput[] {
  if (!('request' in built)) return []
  const { measure: _, ...request } = built.request
  return [{ kind: 'compare', request }]
}

/** Returns the study for reports: the samples and, once complete, the comparison. */
function toStudy(built: ReturnType<typeof toRequest>, { of }: Pick<CohortSelection, 'of'>): StudyInput {
  if (!('request' in built)) return { kind: 'cohort', of }
  const { measure: _, of: compared, ...comparison } = built.request
  return { kind: 'cohort', of: compared, comparison }
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
        <Button onClick={() => void navigate({ to: '/study/$studyId/explore/table', params: { studyId } })}>
          {t('empty.toTable')}
        </Button>
      }
    />
  )
}
