import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail, DrugLookup } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { type Compared, compareLookup } from './lookupDifferences.ts'
import { PathwayTable } from './PathwayTable.tsx'
import classes from './page.module.css'

/** What `drug-pathway` says of the drug's name, against what stands under its id; asked only when wanted. */
export function Lookup({ drug }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const [asked, setAsked] = useState(false)
  const lookup = useCall('drugs.lookup', { name: drug.name }, { enabled: asked })
  if (drug.name.trim() === '') return null
  return (
    <section className={classes.section} aria-label={t('lookup.title')}>
      <div className={classes.sectionHead}>
        <h3 className={classes.sectionTitle}>{t('lookup.title')}</h3>
        <span className={classes.gap} />
        <Button
          size="compact-sm"
          variant="default"
          loading={lookup.loading}
          onClick={() => (asked ? void lookup.refetch() : setAsked(true))}
        >
          {t(lookup.data ? 'lookup.again' : 'lookup.action')}
        </Button>
      </div>
      {lookup.failure && <FailureNotice flush failure={lookup.failure} />}
      {asked && lookup.loading && <LoadingBar visible />}
      {lookup.data ? (
        <Answer lookup={lookup.data} drug={drug} />
      ) : (
        !lookup.failure && <p className={classes.dimmed}>{t('lookup.hint')}</p>
      )}
    </section>
  )
}

function Answer({ lookup, drug }: { lookup: DrugLookup; drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const { rows, missing } = compareLookup(lookup.pathways, drug.pathways ?? [])
  const remark = ({ difference }: Compared['rows'][number]): string | null => {
    if (difference === null || drug.pathways === null) return null
    if (difference.kind === 'onlyHere') return t('lookup.onlyHere')
    const listed = difference.listed.map((direction) => words(`direction.${direction}`)).join(', ')
    return t('lookup.otherDirection', { listed })
  }
  return (
    <>
      <p className={classes.origin}>
        {t('lookup.of', { name: lookup.name })} · {t(`source.${lookup.source}`)} ·{' '}
        <Timestamp at={lookup.fetchedAt} />
      </p>
      {rows.length > 0 ? (
        <PathwayTable rows={rows.map((row) => ({ ...row, remark: remark(row) }))} />
      ) : (
        <p className={classes.dimmed}>{t('lookup.none')}</p>
      )}
      {missing.length > 0 && (
        <p className={classes.remark}>{t('lookup.missing', { names: missing.join(', ') })}</p>
      )}
    </>
  )
}
