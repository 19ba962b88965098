import { Button, TagsInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Input, Output } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failures.ts'
import type { DrugDetail } from '../../../../shared/domain/drugs/drug.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { call } from '../../../client/call.ts'
import { useCall, useEvent, useSetCached } from '../../../client/useCall.ts'
import { type OfferUndo, useUndoOffers } from '../../../state/undo.tsx'
import { usePageState } from '../../../ui/pageState.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import type { Chosen } from '../useChosen.ts'
import classes from './page.module.css'

type Props = { drug: DrugDetail; profileId: string; marking: Marking }

/** What the person adds to a drug: tags and a note, stored on this computer alone. */
export function Mine({ drug, profileId, marking }: Props) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('drugs')
  const sets = useCall('drugLists.list', {})
  const known = (sets.data ?? []).filter(({ kind }) => kind === 'tag').map(({ name }) => name)
  const { tags, ready, change, putTagsBack, failure, retry } = marking
  const offerTags = (gone: readonly string[]) => {
    const offerUndo = undoOffers.create()
    const message = t('mine.tagsGone', { count: gone.length, tags: gone.join(', ') })
    const offer = () => offerUndo({ message, label: t('undo'), undo: () => putTagsBack(gone) })
    return gone.length > 0 ? { onSuccess: offer } : {}
  }
  return (
    <section className={classes.section} aria-label={t('mine.title')}>
      <h3 className={classes.sectionTitle}>{t('mine.title')}</h3>
      <TagsInput
        mt={8}
        size="xs"
        label={t('mine.tags')}
        placeholder={tags.length === 0 ? t('mine.tagsHint') : ''}
        maxTags={50}
        maxLength={100}
        disabled={!ready}
        data={known}
        value={tags}
        onChange={(given) => {
          const gone = tags.filter((tag) => !given.includes(tag))
          change({ tags: given }, offerTags(gone))
        }}
        comboboxProps={{ withinPortal: true }}
      />
      {failure && <NotSaved message={failure.userMessage} retry={retry} />}
      <Note drug={drug} profileId={profileId} saved={marking.note} ready={ready} />
    </section>
  )
}

type NoteProps = { drug: DrugDetail; profileId: string; saved: string; ready: boolean }

function Note({ drug, profileId, saved, ready }: NoteProps) {
  const { t } = useTranslation('drugs')
  const { text, type, saveNow, leave, failure, state } = useNote(drug, profileId, saved)
  return (
    <>
      <Textarea
        mt={8}
        size="xs"
        rows={2}
        classNames={{ input: classes.note ?? '' }}
        maxLength={20_000}
        disabled={!ready}
        label={t('mine.note')}
        placeholder={t('mine.noteHint')}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
      <div className={classes.mineFoot}>
        <span>{t('mine.where')}</span>
        <output>{failure || state === 'same' ? '' : t(`mine.${state}`)}</output>
      </div>
      {failure && <NotSaved message={failure.userMessage} retry={saveNow} />}
    </>
  )
}

function NotSaved({ message, retry }: { message: Message; retry(): void }) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const translate = useTranslator()
  return (
    <p className={classes.notSaved} role="alert">
      {t('mine.notSaved', { message: translate(message) })}
      <Button size="compact-xs" variant="default" onClick={retry}>
        {words('retry')}
      </Button>
    </p>
  )
}

const saveAfterMs = 500

/** A note that is saved as it is typed, a moment after the last letter and at once when the page is left. */
function useNote({ drugId, name }: Chosen, profileId: string, savedText: string) {
  const key = `${profileId} ${drugId}`
  const setCached = useSetCached()
  const { typed, saved, left } = useNoteUndo({ drugId, name })
  /** What is on its way, so that leaving the field and then the page does not send it twice. */
  const sent = useRef<string | null>(null)
  /** A note goes to whatever profile is open in main, so it is told apart from the one that was typed in. */
  const openId = useRef(profileId)
  useEvent('status.changed', ({ profile }) => {
    openId.current = profile?.id ?? ''
  })
  // Before the effects of the former profile end, which save.
  useLayoutEffect(() => {
    openId.current = profileId
  }, [profileId])
  const notes = usePageState().get(createNoteDrafts)
  const draft = useStore(notes, ({ drafts }) => drafts[key])
  const { mutate, isPending, isSuccess, error, variables } = useMutation<
    Output<'drugs.mark'>,
    Failure,
    string
  >({
    scope: { id: 'drugs.mark' },
    networkMode: 'always',
    mutationFn: (note) => call('drugs.mark', { drugId, name, note }),
    onSuccess: (mark, note) => {
      setCached('drugs.marks', { drugIds: [drugId] }, [mark])
      notes.getState().forget(key, note)
      saved(note, notes.getState().drafts[key] === undefined)
    },
    onSettled: () => {
      sent.current = null
    },
  })
  // Asks the store and not this render, since it runs when the page has gone.
  const saveNow = useCallback(() => {
    const now = notes.getState().drafts[key]
    if (openId.current !== profileId) return
    if (now === undefined || now === sent.current) return
    sent.current = now
    mutate(now)
  }, [notes, key, profileId, mutate])

  const isTried = draft === variables && (isPending || error !== null)
  useEffect(() => {
    if (draft === undefined || isTried) return
    const timer = setTimeout(saveNow, saveAfterMs)
    return () => clearTimeout(timer)
  }, [draft, isTried, saveNow])
  useEffect(() => {
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
      left()
    }
  }, [saveNow, left])

  const isDirty = draft !== undefined
  return {
    text: draft ?? savedText,
    type: (text: string) => {
      typed(savedText)
      notes.getState().write(key, text)
    },
    saveNow,
    leave: () => {
      saveNow()
      left()
    },
    failure: isDirty && !isPending ? error : null,
    state: isDirty ? ('saving' as const) : isSuccess ? ('saved' as const) : ('same' as const),
  }
}

