import { Button, Flex, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { describeJoinedNames } from '../../../shared/domain/results/describeComparison.ts'
import { firstTwo } from '../../../shared/domain/studies/suggestions.ts'
import { BoxChart, SlopesChart } from '../../charts/GroupCharts.tsx'
import type { ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { mostGroups } from './chartData.ts'
import {
  ExploreFrame,
  FieldSelect,
  missingRemarks,
  NoneChosen,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewProvenance,
} from './ExploreFrame.tsx'
import classes from './explore.module.css'
import { useFigureView } from './figures/figureView.tsx'
import { type GroupFigures, useGroupFigures } from './figures/groups.ts'

/** Shows one pathway by group: boxes with points, and pairs as slopes. */
export function GroupsScreen() {
  const figures = useGroupFigures(useFigureView())
  const { table, pathway, withoutResult, isNone, loading, failure, retry } = figures
  return (
    <ExploreFrame current="groups" needs={{ measure: true, values: true }}>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {isNone && <NoneChosen withoutResult={withoutResult} />}
      {!isNone && pathway !== null && table && !failure && (
        <Drawn figures={figures} table={table} pathway={pathway} />
      )}
    </ExploreFrame>
  )
}

type DrawnProps = { figures: GroupFigures; table: ValueTable; pathway: string }

function Drawn({ figures, table, pathway }: DrawnProps) {
  const { t } = useTranslation('explore')
  const { selectedIds: marked } = useCohort().selection
  const { by, why, unknownGroups, noFields } = figures
  useStatusText(t('counted.samples', { count: table.totalSamples }), { selected: marked.size })
  return (
    <>
      <Remarks lines={[...missingRemarks(table, t), ...table.joined.map(describeJoinedNames)]} />
      <div className={classes.main} aria-busy={figures.isFormer}>
        <Choices figures={figures} pathway={pathway} />
        {noFields && <FailureNotice flush failure={noFields} />}
        {unknownGroups.map((name) => (
          <Hint key={name}>{t('groups.noField', { name })}</Hint>
        ))}
        {why === 'tooMany' && <Hint>{t('groups.tooMany', { name: by, most: mostGroups })}</Hint>}
        {why === 'noPathway' && (
          <EmptyState title={t('clock.noneTitle')} text={t('groups.noPathway', { pathway })} />
        )}
        <Charts figures={figures} />
      </div>
      <ViewProvenance of={table}>
        <span>{t('counted.samples', { count: table.totalSamples })}</span>
      </ViewProvenance>
    </>
  )
}

function Choices({ figures, pathway }: Omit<DrawnProps, 'table'>) {
  const { pathways, options, covariates, by, pair, names: groups, control } = figures
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const navigate = useNavigate()
  const studyId = useStudyId()
  return (
    <Flex rowGap="sm" columnGap="md" wrap="wrap" align="flex-end">
      <Select
        miw={150}
        maw={280}
        label={t('term.pathway')}
        searchable
        openOnFocus={false}
        limit={200}
        allowDeselect={false}
        value={pathway}
        onChange={(chosen) => go({ pathway: chosen })}
        nothingFoundMessage={t('groups.nothingFound')}
        data={pathways.includes(pathway) ? [...pathways] : [pathway, ...pathways]}
      />
      <FieldSelect label={t('term.groupsBy')} setting="by" value={by} fields={options} />
      <FieldSelect label={t('groups.pair')} setting="pair" value={pair} fields={covariates} none="" />
      {groups.length > 1 && (
        <Button
          size="xs"
          onClick={() =>
            void navigate({
              to: '/study/$studyId/compare',
              params: { studyId },
              search: { pathway, by, groups: firstTwo(groups, control) },
            })
          }
        >
          {t('groups.compare')}
        </Button>
      )}
    </Flex>
  )
}

function Charts({ figures: { boxes, slopes } }: { figures: GroupFigures }) {
  const { t } = useTranslation('explore')
  const isPairChosen = useChartView().chartView.pair !== null
  const { selection } = useCohort()
  const select = useSelectSamples()
  if (!boxes) return null
  return (
    <div className={classes.pair}>
      <div className={classes.boxes}>
        <BoxChart {...boxes} selected={selection.selectedIds} onSelect={select} />
      </div>
      {slopes && slopes.pairs.length === 0 && isPairChosen && <Hint>{t('groups.noPairs')}</Hint>}
      {slopes && slopes.pairs.length > 0 && (
        <div className={classes.slopes}>
          <SlopesChart {...slopes} />
        </div>
      )}
    </div>
  )
}
