import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import classes from './compare.module.css'
import { headsOf, toDf, toMarks } from './marks.ts'
import { Pairwise } from './Pairwise.tsx'

type Props = { comparison: Comparison; row: ComparisonRow }

/** All figures of one line: of each group, of the difference, and of every two groups where there are several. */
export function LineFigures({ comparison, row }: Props) {
  const { t } = useTranslation('compare')
  return (
    <>
      <Groups comparison={comparison} row={row} />
      <dl className={classes.facts}>
        {toFacts(comparison, row, t).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.pairwise.length > 0 && <Pairwise comparison={comparison} row={row} />}
    </>
  )
}

function Groups({ comparison, row }: Props) {
  const { t } = useTranslation('compare')
  const shown = (value: number | null) => (value === null ? t('line.none') : formatValue(value))
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
        {row.groups.map(({ n, mean, sd, median }, at) => (
          <tr key={comparison.groups[at]?.name ?? at}>
            <th scope="row">{comparison.groups[at]?.name}</th>
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

type Fact = readonly [name: string, value: string]

/** A fact only where there is something to say of it. */
const fact = (name: string, value: number | null, format: (value: number) => string): Fact[] =>
  value === null ? [] : [[name, format(value)]]

function toFacts(comparison: Comparison, row: ComparisonRow, t: TFunction<'compare'>): Fact[] {
  const none = t('line.none')
  const marks = toMarks(row, t)
  const { exact, statistic, effect, p, q } = row
  const df = toDf(row, formatAlone)
  return [
    ...toDifference(comparison, row, t),
    [t(`effects.${comparison.effectName}`), effect === null ? none : formatValue(effect)],
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
    ...(marks.length === 0 ? [] : [[t('table.note'), marks.join('; ')] as const]),
  ]
}

function toDifference(
  { test }: Comparison,
  { difference, ciLow, ciHigh }: ComparisonRow,
  t: TFunction<'compare'>,
): Fact[] {
  const heads = headsOf(test)
  const name = t('line.difference', {
    difference: t(`difference.${heads.difference}`),
    interval: t(`interval.${heads.interval}`),
  })
  return fact(name, difference, (value) =>
    ciLow === null || ciHigh === null
      ? formatValue(value)
      : `${formatValue(value)} (${formatValue(ciLow)} … ${formatValue(ciHigh)})`,
  )
}
