import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './drugs.module.css'
import type { HitField } from './hitFields.ts'
import { Marked } from './Marked.tsx'

/** A description may be a megabyte; one line of it is seen. */
const seenCharacters = 200

/** `marked`: says of itself whether it is synthetic, where not all are. */
type Props = { hit: DrugHit; chosen: boolean; marked: boolean; fields: readonly HitField[] }

/** One drug found: how it matched, and where and when it comes from. Drawn anew only when that changes. */
export const Hit = memo(function Hit({ hit, chosen, marked, fields }: Props) {
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
          {fields.map((field, at) => (
            // What follows the description stands at the far edge.
            <Fact key={field} hit={hit} field={field} begins={at === 0 || fields[at - 1] === 'description'} />
          ))}
          {marked && hit.synthetic && <SyntheticMark />}
        </div>
      </div>
    </>
  )
})

type FactProps = { hit: DrugHit; field: HitField; begins: boolean }

function Fact({ hit, field, begins }: FactProps) {
  const { t } = useTranslation('drugs')
  const given = givenOf(hit, field)
  const said = field === 'source' ? t(`source.${hit.source}`) : field === 'category' ? t('noCategory') : null
  const text = given === null ? said : <bdi>{given.slice(0, seenCharacters)}</bdi>
  const shown = field === 'age' ? <Timestamp at={hit.fetchedAt} /> : text
  // The place of what is not given is kept, so that what follows stands below the same of the next drug.
  return (
    <span data-field={field}>
      {shown !== null && !begins && '· '}
      {shown}
    </span>
  )
}

/** What the service gives; null: nothing. */
function givenOf(hit: DrugHit, field: HitField): string | null {
  if (field === 'id') return hit.drugId
  if (field === 'category') return hit.category
  if (field === 'synonyms') return hit.synonyms.join(', ') || null
  return field === 'description' ? hit.description || null : null
}
