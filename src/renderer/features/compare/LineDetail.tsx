import { Stack, Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { inOrderOf } from '../../../figures/comparisonFigures.ts'
import { type GroupStyles, noGroupStyle } from '../../../figures/style/groupStyles.ts'
import { isFailure } from '../../../shared/contract/failures.ts'
import {
  type Comparison,
  type ComparisonRow,
  foundQ,
  type PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import {
  describeMarks,
  effectNames,
  formatDf,
  headsOf,
  replicatesAsPoints,
  scaleOfRow,
} from '../../../shared/domain/results/describeComparison.ts'
import type { Agreement } from '../../../shared/domain/results/model.ts'
import {
  columnFormat,
  formatAlone,
  formatEstimate,
  formatP,
  formatThousands,
  formatValue,
  joinInterval,
} from '../../../shared/format/numbers.ts'
import { type ShownColumn, shownPairs } from '../../../shared/tables/shownComparison.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { BoxChart, SlopesChart } from '../../charts/GroupCharts.tsx'
import { ScatterChart } from '../../charts/ScatterChart.tsx'
import { useCall } from '../../client/call.ts'
import { useValueTitle } from '../../state/cohort/titles.ts'
import { Swatch } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FactList, type NamedValue, Section } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { type SmallColumn, SmallTable } from '../../ui/table/SmallTable.tsx'
import { type Translator, useTranslator } from '../../ui/text/formats.tsx'
import { type Compared, useLineFigures } from './figures.ts'
import { dimNoise } from './outcomeParts.tsx'

/** The axis title fits this height. */
const chartPx = 360

type Props = { compared: Compared; row: ComparisonRow }

export function LineDetail({ compared, row }: Props) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { pathway } = row
  const { comparison, request } = compared
  const { replicatesBy } = request
  const { boxes, slopes, values, styles } = useLineFigures(compared, pathway)
  return (
    <Stack component="section" pt="md" px="lg" pb="xl" aria-label={t('line.label', { pathway })}>
      <Title order={2} fz="lg" pr="wide" className={shared.wrap}>
        <bdi>{pathway}</bdi>
      </Title>
      <LoadingBar visible={values.loading} />
      {values.failure && <FailureNotice flush failure={values.failure} retry={() => void values.refetch()} />}
      {slopes && <SlopesChart {...slopes} heightPx={chartPx} />}
      {boxes && <BoxChart {...boxes} heightPx={chartPx} />}
      {comparison.noise && <p className={shared.hint}>{translate(replicatesAsPoints)}</p>}
      <Groups comparison={comparison} row={row} styles={styles} />
      <FactList facts={toFacts(comparison, row, t, translate)} />
      {row.pairwise.length > 0 && <Pairwise comparison={comparison} row={row} />}
      {comparison.noise &&
        replicatesBy &&
        comparison.groups.map((group) => (
          <RepeatAgreement
            key={group.name}
            group={group}
            measure={comparison.measure}
            unit={replicatesBy}
            pathway={pathway}
          />
        ))}
    </Stack>
  )
}

type RowProps = { comparison: Comparison; row: ComparisonRow }

function Groups({ comparison, row, styles }: RowProps & { styles: GroupStyles }) {
  const { t } = useTranslation('compare')
  const groups = row.groups.map((figures, at) => ({ name: comparison.groups[at]?.name ?? '', ...figures }))
  const values = groups.flatMap(({ mean, sd, median }) => [mean, sd, median])
  const scale = scaleOfRow(row)
  const format = columnFormat(
    values,
    values.map(() => scale),
  )
  type Group = (typeof groups)[number]
  const number = (key: 'mean' | 'sd' | 'median'): SmallColumn<Group> => ({
    head: t(`line.${key}`),
    numeric: true,
    cell: ({ [key]: value }) => (value === null ? t('line.none') : format(value, scale)),
  })
  return (
    <SmallTable
      columns={[
        {
          head: t('line.group'),
          name: true,
          cell: ({ name }) => (
            <>
              <Swatch colour={(styles.get(name) ?? noGroupStyle).colour} />
              {name}
            </>
          ),
        },
        { head: t('line.n'), numeric: true, cell: ({ n }) => formatThousands(n) },
        number('mean'),
        number('sd'),
        number('median'),
      ]}
      rows={inOrderOf(styles, groups)}
      rowKey={({ name }) => name}
    />
  )
}

function toFacts(
  comparison: Comparison,
  row: ComparisonRow,
  t: TFunction<'compare'>,
  translate: Translator,
): (NamedValue | false | null)[] {
  const { exact, statistic, difference, ciLow, ciHigh, effect, effectLow, effectHigh, p, q } = row
  const marks = describeMarks(row)
  const heads = headsOf(comparison.test)
  const df = formatDf(row)
  const text = (value: number | null, format: (value: number) => string) =>
    value === null ? t('line.none') : format(value)
  const given = (name: string, value: number | null, format: (value: number) => string) =>
    value !== null && ([name, format(value)] as const)
  return [
    given(withInterval(heads, t, translate), difference, (value) => formatEstimate(value, ciLow, ciHigh)),
    [
      translate(effectNames[comparison.effectName]),
      text(effect, (value) => formatEstimate(value, effectLow, effectHigh)),
    ],
    [t('line.statistic', { name: comparison.statisticName }), text(statistic, formatAlone)],
    df !== '' && [t('line.df'), df],
    [t('table.p'), text(p, formatP)],
    [t('table.q'), text(q, formatP)],
    exact !== null && [t('line.exact'), t(exact ? 'line.isExact' : 'line.isApproximate')],
    given(t('line.leastP'), row.leastP, formatP),
    given(t('line.noiseLimit'), row.noiseLimit, formatValue),
    given(t('line.smallestChange'), row.smallestChange, formatValue),
    marks && [t('table.note'), translate(marks)],
  ]
}

