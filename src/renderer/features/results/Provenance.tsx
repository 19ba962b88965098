import { useTranslation } from 'react-i18next'
import type { ValueTable } from '../../client/useValues.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './results.module.css'
import { useViewTitle } from './useAxisTitle.ts'

/** What the numbers below are, where they came from and when; "synthetic" as soon as one of them is. */
export function Provenance({ table }: { table: ValueTable }) {
  const { t } = useTranslation('results')
  const title = useViewTitle(table.measure, table.view)
  const off = table.reference.filter(({ why }) => why !== null)
  const several = table.joined.reduce((sum, { samplesWithSeveral }) => sum + samplesWithSeveral, 0)
  return (
    <div className={classes.provenance}>
      {table.synthetic && <SyntheticMark />}
      <span>
        {t('samples', { count: table.totalSamples })} · {t('pathways', { count: table.pathways.length })}
      </span>
      <span>{title}</span>
      {table.withoutResult > 0 && <span>{t('withoutResult', { count: table.withoutResult })}</span>}
      {off.length > 0 && <strong>{t('off', { count: off.length, total: table.reference.length })}</strong>}
      {several > 0 && <span>{t('severalNames', { count: several })}</span>}
      {table.service && table.oldestFetchedAt && table.newestFetchedAt && (
        <span>
          {t('provenance', { service: table.service })} <Timestamp at={table.oldestFetchedAt} />
          {isLongAfter(table.oldestFetchedAt, table.newestFetchedAt) && (
            <>
              {' – '}
              <Timestamp at={table.newestFetchedAt} />
            </>
          )}
        </span>
      )}
      <span>{t('research')}</span>
    </div>
  )
}

/** Answers of one run are of one time; over a day and more it matters which is which. */
const isLongAfter = (first: string, last: string): boolean => Date.parse(last) - Date.parse(first) > 60_000
