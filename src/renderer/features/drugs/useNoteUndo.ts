import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useSetCached } from '../../client/useCall.ts'
import { createUndoOffer } from '../../state/undo.tsx'
import type { Chosen } from './useChosen.ts'

type Typing = {
  former: string
  offerUndo: ReturnType<typeof createUndoOffer>
  hasLeft: boolean
  saved: string | null
}

/** Offers to take a note back: not while it is typed, but once its field was left and all of it is saved. */
export function useNoteUndo({ drugId, name }: Chosen) {
  const { t } = useTranslation('drugs')
  const keep = useSetCached()
  const typing = useRef<Typing | null>(null)

  const offer = useCallback(() => {
    const done = typing.current
    if (!done?.hasLeft || done.saved === null) return
    typing.current = null
    const { former, saved, offerUndo } = done
    if (saved === former) return
    const undo = async () => {
      const mark = await call('drugs.mark', { drugId, name, note: former })
      keep('drugs.marks', { drugIds: [drugId] }, [mark])
    }
    offerUndo({ message: t('mine.noteChanged', { name }), label: t('undo'), undo })
  }, [drugId, name, keep, t])

  return {
    /** `kept`: the note before the first letter. */
    typed: useCallback((kept: string) => {
      const { former, offerUndo } = typing.current ?? { former: kept, offerUndo: createUndoOffer() }
      typing.current = { former, offerUndo, hasLeft: false, saved: null }
    }, []),
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
