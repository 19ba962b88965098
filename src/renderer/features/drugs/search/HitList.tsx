import { Stack } from '@mantine/core'
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugHit, TextRange } from '../../../../shared/domain/drugs/drug.ts'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import type { ArrangeableColumn } from '../../../ui/table/columns/columnLayout.ts'
import { Timestamp } from '../../../ui/text/formats.tsx'
import classes from '../drugs.module.css'
import type { Choosing, Chosen } from '../useChosen.ts'
import { optionId } from './useHitKeys.ts'

/** Only one line of the description is visible, and it may be a megabyte long. */
const seenCharacters = 200

/** `marked`: shows if this drug is synthetic, for lists where not all are. */
type HitProps = { hit: DrugHit; chosen: boolean; marked: boolean; fields: readonly HitField[] }

/** One drug of the list, with its match, source and age. Memoized. */
const Hit = memo(function Hit({ hit, chosen, marked, fields }: HitProps) {
  const { t } = useTranslation('drugs')
  const synonym = hit.match?.synonym ?? null
  const Box = chosen ? IconSquareCheckFilled : IconSquare
  return (
    <>
      {/* For the mouse only: Space does the same, and a screen reader announces whether the drug is selected. */}
      <span className={classes.choose} data-choose aria-hidden title={t('compare.hint')}>
        <Box size={16} stroke={1.5} />
      </span>
      <Stack gap={2} flex={1} miw={0}>
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
            // A field after the description needs no separator, because the description pushes it to the right edge.
            <Fact key={field} hit={hit} field={field} begins={at === 0 || fields[at - 1] === 'description'} />
          ))}
          {marked && hit.synthetic && <SyntheticMark />}
        </div>
      </Stack>
    </>
  )
})

type FactProps = { hit: DrugHit; field: HitField; begins: boolean }

function Fact({ hit, field, begins }: FactProps) {
  const { t } = useTranslation('drugs')
  const given = givenOf(hit, field)
  const placeholder =
    field === 'source' ? t(`source.${hit.source}`) : field === 'category' ? t('noCategory') : null
  const text = given === null ? placeholder : <bdi>{given.slice(0, seenCharacters)}</bdi>
  const shown = field === 'age' ? <Timestamp at={hit.fetchedAt} /> : text
  // A missing field keeps its space, so that the fields of all drugs are aligned.
  return (
    <span data-field={field}>
      {shown !== null && !begins && '· '}
      {shown}
    </span>
  )
}

function givenOf(hit: DrugHit, field: HitField): string | null {
  if (field === 'id') return hit.drugId
  if (field === 'category') return hit.category
  if (field === 'synonyms') return hit.synonyms.join(', ') || null
  return field === 'description' ? hit.description || null : null
}

type Props = {
  id: string
  hits: readonly DrugHit[]
  /** Changes with the query, which scrolls the list to the top. */
  shownKey: string | null
  /** The number of drugs; null if there are more than were counted. */
  total: number | null
  activeId: string | null
  openId: string | undefined
  choosing: Choosing
  open(drugId: string): void
  choose(drug: Chosen): void
  onKeyDown(event: KeyboardEvent): void
  fields: readonly HitField[]
  /** True if each drug shows whether it is synthetic. */
  markEach: boolean
  hasMore: boolean
  more(): void
}

const hitHeight = 52
const pageAhead = 20

/** Lists the drugs. Only visible ones are rendered; more pages load as the user scrolls. Memoized. */
export const HitList = memo(function HitList(props: Props) {
  const { id, hits, shownKey, total, activeId, openId, choosing, hasMore, more } = props
  const { t } = useTranslation('drugs')
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => hitHeight,
    overscan: 12,
    initialRect: { width: 600, height: 600 },
  })
  const items = virtual.getVirtualItems()
  const activeIndex = activeId === null ? -1 : hits.findIndex(({ drugId }) => drugId === activeId)
  const isNearEnd = Math.max(items.at(-1)?.index ?? 0, activeIndex) >= hits.length - pageAhead
  useEffect(() => {
    // Runs again for every page that arrives, because the next one may be needed immediately.
    if (isNearEnd && hasMore && hits) more()
  }, [isNearEnd, hasMore, hits, more])
  useEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex)
  }, [activeIndex, virtual])
  useEffect(() => {
    if (shownKey !== null) scroller.current?.scrollTo?.({ top: 0 })
  }, [shownKey])

  const click = ({ target }: MouseEvent) => {
    const hit = hits[indexAt(target)]
    if (!hit) return
    if (target instanceof Element && target.closest('[data-choose]')) return props.choose(hit)
    props.open(hit.drugId)
  }
  return (
    <div
      ref={scroller}
      id={id}
      role="listbox"
      tabIndex={0}
      className={classes.listbox}
      aria-label={t('list')}
      aria-multiselectable
      aria-activedescendant={activeIndex >= 0 && activeId !== null ? optionId(id, activeId) : undefined}
      onKeyDown={props.onKeyDown}
      onClick={click}
    >
      <div role="presentation" className={classes.hitRows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const hit = hits[index]
          if (!hit) return null
          const chosen = choosing.isChosen(hit.drugId)
          return (
            <div
              key={hit.drugId}
              id={optionId(id, hit.drugId)}
              role="option"
              tabIndex={-1}
              className={classes.hit}
              aria-selected={chosen}
              aria-current={hit.drugId === openId || undefined}
              aria-posinset={index + 1}
              aria-setsize={total ?? -1}
              data-active={hit.drugId === activeId || undefined}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Hit hit={hit} chosen={chosen} marked={props.markEach} fields={props.fields} />
            </div>
          )
        })}
      </div>
    </div>
  )
})

const indexAt = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1) : -1

/** Highlights the ranges in a text, isolating its writing direction. Ranges outside the text are ignored. */
function Marked({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start < at || end <= start || end > text.length) continue
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  )
}

const hitFields = ['id', 'category', 'synonyms', 'description', 'source', 'age'] as const
type HitField = (typeof hitFields)[number]
type Column = ArrangeableColumn & { id: HitField | 'name' }

const copies: Partial<Record<Column['id'], string>> = { id: 'drug_id', age: 'fetched_at' }

const hiddenAtFirst: ReadonlySet<Column['id']> = new Set(['id', 'synonyms', 'age'])

/** Returns the same fields as columns, for the column menu and for copying. The name has its own line. */
export const hitColumns = (t: TFunction<'drugs'>): Column[] =>
  (['name', ...hitFields] as const).map((id) => ({
    id,
    label: t(`fields.${id}`),
    // Unused, because the list has no columns.
    width: 0,
    copies: [copies[id] ?? id],
    ...(id === 'name' && { role: 'name' }),
    ...(hiddenAtFirst.has(id) && { hiddenAtFirst: true }),
  }))