const withInterval = (
  { difference, interval }: { difference: Message; interval: Message },
  t: TFunction<'compare'>,
  translate: Translator,
): string => t('line.difference', { difference: translate(difference), interval: translate(interval) })

/** Shows each pair of several groups in one pathway, and says if the overall test allows interpreting them. */
function Pairwise({ comparison, row }: RowProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const isFound = row.q !== null && row.q < foundQ
  const shown = shownPairs(comparison, row.pairwise)
  const title = translate(message('comparison.everyTwoGroups'))
  const text = (column: ShownColumn<PairwiseContrast>, pair: PairwiseContrast) =>
    column.text(pair) ?? t('line.none')
  const number = (column: ShownColumn<PairwiseContrast>): SmallColumn<PairwiseContrast> => ({
    head: translate(column.head),
    numeric: true,
    cell: (pair) => text(column, pair),
  })
  const columns: SmallColumn<PairwiseContrast>[] = [
    {
      head: translate(message('comparison.contrast')),
      name: true,
      cell(pair) {
        const marks = describeMarks(pair)
        return (
          <>
            {shown.contrast(pair)}
            <div className={shared.hint}>{marks && translate(marks)}</div>
          </>
        )
      },
    },
    number(shown.n),
    {
      head: withInterval({ difference: shown.difference.head, interval: shown.interval.head }, t, translate),
      numeric: true,
      cell: (pair) => (
        <>
          {text(shown.difference, pair)}
          <div>{text(shown.interval, pair)}</div>
        </>
      ),
    },
    number(shown.effect),
    number(shown.p),
    number(shown.pHolm),
  ]
  return (
    <Stack component="section" gap="xs" style={{ overflowX: 'auto' }} aria-label={title}>
      <p className={shared.hint}>
        {t('line.pairwiseHint', { found: t(isFound ? 'line.isFound' : 'line.isNotFound') })}
      </p>
      <SmallTable
        caption={title}
        columns={dimNoise<PairwiseContrast, SmallColumn<PairwiseContrast>>(columns)}
        rows={row.pairwise}
        rowKey={({ a, b }) => `${a} ${b}`}
      />
    </Stack>
  )
}

type RepeatAgreementProps = {
  /** Samples of other groups are not repeats. */
  group: { name: string; sampleIds: readonly string[] }
  measure: 'activity' | 'aging_offset'
  unit: string
  pathway: string
}

/** Shows how well repeats within a group agree. Shows nothing if the group has none, which the service refuses. */
function RepeatAgreement({ group, measure, unit, pathway }: RepeatAgreementProps) {
  const { t } = useTranslation('compare')
  const agreement = useCall('results.agreement', {
    measure,
    of: { sampleIds: [...group.sampleIds] },
    unit,
    pathways: [pathway],
  })
  const { data, failure, isPreviousData } = agreement
  const row = data?.rows[0]
  if (failure && !isFailure(failure, 'rejected'))
    return <FailureNotice flush failure={failure} retry={() => void agreement.refetch()} />
  if (agreement.loading && (!data || isPreviousData)) return <LoadingBar visible />
  if (failure || !data || !row || row.units === 0) return null
  const { icc, iccLow, iccHigh, bias, biasLow, biasHigh, limitLow, limitHigh } = row
  const title = t('agreement.title', { group: group.name, count: row.units, unit })
  return (
    <Section title={title}>
      <FactList
        facts={[
          icc !== null && [t('agreement.icc'), formatEstimate(icc, iccLow, iccHigh, formatAlone)],
          bias !== null && [t('agreement.bias'), formatEstimate(bias, biasLow, biasHigh)],
          limitLow !== null &&
            limitHigh !== null && [
              t('agreement.limits'),
              joinInterval(formatValue(limitLow), formatValue(limitHigh)),
            ],
        ]}
      />
      <BlandAltman agreement={data} pathway={pathway} summary={title} />
    </Section>
  )
}

type PlotProps = { agreement: Agreement; pathway: string; summary: string }

/** Plots the difference of each unit's first two repeats against their mean. */
function BlandAltman({ agreement, pathway, summary }: PlotProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const title = useValueTitle(agreement.measure === 'aging_offset' ? agreement.measure : 'activity')
  const { points, rows } = agreement
  const figure = useMemo(() => {
    const [row] = rows
    const line = (at: number | null | undefined, label: string) =>
      typeof at === 'number' ? [{ kind: 'y' as const, at, label }] : []
    return {
      points: points.map(({ unit, mean, difference }) => ({ id: unit, label: unit, x: mean, y: difference })),
      lines: [
        ...line(row?.bias, t('agreement.bias')),
        ...line(row?.limitLow, t('agreement.limits')),
        ...line(row?.limitHigh, t('agreement.limits')),
      ],
    }
  }, [points, rows, t])
  return (
    <ScatterChart
      {...figure}
      groups={noGroups}
      xTitle={t('agreement.mean', { title })}
      yTitle={t('agreement.difference')}
      pointWord={agreement.unit}
      summary={summary}
      source={translate(describeSource(agreement))}
      fileName={`${pathway} agreement`}
      heightPx={260}
    />
  )
}

const noGroups: readonly never[] = []
