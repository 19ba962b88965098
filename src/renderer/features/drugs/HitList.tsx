import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import classes from './drugs.module.css'
import { Hit } from './Hit.tsx'
import type { HitField } from './hitFields.ts'
import { optionId } from './keys.ts'
import type { Choosing, Chosen } from './useChosen.ts'

type Props = {
  id: string
  hits: readonly DrugHit[]
  /** Another question begins at the top. */
  shownKey: string | null
  /** How many there are; null where there are more than are counted. */
  total: number | null
  activeId: string | null
  openId: string | undefined
  choosing: Choosing
  open(drugId: string): void
  choose(drug: Chosen): void
  onKeyDown(event: KeyboardEvent): void
  /** What is told of each, in this order. */
  fields: readonly HitField[]
  /** Each says of itself whether it is synthetic. */
  markEach: boolean
  hasMore: boolean
  /** Reads the next page. */
  more(): void
}

const hitHeight = 52
const pageAhead = 20

/** The drugs found, of which only those in sight are drawn; pages follow as the person scrolls. Drawn anew only when something of it changes. */
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
    // With every page that has come: the next one may be needed at once.
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
