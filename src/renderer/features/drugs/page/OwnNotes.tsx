import { Button, Group, TagsInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Input, Output } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failures.ts'
import type { DrugDetail } from '../../../../shared/domain/drugs/drug.ts'
import type { Message } from '../../../../shared/words/message.ts'
import { call, useCall, useEvent, useSetCached } from '../../../client/call.ts'
import { type OfferUndo, useUndoOffers } from '../../../state/undo.tsx'
import { usePageState } from '../../../ui/pageState.ts'
import { Section } from '../../../ui/panes/Section.tsx'
import { useTranslator } from '../../../ui/text/formats.tsx'
import type { Chosen } from '../useChosen.ts'
import classes from './page.module.css'

type Props = { drug: DrugDetail; profileId: string; marking: Marking }

/** Edits the user's tags and note on a drug, which are stored on this computer only. */
export function OwnNotes({ drug, profileId, marking }: Props) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('drugs')
  const sets = useCall('drugLists.list', {})
  const known = (sets.data ?? []).filter(({ kind }) => kind === 'tag').map(({ name }) => name)
  const { tags, ready, change, putTagsBack, failure, retry } = marking
  const offerTags = (gone: readonly string[]) => {
    const offerUndo = undoOffers.create()
    const message = t('mine.tagsGone', { count: gone.length, tags: gone.join(', ') })
    const offer = () => offerUndo({ message, undo: () => putTagsBack(gone) })
    return gone.length > 0 ? { onSuccess: offer } : {}
  }
  return (
    <Section inPane title={t('mine.title')}>
      <TagsInput
        label={t('term.tags')}
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
    </Section>
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
      <Group gap="md" wrap="nowrap" align="stretch" justify="space-between" mt="xs" c="dimmed" fz="xs">
        <span>{t('mine.where')}</span>
        <output>{failure || state === 'same' ? '' : t(`mine.${state}`)}</output>
      </Group>
      {failure && <NotSaved message={failure.userMessage} retry={saveNow} />}
    </>
  )
}

function NotSaved({ message, retry }: { message: Message; retry(): void }) {
  const { t } = useTranslation('drugs')
  const translate = useTranslator()
  return (
    <p className={classes.notSaved} role="alert">
      {t('mine.notSaved', { message: translate(message) })}
      <Button size="compact-xs" onClick={retry}>
        {t('retry')}
      </Button>
    </p>
  )
}

const saveAfterMs = 500

/** Returns a note that is saved shortly after the last keystroke, and immediately when the page closes. */
function useNote({ drugId, name }: Chosen, profileId: string, savedText: string) {
  const key = `${profileId} ${drugId}`
  const setCached = useSetCached()
  const { typed, saved, left } = useNoteUndo({ drugId, name })
  /** The text being saved, so that leaving the field and then the page does not send it twice. */
  const sent = useRef<string | null>(null)
  /** The open profile, into which the main process saves a note. One typed in another profile is not sent. */
  const openId = useRef(profileId)
  useEvent('status.changed', ({ profile }) => {
    openId.current = profile?.id ?? ''
  })
  // A layout effect, because it must run before the effects of the old profile are cleaned up, which saves.
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
  // Reads the store, because this also runs after the page has closed.
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

type Typing = { former: string; offerUndo: OfferUndo; hasLeft: boolean; saved: string | null }

/** Offers to undo a note once its field was left and all of it is saved. */
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
    offerUndo({ message: t('mine.noteChanged', { name }), undo })
  }, [drugId, name, setCached, t])

  return {
    /** `before`: the note before the first keystroke. */
    typed: useCallback(
      (before: string) => {
        const { former, offerUndo } = typing.current ?? { former: before, offerUndo: undoOffers.create() }
        typing.current = { former, offerUndo, hasLeft: false, saved: null }
      },
      [undoOffers],
    ),
    /** `isAll`: the user has typed nothing since. */
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
  /** By profile and drug: the text that is not confirmed as saved. */
  drafts: Readonly<Record<string, string>>
  write(key: string, text: string): void
  /** Removes a draft, unless the user has typed more since. */
  forget(key: string, text: string): void
}

/** Holds notes until they are saved. They outlive the page, and stay if saving fails. */
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

/** Returns the user's marks on a drug. Changes are saved one after another, even after the page closes. */
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
    /** True once the marks are loaded; until then, nothing may be changed. */
    ready: marks.data !== undefined,
    change: saving.mutate,
    /** Adds tags to the drug's current ones; throws `Failure`. */
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
