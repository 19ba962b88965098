import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foundQ, namesOfGroups } from '../../../shared/domain/results/comparison.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/call.ts'
import { SamplesMenu } from '../../shared/cohort/SamplesMenu.tsx'
import { DrugMatches } from '../../shared/drugs/DrugMatches.tsx'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { tablesOfCohort, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { CompareForm, Question } from './CompareForm.tsx'
import classes from './compare.module.css'
import { type Request, suggestGroups, toRequest, toView, useCompareView } from './view.ts'

/** Lists drugs that oppose or mimic the difference of two groups, with a link to screen its samples. */
export function MatchingDrugsScreen() {
  const { t } = useTranslation('compare')
  const studyId = useStudyId()
  const { selection } = useCohort()
  const overview = useCall('studies.overview', { studyId })
  const covariates = useCall('results.covariates', { of: selection.of })
  const { design } = useStudyDesign()
  const isKnown = (overview.data !== undefined || overview.failure !== null) && covariates.data !== undefined
  const ofStudy = overview.data?.comparison?.contrasts[0]?.request
  const suggested = suggestGroups(covariates.data ?? [], design)
  const { of } = selection
  const [usesAll, setUsesAll] = useState(false)
  const comparing = useCompareView('/study/$studyId/_cohort/drugs', {
    suggested: !isKnown ? null : ofStudy ? toView(ofStudy) : suggested && { groups: suggested },
    of,
    unit: design && design.pairBy,
  })
  const { view, go } = comparing
  const built = toRequest(view, { of, measure: 'activity' })
  const request = 'request' in built ? built.request : null
  const profile = request && { comparison: request, maxQ: usesAll ? 1 : foundQ }
  usePublishShownTables(
    [
      ...(profile ? [{ kind: 'match', profile, direction: view.direction } as const] : []),
      ...tablesOfCohort(selection),
    ],
    { kind: 'cohort', of },
  )
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Button
            variant="filled"
            size="xs"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/activity/screenings"
                search={{ study: studyId === allSamplesId ? undefined : studyId, create: true }}
              />
            )}
          >
            {t('drugs.newScreening')}
          </Button>
        }
      >
        {request && <Question {...comparing} covariates={covariates.data ?? []} design={design} />}
        <SamplesMenu />
      </ToolRow>
      <LoadingBar visible={!isKnown && !covariates.failure} />
      {covariates.failure && (
        <FailureNotice failure={covariates.failure} retry={() => void covariates.refetch()} />
      )}
      {comparing.failure && <FailureNotice failure={comparing.failure} retry={comparing.retry} />}
      {profile ? (
        <Matches profile={profile} view={view} go={go} setUsesAll={setUsesAll} />
      ) : (
        isKnown &&
        'missing' in built &&
        built.missing !== 'test' && (
          <EmptyState
            title={t('drugs.noGroups.title')}
            text={t('drugs.noGroups.text')}
            action={<CompareForm {...comparing} covariates={covariates.data ?? []} design={design} />}
          />
        )
      )}
    </div>
  )
}

type MatchesProps = {
  profile: { comparison: Request; maxQ: number }
  setUsesAll(usesAll: boolean): void
} & Pick<ReturnType<typeof useCompareView>, 'view' | 'go'>

function Matches({ profile, view, go, setUsesAll }: MatchesProps) {
  const { t } = useTranslation('compare')
  const [first = '', , third] = namesOfGroups(profile.comparison.groups)
  const usesAll = profile.maxQ === 1
  const other = (
    <Button size="compact-xs" variant="subtle" onClick={() => setUsesAll(!usesAll)}>
      {t(usesAll ? 'drugs.useFound' : 'drugs.useAll')}
    </Button>
  )
  return (
    <section className={classes.canvas} aria-label={t('drugs.title')}>
      {third === undefined ? (
        <DrugMatches
          subject="difference"
          profile={profile}
          limit={50}
          direction={view.direction}
          setDirection={(direction) => go({ direction }, { replace: true })}
          about={
            <>
              {t(usesAll ? 'drugs.about.all' : 'drugs.about.found')} {other}
            </>
          }
          sideOf={(value) => t(value > 0 ? 'drugs.rises' : 'drugs.falls', { first })}
          noProfile={<p className={shared.hint}>{t('drugs.noProfile')}</p>}
        />
      ) : (
        <p className={shared.hint}>{t('drugs.onlyTwo')}</p>
      )}
    </section>
  )
}
