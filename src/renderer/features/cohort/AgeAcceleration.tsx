import { NativeSelect, SegmentedControl, Table } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoxGroup } from '../../../figures/data.ts'
import { type ClockPlot, type Covariate, everySample } from '../../../shared/domain/results/cohort.ts'
import {
  type AgeMeasure,
  ageMeasureSchema,
  type ClockComparison,
  controlsLast,
} from '../../../shared/domain/results/comparison.ts'
import { describeAgeMeasure, describeClockContrast } from '../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { describeNotes, effectNames, testNames } from '../../../shared/domain/results/describeComparison.ts'
import { formatAlone, formatCount, formatYears, yearDecimals } from '../../../shared/format/numbers.ts'
import { BoxChart } from '../../charts/GroupCharts.tsx'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns } from '../../client/useValues.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { useChartView } from './CohortFrame.tsx'
import { canGroup, hasPairs, toAgeBoxes, toGroupNames } from './chartData.ts'
import classes from './cohort.module.css'

/** Age acceleration, or its residual, by the values of a field that the address names. */
export function AgeAcceleration({ plot }: { plot: ClockPlot }) {
  const { t } = useTranslation('cohort')
  const { of } = useCohort().selection
  const { chartView, go } = useChartView()
  const { ageMeasure: measure } = chartView
  const covariates = useCall('results.covariates', { of: everySample }).data ?? []
  const fields = covariates.filter((one) => canGroup(one) && one.distinct > 1)
  const field = fieldOf(fields, chartView.by)
  const { columns, failure: noFields } = useCovariateColumns(
    useMemo(() => ({ samples: plot.points }), [plot]),
    field ? [field.name, ...(covariates.some(isDonor) ? [donor] : [])] : [],
  )
  const texts = field && columns.get(field.name)
  const allNames = useMemo(() => toGroupNames(field), [field])
  const boxes = useMemo(
    () => (texts ? toAgeBoxes(plot.points, texts, allNames, measure) : []),
    [plot, texts, allNames, measure],
  )
  const names = controlsLast(boxes.map(({ name }) => name))
  const canPair = names.length === 2
  const donors = columns.get(donor)
  const pair = chartView.pair ?? (texts && donors && hasPairs(texts, donors, names) ? donor : '')
  const answer = useCall(
    'results.compareClock',
    {
      of,
      measure,
      groups: { by: field?.name ?? '', values: names },
      ...(canPair ? (pair ? { test: 'paired', pairBy: pair } : {}) : { test: 'welch-anova' }),
      ...(plot.predicted ? { predicted: plot.predicted } : {}),
      ...(plot.chronological ? { chronological: plot.chronological } : {}),
    },
    { enabled: names.length > 1 },
  )
  if (!field) return null
  const failure = noFields ?? answer.failure
  return (
    <section className={classes.ages} aria-labelledby="age-acceleration">
      <h2 id="age-acceleration" className={classes.heading}>
        {t('ages.title')}
      </h2>
      <Choices {...{ fields, covariates, by: field.name, pair: canPair ? pair : null, measure, go }} />
      <LoadingBar visible={answer.loading} />
      {failure && <FailureNotice flush failure={failure} retry={() => void answer.refetch()} />}
      {names.length < 2 && texts && <p className={classes.hint}>{t('ages.oneGroup')}</p>}
      {names.length > 1 && answer.data && !failure && (
        <AgesByGroup comparison={answer.data} boxes={boxes} groupNames={allNames} />
      )}
    </section>
  )
}

/** Under this name orders carry whom a sample is of. */
const donor = 'donor_id'
const isDonor = ({ name }: Covariate): boolean => name === donor

/** The one that is named; else the group of the register, or the first that is made of words. */
const fieldOf = (fields: readonly Covariate[], by: string | null): Covariate | undefined =>
  fields.find(({ name }) => name === (by ?? 'group')) ?? fields.find(({ kind }) => kind === 'categories')

type ChoicesProps = {
  fields: readonly Covariate[]
  covariates: readonly Covariate[]
  by: string
  /** '': none; null: more than two groups, which make no pairs. */
  pair: string | null
  measure: AgeMeasure
  go: ReturnType<typeof useChartView>['go']
}

