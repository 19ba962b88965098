import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../shared/domain/drug.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { pathwaysTable } from './drugTables.ts'
import { PathwayTable } from './PathwayTable.tsx'
import classes from './page.module.css'

/** What the drug acts on, and when the service said so. */
export function Pathways({ drug: { pathways, pathwaysFetchedAt } }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const why = pathways === null ? 'neverFetched' : 'noPathways'
  return (
    <section className={classes.section} aria-label={t('detail.pathways')}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{t('detail.pathways')}</h3>
        {pathwaysFetchedAt !== null && (
          <span className={classes.origin}>
            {t('detail.fetched')} <Timestamp at={pathwaysFetchedAt} />
          </span>
        )}
        <span className={classes.gap} />
        {pathways && pathways.length > 0 && <CopyAs read={() => pathwaysTable(pathways, t, words)} />}
      </div>
      {pathways && pathways.length > 0 ? (
        <PathwayTable rows={pathways.map((pathway) => ({ ...pathway, remark: null }))} />
      ) : (
        <p className={classes.dimmed}>{t(`detail.${why}`)}</p>
      )}
    </section>
  )
}
