import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Output } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failures.ts'
import { call } from '../../client/call.ts'
import { useSetCached } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import { useNoteDrafts } from './noteDrafts.ts'
import type { Chosen } from './useChosen.ts'
import { useNoteUndo } from './useNoteUndo.ts'

const saveAfterMs = 500

/** A note that is saved as it is typed, a moment after the last letter and at once when the page is left. */
export function useNote({ drugId, name }: Chosen, profileId: string, kept: string) {
  const key = `${profileId} ${drugId}`
  const keep = useSetCached()
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
  const draft = useNoteDrafts(({ drafts }) => drafts[key])
  const { mutate, isPending, isSuccess, error, variables } = useMutation<
    Output<'drugs.mark'>,
    Failure,
    string
  >({
    scope: { id: 'drugs.mark' },
    networkMode: 'always',
    mutationFn: (note) => call('drugs.mark', { drugId, name, note }),
    onSuccess: (mark, note) => {
      keep('drugs.marks', { drugIds: [drugId] }, [mark])
      useNoteDrafts.getState().forget(key, note)
      saved(note, useNoteDrafts.getState().drafts[key] === undefined)
    },
    onSettled: () => {
      sent.current = null
    },
  })
  // Asks the store and not this render, since it runs when the page has gone.
  const saveNow = useCallback(() => {
    const now = useNoteDrafts.getState().drafts[key]
    if (openId.current !== profileId) return
    if (now === undefined || now === sent.current) return
    sent.current = now
    mutate(now)
  }, [key, profileId, mutate])

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
    text: draft ?? kept,
    type: (text: string) => {
      typed(kept)
      useNoteDrafts.getState().write(key, text)
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
