import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './prefetch.module.css'

/** How much can be searched without a network now, and how old it is. */
export function KeptNow() {
  const { t, i18n } = useTranslation('prefetch')
  const facets = useCall('drugs.facets', {})
  const kept = facets.data?.kept
  const [oldest, newest] = [useAge('asc', kept), useAge('desc', kept)]
  const number = numberFormatter(i18n.language)
  const unknown = <span className={classes.dimmed}>{t('kept.unknown')}</span>
  return (
    <section className={classes.section} aria-label={t('kept.title')}>
      <h2 className={classes.sectionTitle}>{t('kept.title')}</h2>
      {facets.failure && <FailureNotice failure={facets.failure} retry={() => void facets.refetch()} flush />}
      {facets.data && (
        <dl className={classes.facts}>
          <Fact name={t('kept.drugs')}>{number.format(facets.data.kept)}</Fact>
          <Fact name={t('kept.categories')}>{number.format(facets.data.categories.length)}</Fact>
          <Fact name={t('kept.pathways')}>{number.format(facets.data.pathways.length)}</Fact>
          <Fact name={t('kept.oldest')}>{oldest ? <Timestamp at={oldest} /> : unknown}</Fact>
          <Fact name={t('kept.newest')}>{newest ? <Timestamp at={newest} /> : unknown}</Fact>
        </dl>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** When the oldest or newest answer of all was given; null where too many are kept to be sorted in time. */
function useAge(order: 'asc' | 'desc', kept: number | undefined): string | null {
  const question = { from: 'cache', sort: 'fetched_at', order, limit: 1 } as const
  const answer = useCall('drugs.search', question, { enabled: (kept ?? 0) > 0, refetchKey: kept }).data
  return answer?.notice === null ? (answer.hits[0]?.fetchedAt ?? null) : null
}
