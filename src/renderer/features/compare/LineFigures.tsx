import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'
import { formatAlone, formatP, formatValue } from '../../ui/numbers.ts'
import classes from './compare.module.css'

type Props = { comparison: Comparison; row: ComparisonRow }

/** All figures of one line: of each group, of the difference, and of every two groups where there are several. */
export function LineFigures({ comparison, row }: Props) {
  const { t } = useTranslation('compare')
  const none = t('line.none')
  const shown = (value: number | null) => (value === null ? none : formatValue(value))
  const facts = [
    ...(row.difference === null
      ? []
      : [
          [
            t('line.difference'),
            row.ciLow === null || row.ciHigh === null
              ? formatValue(row.difference)
              : `${formatValue(row.difference)} (${formatValue(row.ciLow)} … ${formatValue(row.ciHigh)})`,
          ],
        ]),
    [t(`effects.${comparison.effectName}`), shown(row.effect)],
    [t('line.statistic'), row.statistic === null ? none : formatAlone(row.statistic)],
    ...(row.df === null ? [] : [[t('line.df'), formatAlone(row.df)]]),
    [t('table.p'), row.p === null ? none : formatP(row.p)],
    [t('table.q'), row.q === null ? none : formatP(row.q)],
    ...(row.exact === null ? [] : [[t('line.exact'), t(row.exact ? 'line.isExact' : 'line.isApproximate')]]),
    ...(row.why === null ? [] : [[t('table.note'), t(`why.${row.why}`)]]),
    ...(row.smallestChange === null
      ? []
      : [
          [
            t('line.smallestChange'),
            `${formatValue(row.smallestChange)}${row.withinNoise ? `; ${t('why.noise')}` : ''}`,
          ],
        ]),
  ]
  return (
    <>
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
              <td>{n}</td>
              <td>{shown(mean)}</td>
              <td>{shown(sd)}</td>
              <td>{shown(median)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
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

function Pairwise({ comparison, row }: Props) {
  const { t } = useTranslation('compare')
  const nameOf = (at: number) => comparison.groups[at]?.name ?? ''
  return (
    <table className={classes.figures}>
      <caption>{t('line.pairwise')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('dots.contrast')}</th>
          <th scope="col">{t('table.difference')}</th>
          <th scope="col">{t('table.p')}</th>
          <th scope="col">{t('line.holm')}</th>
        </tr>
      </thead>
      <tbody>
        {row.pairwise.map(({ a, b, difference, p, pHolm }) => (
          <tr key={`${a} ${b}`}>
            <th scope="row">{t('dots.two', { first: nameOf(a), second: nameOf(b) })}</th>
            <td>{formatValue(difference)}</td>
            <td>{p === null ? t('line.none') : formatP(p)}</td>
            <td>{pHolm === null ? t('line.none') : formatP(pHolm)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
