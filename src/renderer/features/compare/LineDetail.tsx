import { Stack, Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { inOrderOf } from '../../../figures/comparisonFigures.ts'
import { type GroupStyles, noGroupStyle } from '../../../figures/style/groupStyles.ts'
import {
  type Comparison,
  type ComparisonRow,
  foundQ,
  type PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import {
  describeMarks,
  effectNames,
  formatDf,
  headsOf,
  replicatesAsPoints,
  scaleOfRow,
} from '../../../shared/domain/results/describeComparison.ts'
import {
  columnFormat,
  formatAlone,
  formatEstimate,
  formatP,
  formatThousands,
  formatValue,
} from '../../../shared/format/numbers.ts'
import { type ShownColumn, shownPairs } from '../../../shared/tables/shownComparison.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { BoxChart, SlopesChart } from '../../charts/GroupCharts.tsx'
import { Swatch } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FactList, type NamedValue } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { type SmallColumn, SmallTable } from '../../ui/table/SmallTable.tsx'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { type Compared, useLineFigures } from './figures.ts'
import { RepeatAgreement } from './models/RepeatAgreement.tsx'
import { dimNoise } from './PathwayTable.tsx'

/** The axis title fits this height. */
const chartPx = 360

type Props = { compared: Compared; row: ComparisonRow }

/** Shows one pathway of the comparison: its samples by group, its pairs, and all figures. */
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

/** Shows the figures of each group. */
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

/** Returns the figures of the difference. */
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
