import { Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { TwoPanes } from '../../ui/TwoPanes.tsx'
import { Categories } from './Categories.tsx'
import { DrugDetail } from './DrugDetail.tsx'
import classes from './drugs.module.css'
import { HitList } from './HitList.tsx'
import { useDrugSearch } from './useDrugSearch.ts'
import { nextHit, optionId, parseView, type View } from './view.ts'

const cacheAfterMs = 150
// Typing goes on; the service's limit is for questions that a person has finished asking.
const serviceAfterMs = 400

/** Facets, the drugs found, and the page of the chosen one. The address holds what is asked and what is open. */
export function DrugsScreen() {
  const { t, i18n } = useTranslation('drugs')
  const navigate = useNavigate()
  const view = parseView(useSearch({ strict: false }))
  const go = (change: Partial<View>, replace = false) =>
    void navigate({ to: '/drugs', search: withoutGaps({ ...view, ...change }) as never, replace })
  const { history } = useRouter()
  const [text, setText] = useText(view.text, (asked) => {
    // Typed a moment before leaving: the text comes too late to call anyone back.
    if (history.location.pathname === '/drugs') go({ text: asked }, true)
  })
  const [settled] = useDebouncedValue(view.text, serviceAfterMs - cacheAfterMs)
  const found = useDrugSearch(
    { text: view.text, category: view.category },
    { text: settled, category: view.category },
  )
  const categories = useCall('drugs.categories', {}, { again: found.serviceAnsweredAt }).data ?? []
  const list = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const number = new Intl.NumberFormat(i18n.language)
  const shown = number.format(found.hits.length)
  useStatusText(found.total === null ? null : t('total', { shown, total: number.format(found.total) }))

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && activeId !== null) return go({ drug: activeId })
    const next = nextHit(event.key, activeId, found.hits)
    if (next === null) return
    event.preventDefault()
    setActiveId(next)
    document.getElementById(optionId(list, next))?.scrollIntoView({ block: 'nearest' })
  }
  const none = found.total === 0 && found.complete && !found.loading
  const nothing = none && !found.failure

  return (
    <div className={classes.page}>
      <ToolRow>
        <TextInput
          type="search"
          size="xs"
          className={classes.search ?? ''}
          aria-label={t('search')}
          placeholder={t('searchHint')}
          role="combobox"
          aria-expanded={!nothing}
          aria-controls={nothing ? undefined : list}
          aria-activedescendant={activeId === null ? undefined : optionId(list, activeId)}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            text && <CloseButton size="xs" aria-label={t('noMatch.action')} onClick={() => setText('')} />
          }
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setActiveId(null)
          }}
          onKeyDown={move}
        />
      </ToolRow>
      <LoadingBar visible={found.loading} />
      {found.failure && <FailureNotice failure={found.failure} retry={found.again} />}
      {found.notice && (
        <p className={classes.notice} role="status">
          {found.notice}
        </p>
      )}
      <TwoPanes
        left={
          <div className={classes.columns}>
            <Categories
              categories={categories}
              chosen={view.category}
              choose={(category) => go({ category })}
            />
            {nothing ? (
              <Nothing
                text={view.text}
                cacheOnly={found.notice !== null}
                clear={() => setText('')}
                again={found.again}
              />
            ) : (
              <HitList
                id={list}
                hits={found.hits}
                text={view.text}
                activeId={activeId}
                openId={view.drug}
                open={(drug) => {
                  setActiveId(drug)
                  go({ drug })
                }}
                onKeyDown={move}
                more={found.hasMore ? found.showMore : undefined}
              />
            )}
          </div>
        }
        right={view.drug !== undefined && <DrugDetail key={view.drug} drugId={view.drug} />}
        onCloseRight={() => go({ drug: undefined })}
      />
    </div>
  )
}

type NothingProps = { text: string; cacheOnly: boolean; clear: () => void; again: () => void }

function Nothing({ text, cacheOnly, clear, again }: NothingProps) {
  const { t } = useTranslation('drugs')
  if (!text)
    return (
      <div className={classes.nothing}>
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={<Button onClick={again}>{t('empty.action')}</Button>}
        />
      </div>
    )
  return (
    <div className={classes.nothing}>
      <EmptyState
        title={t('noMatch.title', { text })}
        text={t(cacheOnly ? 'noMatch.cacheText' : 'noMatch.text')}
        action={
          <Button variant="default" onClick={clear}>
            {t('noMatch.action')}
          </Button>
        }
      />
    </div>
  )
}

/** What stands in the field: typed text reaches the address a moment later, and another address replaces it. */
function useText(asked: string, ask: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(asked)
  const [own, setOwn] = useState(asked)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    // A step back or a link; what was asked from here comes back while more is being typed, and must not undo it.
    if (asked !== own) {
      setOwn(asked)
      setText(asked)
    }
  }
  const askSoon = useDebouncedCallback((typed: string) => {
    setOwn(typed)
    ask(typed)
  }, cacheAfterMs)
  const type = (typed: string) => {
    setText(typed)
    askSoon(typed)
  }
  return [text, type]
}

const withoutGaps = (view: Partial<View>): Partial<View> =>
  Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined && value !== ''))
