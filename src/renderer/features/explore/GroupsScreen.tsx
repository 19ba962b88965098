import { Button, NativeSelect, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Covariate } from '../../../shared/domain/results/cohort.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { describeJoinedNames } from '../../../shared/domain/results/describeComparison.ts'
import { BoxChart, SlopesChart } from '../../charts/GroupCharts.tsx'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/cohort/titles.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useStudyId } from '../../state/studyInFront.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { CohortSource } from '../../ui/text/CohortSource.tsx'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { canGroup, mostGroups, placeOf, toGroupNames, toGroups, toPairs } from './chartData.ts'
import {
  ExploreFrame,
  missingRemarks,
  NoneChosen,
  Remarks,
  useChartView,
  useSelectSamples,
} from './ExploreFrame.tsx'
import classes from './explore.module.css'

/** One pathway by group: boxes with points, and pairs as slopes. */
export function GroupsScreen() {
  const { measure, of, view } = useCohort().selection
  const { chartView } = useChartView()
  const known = useCall('results.values', { measure, of, limit: 1 })
  const pathways = known.data?.pathways ?? []
  const pathway = chartView.pathway ?? pathways[0] ?? null
  const values = useValues(
    { measure, of, view, pathways: pathway === null ? [] : [pathway] },
    { enabled: pathway !== null },
  )
  const table = values.data
  const isNone = known.data?.totalSamples === 0
  const failure = known.failure ?? values.failure
  return (
    <ExploreFrame current="groups" needs={{ measure: true, values: true }}>
      <LoadingBar visible={known.loading || values.loading} />
      {failure && (
        <FailureNotice
          failure={failure}
          retry={() => void Promise.all([known.refetch(), values.refetch()])}
        />
      )}
      {isNone && <NoneChosen withoutResult={known.data?.withoutResult ?? 0} />}
      {!isNone && pathway !== null && table && !failure && (
        <Drawn table={table} pathways={pathways} pathway={pathway} isFormer={values.loading} />
      )}
    </ExploreFrame>
  )
}

type DrawnProps = { table: ValueTable; pathways: readonly string[]; pathway: string; isFormer: boolean }

function Drawn({ table, pathways, pathway, isFormer }: DrawnProps) {
  const { t } = useTranslation('explore')
  const { chartView } = useChartView()
  const { selection, study } = useCohort()
  const covariates = useCall('results.covariates', { of: study }).data
  const options = useMemo(() => (covariates ?? []).filter(canGroup), [covariates])
  const by = chartView.by ?? options.find(({ name }) => name === 'group')?.name ?? options[0]?.name ?? ''
  const pair = chartView.pair ?? ''
  const used = [by, pair].filter((name) => name !== '')
  const { columns, failure } = useCovariateColumns(table, used)
  const { selectedIds: marked } = selection
  useStatusText(t('samples', { count: table.totalSamples }), {
    selected: marked.size,
  })
  const drawn = table.pathways[0]
  const hasMany = covariates?.some((one) => one.name === by && !canGroup(one)) ?? false
  const strangers = covariates ? used.filter((name) => covariates.every((one) => one.name !== name)) : []
  return (
    <>
      <Remarks lines={[...missingRemarks(table, t), ...table.joined.map(describeJoinedNames)]} />
      <div className={isFormer ? `${classes.main} ${classes.former}` : classes.main}>
        <Choices
          pathways={pathways}
          pathway={pathway}
          options={options}
          covariates={covariates ?? []}
          by={by}
          pair={pair}
        />
        {failure && <FailureNotice flush failure={failure} />}
        {strangers.map((name) => (
          <p key={name} className={classes.hint}>
            {t('groups.noField', { name })}
          </p>
        ))}
        {hasMany && <p className={classes.hint}>{t('groups.tooMany', { name: by, most: mostGroups })}</p>}
        {drawn === undefined ? (
          <EmptyState title={t('groups.noneTitle')} text={t('groups.noPathway', { pathway })} />
        ) : hasMany || strangers.includes(by) ? null : (
          <Charts
            table={table}
            pathway={drawn}
            texts={columns.get(by) ?? []}
            pairs={strangers.includes(pair) ? null : (columns.get(pair) ?? null)}
            field={options.find(({ name }) => name === by)}
            place={placeOf(by, covariates ?? [])}
          />
        )}
      </div>
      <CohortSource of={table}>
        <span>{t('samples', { count: table.totalSamples })}</span>
      </CohortSource>
    </>
  )
}

