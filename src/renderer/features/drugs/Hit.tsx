import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './drugs.module.css'
import { Marked } from './Marked.tsx'

/** A description may be a megabyte; one line of it is seen. */
const seenCharacters = 200

/** `marked`: says of itself whether it is synthetic, where not all are. */
type Props = { hit: DrugHit; chosen: boolean; marked: boolean }

/** One drug found: how it matched, and where and when it comes from. Drawn anew only when that changes. */
export const Hit = memo(function Hit({ hit, chosen, marked }: Props) {
  const { t } = useTranslation('drugs')
  const synonym = hit.match?.synonym ?? null
  const Box = chosen ? IconSquareCheckFilled : IconSquare
  return (
    <>
      {/* For the mouse alone; by keyboard it is Space, and a reader hears whether the drug is selected. */}
      <span className={classes.choose} data-choose aria-hidden title={t('compare.hint')}>
        <Box size={16} stroke={1.5} />
      </span>
      <div className={classes.hitText}>
        <div className={classes.hitMain}>
          <span className={classes.hitName}>
            <Marked text={hit.name || hit.drugId} ranges={hit.match?.name ?? []} />
          </span>
          {synonym && (
            <span className={classes.hitAlso}>
              {t('also')} <Marked text={synonym.text} ranges={synonym.ranges} />
            </span>
          )}
        </div>
        <div className={classes.hitFacts}>
          <span>
            {hit.category === null ? t('noCategory') : <bdi>{hit.category}</bdi>}
            {hit.description && (
              <>
                {' · '}
                <bdi>{hit.description.slice(0, seenCharacters)}</bdi>
              </>
            )}
          </span>
          <span>
            {marked && hit.synthetic && <SyntheticMark />} {t(`source.${hit.source}`)} ·{' '}
            <Timestamp at={hit.fetchedAt} />
          </span>
        </div>
      </div>
    </>
  )
})