function Choices({ fields, covariates, by, pair, measure, go }: ChoicesProps) {
  const { t } = useTranslation('cohort')
  const namesOf = (all: readonly Covariate[]) => all.map(({ name }) => ({ value: name, label: name }))
  return (
    <div className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label={t('ages.measure')}
        value={measure}
        onChange={(chosen) => go({ ageMeasure: ageMeasureSchema.parse(chosen) })}
        data={ageMeasureSchema.options.map((value) => ({ value, label: t(`ages.measures.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('groups.by')}
        value={by}
        onChange={({ currentTarget }) => go({ by: currentTarget.value })}
        data={namesOf(fields)}
      />
      {pair !== null && (
        <NativeSelect
          size="xs"
          className={classes.choice ?? ''}
          label={t('groups.pair')}
          value={pair}
          onChange={({ currentTarget }) => go({ pair: currentTarget.value })}
          data={[
            { value: '', label: t('nothing') },
            ...namesOf(covariates.filter(({ name }) => name !== by)),
          ]}
        />
      )}
    </div>
  )
}

type Props = {
  comparison: ClockComparison
  boxes: readonly BoxGroup[]
  /** In the order in which they take their colours. */
  groupNames: readonly string[]
}

/** What the test of the groups says, with every sample as a point. */
function AgesByGroup({ comparison, boxes, groupNames }: Props) {
  const { t } = useTranslation('cohort')
  const translate = useTranslator()
  const { selection, change } = useCohort()
  const { measure } = comparison
  return (
    <>
      <p className={classes.finding}>{translate(describeClockContrast(comparison))}</p>
      <div className={classes.pair}>
        <div className={classes.boxes}>
          <BoxChart
            groups={boxes}
            groupNames={groupNames}
            valueTitle={translate(describeAgeMeasure(measure))}
            pointWord={t('sample')}
            selected={selection.selectedIds}
            onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
            fileName={t(`ages.measures.${measure}`)}
            source={translate(describeSource(comparison))}
            summary={t('ages.summary', {
              measure: t(`ages.measures.${measure}`),
              count: boxes.reduce((sum, { values }) => sum + values.length, 0),
              groups: boxes.length,
            })}
          />
        </div>
        <div className={classes.figures}>
          <GroupFigures comparison={comparison} order={boxes.map(({ name }) => name)} />
          {describeNotes(comparison).map((note) => (
            <p key={note.template} className={classes.hint}>
              {translate(note)}
            </p>
          ))}
        </div>
      </div>
    </>
  )
}

/** Of each group, then of the difference where there are two. */
function GroupFigures({ comparison, order }: Pick<Props, 'comparison'> & { order: readonly string[] }) {
  const { t } = useTranslation('cohort')
  const translate = useTranslator()
  const { groups, rows, meanIntervals, effectName, test } = comparison
  const [row] = rows
  const decimals = yearDecimals([
    ...(row?.groups ?? []).flatMap(({ mean, sd }) => [mean, sd]),
    ...meanIntervals.flatMap((interval) => (interval ? [interval.low, interval.high] : [])),
    row?.difference ?? null,
    row?.ciLow ?? null,
    row?.ciHigh ?? null,
  ])
  const years = (value: number) => formatYears(value, decimals)
  const head = (text: string) => (
    <Table.Th scope="col" ta="right">
      {text}
    </Table.Th>
  )
  return (
    <Table verticalSpacing={4} horizontalSpacing="sm" fz={12} className={classes.numbers ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('ages.group')}</Table.Th>
          {head('n')}
          {head(t('ages.mean'))}
          {head(t('ages.sd'))}
          {head(t('ages.interval'))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.map((name) => {
          const at = groups.findIndex((group) => group.name === name)
          const { n = 0, mean = null, sd = null } = row?.groups[at] ?? {}
          return (
            <Figures
              key={name}
              {...{ name, mean, sd }}
              n={formatCount(n)}
              interval={meanIntervals[at]}
              years={years}
            />
          )
        })}
        {row && row.difference !== null && (
          <Figures
            name={groups.map(({ name }) => name).join(' − ')}
            n={row.pairs === null ? '' : t('ages.pairs', { count: row.pairs })}
            mean={row.difference}
            years={years}
            interval={row.ciLow === null || row.ciHigh === null ? null : { low: row.ciLow, high: row.ciHigh }}
          />
        )}
      </Table.Tbody>
      {row && row.effect !== null && (
        <Table.Caption ta="left">
          {t('ages.effect', {
            test: translate(testNames[test]),
            effect: translate(effectNames[effectName]),
            value: formatAlone(row.effect),
          })}
        </Table.Caption>
      )}
    </Table>
  )
}

type FiguresProps = {
  name: string
  n: string
  mean: number | null
  /** Left out: the row has none. */
  sd?: number | null
  interval: { low: number; high: number } | null | undefined
  years: (value: number) => string
}

const Figures = ({ name, n, mean, sd, interval, years }: FiguresProps) => (
  <Table.Tr>
    <Table.Th scope="row">{name}</Table.Th>
    <Table.Td ta="right">{n}</Table.Td>
    <Table.Td ta="right">{mean === null ? '–' : years(mean)}</Table.Td>
    <Table.Td ta="right">{sd === undefined ? '' : sd === null ? '–' : years(sd)}</Table.Td>
    <Table.Td ta="right">{interval ? `${years(interval.low)} … ${years(interval.high)}` : '–'}</Table.Td>
  </Table.Tr>
)
