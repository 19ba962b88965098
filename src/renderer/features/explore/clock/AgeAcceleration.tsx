import { NativeSelect, SegmentedControl, Table } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoxGroup, SlopePair } from '../../../../figures/data.ts'
import { type ClockPlot, type Covariate } from '../../../../shared/domain/results/cohort.ts'
import {
  type AgeMeasure,
  ageMeasureSchema,
  type ClockComparison,
} from '../../../../shared/domain/results/comparison.ts'
import { describeAgeMeasure, describeClockContrast } from '../../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import {
  describeNotes,
  effectNames,
  testNames,
} from '../../../../shared/domain/results/describeComparison.ts'
import { controlLast, findControl, suggestDesign } from '../../../../shared/domain/studies/suggestions.ts'
import { formatAlone, formatThousands, formatYears, yearDecimals } from '../../../../shared/format/numbers.ts'
import { BoxChart, SlopesChart } from '../../../charts/GroupCharts.tsx'
import { useCall } from '../../../client/useCall.ts'
import { useCovariateColumns } from '../../../client/useValues.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useStudyId } from '../../../state/studyInFront.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { canGroup, hasPairs, toAgeValues, toGroupNames, toGroups, toPairs } from '../chartData.ts'
import { useChartView } from '../ExploreFrame.tsx'
import classes from '../explore.module.css'

/** Age acceleration, or its residual, by the values of a field that the address names. */
export function AgeAcceleration({ plot }: { plot: ClockPlot }) {
  const { t } = useTranslation('explore')
  const { selection, study } = useCohort()
  const { of } = selection
  const { chartView, go } = useChartView()
  const { ageMeasure: measure } = chartView
  const known = useCall('results.covariates', { of: study }).data
  const covariates = useMemo(() => known ?? [], [known])
  const suggested = useMemo(() => suggestDesign(covariates), [covariates])
  const design = useCall('studies.show', { studyId: useStudyId() }).data?.design ?? suggested
  const donor = design.pairBy ?? ''
  const fields = covariates.filter((one) => canGroup(one) && one.distinct > 1)
  const field = fieldOf(fields, chartView.by, design.groupBy)
  const ages = useMemo(() => toAgeValues(plot.points, measure), [plot, measure])
  const used = [field?.name, donor, chartView.pair].filter((one) =>
    covariates.some(({ name }) => name === one),
  )
  const { columns, failure: noFields } = useCovariateColumns(
    useMemo(() => ({ samples: plot.points }), [plot]),
    field ? [...new Set(used.filter((name) => typeof name === 'string'))] : [],
  )
  const texts = field && columns.get(field.name)
  const allNames = useMemo(() => toGroupNames(field), [field])
  const boxes = useMemo(
    () => (texts ? toGroups(ages, texts, allNames, '').filter(({ name }) => allNames.includes(name)) : []),
    [ages, texts, allNames],
  )
  const boxNames = boxes.map(({ name }) => name)
  const names = controlLast(boxNames, field?.name === design.groupBy ? design.control : findControl(boxNames))
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
  const pairTexts = columns.get(pair)
  const slopes = useMemo(() => {
    const [first, second] = boxes.map(({ name }) => name)
    const isPaired = canPair && texts && pairTexts && first !== undefined && second !== undefined
    return isPaired
      ? { pairs: toPairs(ages, texts, pairTexts, [first, second]), names: [first, second] as const }
      : null
  }, [ages, boxes, canPair, texts, pairTexts])
  if (!field) return null
  const failure = noFields ?? answer.failure
  return (
    <section className={`${classes.ages} ${classes.below}`} aria-labelledby="age-acceleration">
      <h2 id="age-acceleration" className={classes.heading}>
        {t('ages.title')}
      </h2>
      <Choices {...{ fields, covariates, by: field.name, pair: canPair ? pair : null, measure, go }} />
      <LoadingBar visible={answer.loading} />
      {failure && <FailureNotice flush failure={failure} retry={() => void answer.refetch()} />}
      {names.length < 2 && texts && <p className={classes.hint}>{t('ages.oneGroup')}</p>}
      {names.length > 1 && answer.data && !failure && (
        <div className={answer.isPreviousData ? `${classes.ages} ${classes.former}` : classes.ages}>
          <AgesByGroup comparison={answer.data} boxes={boxes} groupNames={allNames} slopes={slopes} />
        </div>
      )}
    </section>
  )
}

/** The one that is named; else that of the study's design, or the first that is made of words. */
const fieldOf = (
  fields: readonly Covariate[],
  by: string | null,
  groupBy: string | null,
): Covariate | undefined =>
  fields.find(({ name }) => name === (by ?? groupBy)) ?? fields.find(({ kind }) => kind === 'categories')

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
  const { t } = useTranslation('explore')
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
  /** Of two groups whose samples are pairs; else null. */
  slopes: { pairs: readonly SlopePair[]; names: readonly [string, string] } | null
}

/** What the test of the groups says, with every sample as a point. */
function AgesByGroup({ comparison, boxes, groupNames, slopes }: Props) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { selection, change } = useCohort()
  const { measure } = comparison
  const figure = {
    valueTitle: translate(describeAgeMeasure(measure)),
    fileName: t(`ages.measures.${measure}`),
    source: translate(describeSource(comparison)),
  }
  return (
    <>
      <p className={classes.finding}>{translate(describeClockContrast(comparison))}</p>
      <div className={classes.pair}>
        <div className={classes.boxes}>
          <BoxChart
            {...figure}
            groups={boxes}
            groupNames={groupNames}
            pointWord={t('sample')}
            selected={selection.selectedIds}
            onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
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
          {slopes && slopes.pairs.length > 0 && (
            <SlopesChart
              {...figure}
              {...slopes}
              pairWord={t('groups.pairWord')}
              summary={t('groups.slopes', {
                pathway: t(`ages.measures.${measure}`),
                count: slopes.pairs.length,
                first: slopes.names[0],
                second: slopes.names[1],
              })}
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Of each group, then of the difference where there are two. */
function GroupFigures({ comparison, order }: Pick<Props, 'comparison'> & { order: readonly string[] }) {
  const { t } = useTranslation('explore')
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
  // As the boxes beside it stand; those of a former answer where they are.
  const inOrder = [...groups.entries()].sort(([, a], [, b]) => order.indexOf(a.name) - order.indexOf(b.name))
  const years = (value: number) => formatYears(value, decimals)
  const head = (text: string) => (
    <Table.Th scope="col" ta="right">
      {text}
    </Table.Th>
  )
  return (
    <Table verticalSpacing={4} horizontalSpacing="sm" fz="xs" className={classes.numbers ?? ''}>
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
        {inOrder.map(([at, { name }]) => {
          const { n = 0, mean = null, sd = null } = row?.groups[at] ?? {}
          return (
            <Figures
              key={name}
              {...{ name, mean, sd }}
              n={formatThousands(n)}
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
