import { useTranslation } from 'react-i18next'
import type { ResultMatrix } from '../../../shared/domain/analysis.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './results.module.css'

/** Where the numbers below came from and when; "synthetic" as soon as any of them is. */
export function Provenance({ matrix }: { matrix: ResultMatrix }) {
  const { t } = useTranslation('results')
  return (
    <p className={classes.provenance}>
      {matrix.synthetic && <SyntheticMark />}
      <span>
        {t('samples', { count: matrix.totalSamples })} · {t('pathways', { count: matrix.pathways.length })}
      </span>
      {matrix.service && (
        <span>
          {t('provenance', { service: matrix.service })}{' '}
          {matrix.oldestFetchedAt && <Timestamp at={matrix.oldestFetchedAt} />}
        </span>
      )}
      <span>{t('research')}</span>
    </p>
  )
}