type Typing = {
  former: string
  offerUndo: OfferUndo
  hasLeft: boolean
  saved: string | null
}

/** Offers to take a note back: not while it is typed, but once its field was left and all of it is saved. */
function useNoteUndo({ drugId, name }: Chosen) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('drugs')
  const setCached = useSetCached()
  const typing = useRef<Typing | null>(null)

  const offer = useCallback(() => {
    const done = typing.current
    if (!done?.hasLeft || done.saved === null) return
    typing.current = null
    const { former, saved, offerUndo } = done
    if (saved === former) return
    const undo = async () => {
      const mark = await call('drugs.mark', { drugId, name, note: former })
      setCached('drugs.marks', { drugIds: [drugId] }, [mark])
    }
    offerUndo({ message: t('mine.noteChanged', { name }), label: t('undo'), undo })
  }, [drugId, name, setCached, t])

  return {
    /** `before`: the note before the first letter. */
    typed: useCallback(
      (before: string) => {
        const { former, offerUndo } = typing.current ?? { former: before, offerUndo: undoOffers.create() }
        typing.current = { former, offerUndo, hasLeft: false, saved: null }
      },
      [undoOffers],
    ),
    /** `isAll`: nothing was typed since. */
    saved: useCallback(
      (note: string, isAll: boolean) => {
        if (typing.current && isAll) typing.current.saved = note
        offer()
      },
      [offer],
    ),
    left: useCallback(() => {
      if (typing.current) typing.current.hasLeft = true
      offer()
    }, [offer]),
  }
}

type Drafts = {
  /** By profile and drug: what was typed and is not known to be saved. */
  drafts: Readonly<Record<string, string>>
  write(key: string, text: string): void
  /** Forgets a draft, unless more has been typed since. */
  forget(key: string, text: string): void
}

/** Notes on their way to be saved. They outlive the page they were typed on, and stay where saving failed. */
const createNoteDrafts = () =>
  createStore<Drafts>()((set) => ({
    drafts: {},
    write: (key, text) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: text } })),
    forget: (key, text) =>
      set(({ drafts }) => {
        const { [key]: draft, ...others } = drafts
        return draft === text ? { drafts: others } : {}
      }),
  }))

type Change = Omit<Input<'drugs.mark'>, 'drugId' | 'name'>

/**
 * What the person noted of a drug, with what is being saved of it as if it were. Changes are saved one after another,
 * and go on when the page is left.
 */
export function useMark({ drugId, name }: Chosen) {
  const setCached = useSetCached()
  const marks = useCall('drugs.marks', { drugIds: [drugId] })
  const saved = marks.data?.find((mark) => mark.drugId === drugId)
  const saving = useMutation<Output<'drugs.mark'>, Failure, Change>({
    scope: { id: 'drugs.mark' },
    networkMode: 'always',
    mutationFn: (change) => call('drugs.mark', { drugId, name, ...change }),
    onSuccess: (mark) => setCached('drugs.marks', { drugIds: [drugId] }, [mark]),
  })
  const unsaved = saving.isPending ? saving.variables : {}
  return {
    favourite: unsaved.favourite ?? saved?.favourite ?? false,
    tags: unsaved.tags ?? saved?.tags ?? [],
    note: saved?.note ?? '',
    /** Nothing may be changed before it is known what would be replaced. */
    ready: marks.data !== undefined,
    change: saving.mutate,
    /** Adds tags to those that the drug has by then; throws `Failure`. */
    putTagsBack: async (gone: readonly string[]) => {
      const [now] = await call('drugs.marks', { drugIds: [drugId] })
      const tags = [...new Set([...(now?.tags ?? []), ...gone])]
      setCached('drugs.marks', { drugIds: [drugId] }, [await call('drugs.mark', { drugId, name, tags })])
    },
    failure: saving.error ?? marks.failure,
    retry: () => (saving.variables === undefined ? void marks.refetch() : saving.mutate(saving.variables)),
  }
}

export type Marking = ReturnType<typeof useMark>