/** As many as the tests that a comparison begins with take. */
const comparedGroups = 2

type ChoicesProps = {
  pathways: readonly string[]
  pathway: string
  options: readonly Covariate[]
  covariates: readonly Covariate[]
  by: string
  pair: string
}

function Choices({ pathways, pathway, options, covariates, by, pair }: ChoicesProps) {
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const navigate = useNavigate()
  const studyId = useStudyId()
  const names = (all: readonly Covariate[], chosen: string) => [
    ...(chosen === '' || all.some(({ name }) => name === chosen) ? [] : [{ value: chosen, label: chosen }]),
    ...all.map(({ name }) => ({ value: name, label: name })),
  ]
  const field = options.find(({ name }) => name === by)
  return (
    <div className={classes.tools}>
      <Select
        size="xs"
        className={classes.choice ?? ''}
        label={t('pathway')}
        searchable
        openOnFocus={false}
        limit={200}
        allowDeselect={false}
        value={pathway}
        onChange={(chosen) => go({ pathway: chosen })}
        nothingFoundMessage={t('groups.nothingFound')}
        data={pathways.includes(pathway) ? [...pathways] : [pathway, ...pathways]}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('groups.by')}
        value={by}
        onChange={({ currentTarget }) => go({ by: currentTarget.value })}
        data={names(options, by)}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('groups.pair')}
        value={pair}
        onChange={({ currentTarget }) => go({ pair: currentTarget.value || null })}
        data={[{ value: '', label: t('nothing') }, ...names(covariates, pair)]}
      />
      {field && field.distinct > 1 && (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            const groups = toGroupNames(field).slice(0, comparedGroups)
            void navigate({
              to: '/study/$studyId/compare',
              params: { studyId },
              search: { pathway, by, groups },
            })
          }}
        >
          {t('groups.compare')}
        </Button>
      )}
    </div>
  )
}

type ChartsProps = {
  table: ValueTable
  pathway: string
  texts: readonly (string | null)[]
  pairs: readonly (string | null)[] | null
  field: Covariate | undefined
  place: number | null
}

function Charts({ table, pathway, texts, pairs, field, place }: ChartsProps) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { selection } = useCohort()
  const select = useSelectSamples()
  const title = useValueTitle(table.measure, table.view)
  const names = useMemo(() => toGroupNames(field), [field])
  const groups = useMemo(() => toGroups(table, texts, names, t('none')), [table, texts, names, t])
  const [first, second] = groups.filter(({ name }) => names.includes(name)).map(({ name }) => name)
  const slopes = useMemo(
    () =>
      pairs && first !== undefined && second !== undefined
        ? toPairs(table, texts, pairs, [first, second])
        : null,
    [table, texts, pairs, first, second],
  )
  const figure = {
    valueTitle: t('groups.valueTitle', { pathway, title }),
    source: translate(describeSource(table)),
    fileName: `${pathway} ${table.measure}`,
  }
  return (
    <div className={classes.pair}>
      <div className={classes.boxes}>
        <BoxChart
          {...figure}
          groups={groups}
          groupNames={names}
          field={place}
          pointWord={t('sample')}
          selected={selection.selectedIds}
          onSelect={select}
          summary={t('groups.summary', { pathway, count: table.totalSamples, groups: groups.length })}
        />
      </div>
      {slopes && slopes.length === 0 && <p className={classes.hint}>{t('groups.noPairs')}</p>}
      {slopes && slopes.length > 0 && first !== undefined && second !== undefined && (
        <div className={classes.slopes}>
          <SlopesChart
            {...figure}
            pairs={slopes}
            names={[first, second]}
            pairWord={t('groups.pairWord')}
            summary={t('groups.slopes', { pathway, count: slopes.length, first, second })}
          />
        </div>
      )}
    </div>
  )
}
