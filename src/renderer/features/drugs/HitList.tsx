import { Button, Highlight } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './drugs.module.css'
import { matchingSynonyms, optionId, wordsOf } from './view.ts'

type Props = {
  id: string
  hits: readonly DrugHit[]
  text: string
  activeId: string | null
  openId: string | undefined
  open(drugId: string): void
  onKeyDown(event: KeyboardEvent): void
  more: (() => void) | undefined
}

/** The drugs found. Arrow keys move, Enter opens, from the search field as well as from the list. */
export function HitList({ id, hits, text, activeId, openId, open, onKeyDown, more }: Props) {
  const { t } = useTranslation('drugs')
  return (
    <div className={classes.hits}>
      <div
        id={id}
        role="listbox"
        tabIndex={0}
        className={classes.listbox}
        aria-label={t('list')}
        aria-activedescendant={activeId === null ? undefined : optionId(id, activeId)}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const drugId = drugAt(target)
          if (drugId !== undefined) open(drugId)
        }}
      >
        {hits.map((hit) => (
          <div
            key={hit.drugId}
            id={optionId(id, hit.drugId)}
            role="option"
            tabIndex={-1}
            className={classes.hit}
            aria-selected={hit.drugId === openId}
            data-active={hit.drugId === activeId || undefined}
            data-drug={hit.drugId}
          >
            <Hit hit={hit} text={text} />
          </div>
        ))}
      </div>
      {more && (
        <Button className={classes.more ?? ''} size="xs" variant="default" onClick={more}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

const drugAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-drug]')?.dataset['drug'] : undefined

function Hit({ hit, text }: { hit: DrugHit; text: string }) {
  const { t } = useTranslation('drugs')
  const words = wordsOf(text)
  const synonyms = matchingSynonyms(hit, text)
  const also = synonyms.length > 0 ? t('alsoCalled', { names: synonyms.join(', ') }) : ''
  return (
    <>
      <div className={classes.hitMain}>
        <Highlight component="span" inherit highlight={words} className={classes.hitName ?? ''}>
          {hit.name}
        </Highlight>
        {also && (
          <Highlight component="span" inherit highlight={words} className={classes.hitAlso ?? ''}>
            {also}
          </Highlight>
        )}
      </div>
      <div className={classes.hitFacts}>
        <Highlight component="span" inherit highlight={words}>
          {hit.category ?? t('noCategory')}
        </Highlight>
        <span>
          {t(`source.${hit.source}`)} · <Timestamp at={hit.fetchedAt} />
        </span>
      </div>
    </>
  )
}
