import { Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { inOrderOf } from '../../../figures/comparisonFigures.ts'
import { type GroupStyles, noGroupStyle } from '../../../figures/style/groupStyles.ts'
import type {
  Comparison,
  ComparisonRow,
  PairwiseContrast,
} from '../../../shared/domain/results/comparison.ts'
import {
  describeMarks,
  effectNames,
  formatDf,
  headsOf,
  pairHeadsOf,
  replicatesAsPoints,
  scaleOfRow,
} from '../../../shared/domain/results/describeComparison.ts'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatP,
  formatValue,
  joinInterval,
} from '../../../shared/format/numbers.ts'
import { BoxChart, SlopesChart } from '../../charts/GroupCharts.tsx'
import { Swatch } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Fact, Facts } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './compare.module.css'
import { type Compared, useLineFigures } from './figures.ts'
import { RepeatAgreement } from './models/RepeatAgreement.tsx'

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
    <section className={classes.detail} aria-label={t('line.label', { pathway })}>
      <Title order={2} fz="lg" className={classes.name}>
        <bdi>{pathway}</bdi>
      </Title>
      <LoadingBar visible={values.loading} />
      {values.failure && <FailureNotice flush failure={values.failure} retry={() => void values.refetch()} />}
      {slopes && <SlopesChart {...slopes} heightPx={chartPx} />}
      {boxes && <BoxChart {...boxes} heightPx={chartPx} />}
      {comparison.noise && <p className={shared.hint}>{translate(replicatesAsPoints)}</p>}
      <LineFigures comparison={comparison} row={row} styles={styles} />
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
    </section>
  )
}

type LineFiguresProps = { comparison: Comparison; row: ComparisonRow; styles: GroupStyles }

