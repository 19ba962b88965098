import { Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SampleResult } from '../../../shared/domain/analysis.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import { LollipopChart } from '../../charts/LollipopChart.tsx'
import { useCohort } from '../../state/useCohort.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { toSourceText } from '../../ui/CohortSource.tsx'
import classes from './results.module.css'
import { toRankedBars } from './selection.ts'

/** The pathways of one sample from the highest to the lowest, in the measure that is chosen. */
export function RankedScores({ result }: { result: SampleResult }) {
  const { t } = useTranslation('results')
  const { measure } = useCohort().selection
  const axisTitle = useValueTitle(measure)
  const { t: words } = useTranslation('ui')
  const { fetchedAt } = result
  const source = toSourceText({ ...result, oldestFetchedAt: fetchedAt, newestFetchedAt: fetchedAt }, words)
  const ranked = useMemo(() => toRankedBars(result, measure), [result, measure])
  const first = ranked.bars[0]
  const last = ranked.bars.at(-1)
  return (
    <section className={classes.section} aria-label={t('page.ranked')}>
      <Title order={3} fz={14}>
        {t('page.ranked')}
      </Title>
      {first && last ? (
        <LollipopChart
          ranked={ranked}
          axisTitle={axisTitle}
          labelWord={t('pathway')}
          fileName={`${result.clientReference} ${measure}`}
          source={source}
          summary={t('barsSummary', {
            sample: result.clientReference,
            measure: t(`measures.${measure}`),
            highest: `${first.label} ${formatValue(first.value)}`,
            lowest: `${last.label} ${formatValue(last.value)}`,
          })}
        />
      ) : (
        <Text fz={13}>{t('barsEmpty')}</Text>
      )}
    </section>
  )
}
