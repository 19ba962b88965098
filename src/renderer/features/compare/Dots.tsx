import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import { DotMatrixChart } from '../../charts/DotMatrixChart.tsx'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { toSourceText } from '../../ui/CohortSource.tsx'
import classes from './compare.module.css'
import { toDots } from './dotCells.ts'

type Props = { comparison: Comparison; pathway: string | null; open(pathway: string | null): void }

/** Effects as dots, largest where they are least likely by chance; a row opens its line. */
export function Dots({ comparison, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const { t: words } = useTranslation('ui')
  const measure = useValueTitle(comparison.measure)
  const isOfTwo = comparison.groups.length === 2
  const dots = useMemo(
    () => toDots(comparison, { contrast: (first, second) => t('dots.two', { first, second }) }),
    [comparison, t],
  )
  const selected = useMemo(() => new Set(pathway === null ? [] : [pathway]), [pathway])
  const effect = t('dots.effect', {
    effect: t(isOfTwo ? `effects.${comparison.effectName}` : 'difference.ofMeans'),
    measure,
  })
  const size = t(isOfTwo ? 'table.q' : 'dots.gated')
  return (
    <div className={classes.canvas}>
      {!isOfTwo && <p className={classes.hint}>{t('dots.several')}</p>}
      <DotMatrixChart
        {...dots}
        effectTitle={effect}
        sizeTitle={size}
        rowWord={t('table.pathway')}
        columnWord={t('dots.contrast')}
        selected={selected}
        onSelect={(chosen) => open(chosen.find((one) => one !== pathway) ?? null)}
        summary={t('dots.summary', { count: dots.rows.length, effect, size })}
        source={toSourceText(comparison, words)}
        fileName="dot matrix"
      />
    </div>
  )
}