/** Shows all figures of a pathway: of each group, of the difference, and of each pair of several groups. */
function LineFigures({ comparison, row, styles }: LineFiguresProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return (
    <>
      <Groups comparison={comparison} row={row} styles={styles} />
      <Facts>
        {toFacts(comparison, row, t, translate).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
      {row.pairwise.length > 0 && <Pairwise comparison={comparison} row={row} />}
    </>
  )
}

function Groups({ comparison, row, styles }: LineFiguresProps) {
  const { t } = useTranslation('compare')
  const groups = row.groups.map((figures, at) => ({ name: comparison.groups[at]?.name ?? '', ...figures }))
  const values = groups.flatMap(({ mean, sd, median }) => [mean, sd, median])
  const scale = scaleOfRow(row)
  const format = columnFormat(
    values,
    values.map(() => scale),
  )
  const shown = (value: number | null) => (value === null ? t('line.none') : format(value, scale))
  return (
    <table className={classes.figures}>
      <thead>
        <tr>
          <th scope="col">{t('line.group')}</th>
          <th scope="col">{t('line.n')}</th>
          <th scope="col">{t('line.mean')}</th>
          <th scope="col">{t('line.sd')}</th>
          <th scope="col">{t('line.median')}</th>
        </tr>
      </thead>
      <tbody>
        {inOrderOf(styles, groups).map(({ name, n, mean, sd, median }) => (
          <tr key={name}>
            <th scope="row">
              <Swatch colour={(styles.get(name) ?? noGroupStyle).colour} />
              {name}
            </th>
            <td>{t('table.count', { value: n })}</td>
            <td>{shown(mean)}</td>
            <td>{shown(sd)}</td>
            <td>{shown(median)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type NamedValue = readonly [name: string, value: string]

/** Returns a fact, or none if the value is missing. */
const fact = (name: string, value: number | null, format: (value: number) => string): NamedValue[] =>
  value === null ? [] : [[name, format(value)]]

function toFacts(
  comparison: Comparison,
  row: ComparisonRow,
  t: TFunction<'compare'>,
  translate: Translator,
): NamedValue[] {
  const none = t('line.none')
  const marks = describeMarks(row)
  const { exact, statistic, effect, effectLow: low, effectHigh: high, p, q } = row
  const df = formatDf(row)
  return [
    ...toDifference(headsOf(comparison.test), row, t, translate),
    [
      translate(effectNames[comparison.effectName]),
      effect === null
        ? none
        : low === null || high === null
          ? formatValue(effect)
          : `${formatValue(effect)} (${formatValue(low)} … ${formatValue(high)})`,
    ],
    [
      t('line.statistic', { name: comparison.statisticName }),
      statistic === null ? none : formatAlone(statistic),
    ],
    ...(df === '' ? [] : [[t('line.df'), df] as const]),
    [t('table.p'), p === null ? none : formatP(p)],
    [t('table.q'), q === null ? none : formatP(q)],
    ...(exact === null ? [] : [[t('line.exact'), t(exact ? 'line.isExact' : 'line.isApproximate')] as const]),
    ...fact(t('line.leastP'), row.leastP, formatP),
    ...fact(t('line.noiseLimit'), row.noiseLimit, formatValue),
    ...fact(t('line.smallestChange'), row.smallestChange, formatValue),
    ...(marks ? [[t('table.note'), translate(marks)] as const] : []),
  ]
}

function toDifference(
  heads: ReturnType<typeof pairHeadsOf>,
  { difference, ciLow, ciHigh }: ComparisonRow,
  t: TFunction<'compare'>,
  translate: Translator,
): NamedValue[] {
  const name = t('line.difference', {
    difference: translate(heads.difference),
    interval: translate(heads.interval),
  })
  return fact(name, difference, (value) =>
    ciLow === null || ciHigh === null
      ? formatValue(value)
      : `${formatValue(value)} (${formatValue(ciLow)} … ${formatValue(ciHigh)})`,
  )
}

type PairwiseProps = { comparison: Comparison; row: ComparisonRow }

/** Shows each pair of several groups in one pathway, and says if the overall test allows interpreting them. */
function Pairwise({ comparison, row }: PairwiseProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const isFound = row.q !== null && row.q < 0.05
  const { pairwiseEffectName } = comparison
  const formats = formatsOf(row.pairwise)
  return (
    <section className={classes.pairwise} aria-label={t('line.pairwise')}>
      <p className={shared.hint}>
        {t('line.pairwiseHint', { found: t(isFound ? 'line.isFound' : 'line.isNotFound') })}
      </p>
      <table className={classes.figures}>
        <caption>{t('line.pairwise')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dots.contrast')}</th>
            <th scope="col">{t('line.n')}</th>
            <th scope="col">
              {t('line.difference', {
                difference: translate(pairHeadsOf(comparison.test).difference),
                interval: translate(pairHeadsOf(comparison.test).interval),
              })}
            </th>
            <th scope="col">{pairwiseEffectName && translate(effectNames[pairwiseEffectName])}</th>
            <th scope="col">{t('table.p')}</th>
            <th scope="col">{t('line.holm')}</th>
          </tr>
        </thead>
        <tbody>
          {row.pairwise.map((pair) => (
            <Pair key={`${pair.a} ${pair.b}`} comparison={comparison} pair={pair} formats={formats} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Returns the number format of each column. */
const formatsOf = (pairs: readonly PairwiseContrast[]) => ({
  difference: columnFormat(
    pairs.flatMap(({ difference, ciLow, ciHigh }) => [difference, ciLow, ciHigh]),
    pairs.flatMap(({ difference }) => [difference, difference, difference]),
  ),
  effect: columnFormat(pairs.map(({ effect }) => effect)),
  p: columnFormatP(pairs.map(({ p }) => p)),
  pHolm: columnFormatP(pairs.map(({ pHolm }) => pHolm)),
})

type PairProps = { comparison: Comparison; pair: PairwiseContrast; formats: ReturnType<typeof formatsOf> }

function Pair({ comparison, pair, formats }: PairProps) {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const { a, b, n, difference, ciLow, ciHigh, effect, p, pHolm } = pair
  const nameOf = (at: number) => comparison.groups[at]?.name ?? ''
  const none = t('line.none')
  const marks = describeMarks(pair)
  return (
    <tr className={pair.withinNoise ? shared.dimmed : undefined}>
      <th scope="row">
        {t('dots.two', { first: nameOf(a), second: nameOf(b) })}
        <div className={shared.hint}>{marks && translate(marks)}</div>
      </th>
      <td>{n.map((value) => t('table.count', { value })).join(' / ')}</td>
      <td>
        {formats.difference(difference, difference)}
        <div>
          {ciLow === null || ciHigh === null
            ? none
            : joinInterval(formats.difference(ciLow, difference), formats.difference(ciHigh, difference))}
        </div>
      </td>
      <td>{effect === null ? none : formats.effect(effect)}</td>
      <td>{p === null ? none : formats.p(p)}</td>
      <td>{pHolm === null ? none : formats.pHolm(pHolm)}</td>
    </tr>
  )
}
