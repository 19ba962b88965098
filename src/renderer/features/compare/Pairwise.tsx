import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow, PairwiseContrast } from '../../../shared/domain/comparison.ts'
import { formatP, formatValue } from '../../../shared/format/numbers.ts'
import classes from './compare.module.css'
import { toMarks } from './marks.ts'

type Props = { comparison: Comparison; row: ComparisonRow }

/** Every two of several groups in one pathway, and whether they are to be read at all. */
export function Pairwise({ comparison, row }: Props) {
  const { t } = useTranslation('compare')
  const isFound = row.q !== null && row.q < 0.05
  const { pairwiseEffectName } = comparison
  return (
    <section className={classes.pairwise} aria-label={t('line.pairwise')}>
      <p className={classes.hint}>
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
                difference: t('difference.ofMeans'),
                interval: t('interval.byWelch'),
              })}
            </th>
            <th scope="col">{pairwiseEffectName && t(`effects.${pairwiseEffectName}`)}</th>
            <th scope="col">{t('table.p')}</th>
            <th scope="col">{t('line.holm')}</th>
          </tr>
        </thead>
        <tbody>
          {row.pairwise.map((pair) => (
            <Pair key={`${pair.a} ${pair.b}`} comparison={comparison} pair={pair} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Pair({ comparison, pair }: { comparison: Comparison; pair: PairwiseContrast }) {
  const { t } = useTranslation('compare')
  const { a, b, n, difference, ciLow, ciHigh, effect, p, pHolm } = pair
  const nameOf = (at: number) => comparison.groups[at]?.name ?? ''
  const none = t('line.none')
  const marks = toMarks({ ...pair, fewValues: Math.min(...n) < fewest }, t)
  return (
    <tr className={pair.withinNoise ? classes.faded : undefined}>
      <th scope="row">
        {t('dots.two', { first: nameOf(a), second: nameOf(b) })}
        <div className={classes.hint}>{marks.join('; ')}</div>
      </th>
      <td>{n.map((value) => t('table.count', { value })).join(' / ')}</td>
      <td>
        {formatValue(difference)}
        <div>
          {ciLow === null || ciHigh === null ? none : `${formatValue(ciLow)} … ${formatValue(ciHigh)}`}
        </div>
      </td>
      <td>{effect === null ? none : formatValue(effect)}</td>
      <td>{p === null ? none : formatP(p)}</td>
      <td>{pHolm === null ? none : formatP(pHolm)}</td>
    </tr>
  )
}

/** As in the lines themselves. */
const fewest = 5
