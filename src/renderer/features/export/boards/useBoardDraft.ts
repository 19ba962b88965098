import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { type Board, boardSchema } from '../../../../shared/domain/studies/board.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useSetCached } from '../../../client/useCall.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { copyOf } from './boardDraft.ts'

const settleMs = 400

const isValid = (board: Board): boolean => boardSchema.safeParse(board).success

export type BoardDraft = ReturnType<typeof useBoardDraft>

/** Another one is stored than the one that was to be replaced. */
const isConflict = (error: unknown): boolean =>
  isFailure(error, 'rejected') && error.details.problems.some(({ field }) => field === 'replaces')

/** Of what is stored of it: the name without the blanks around it. */
const storedKey = (board: Board): string => hashKey([{ ...board, name: board.name.trim() }])

/**
 * A board as a person changes it; it is saved by itself, as far as it can be: a name that is empty for a moment waits.
 * What another window saves shows here as long as nothing is changed here; else both stay: what was changed here is saved
 * as a board of its own, and `moved` gets its id.
 */
export function useBoardDraft(studyId: string, stored: Board, moved: (boardId: string) => void) {
  const { t } = useTranslation('board')
  const readOnly = useReadOnly()
  const [board, change] = useState(stored)
  const [settled] = useDebouncedValue(board, settleMs)
  const saved = useRef(stored)
  const latest = useRef(stored)
  /** What was replaced here since the saved board was read: a reading that comes late shows it once more. */
  const replaced = useRef(new Set<string>())
  const isDeleted = useRef(false)
  const isDue = (next: Board) => !readOnly && !isDeleted.current && next !== saved.current && isValid(next)
  const isLeft = useRef(false)
  const setCached = useSetCached()
  const saveCopy = async (own: Board): Promise<void> => {
    const boards = await call('studies.boards', { studyId })
    const copy = copyOf(own, boards)
    await call('studies.saveBoard', { studyId, board: copy, replaces: null })
    const { boardId, name } = copy
    const { name: knownAs } = saved.current
    saved.current = copy
    latest.current = latest.current === own ? copy : { ...latest.current, boardId, name }
    change(latest.current)
    notifications.show({ message: t('copied', { name: knownAs, copy: name }), autoClose: false })
    setCached('studies.boards', { studyId }, [...boards, copy])
    if (!isLeft.current) moved(boardId)
  }
  const save = async (next: Board): Promise<void> => {
    try {
      const replaces = saved.current
      await call('studies.saveBoard', { studyId, board: next, replaces })
      replaced.current.add(storedKey(replaces))
      saved.current = next
    } catch (error) {
      if (!isConflict(error)) throw error
      if (!isDeleted.current) await saveCopy(next)
    }
  }
  const saving = useRef(Promise.resolve())
  /** What is changed while it is being saved is saved next, though nobody looks at the board any more. */
  const { run, pending, failure } = useAction(async () => {
    for (let next = latest.current; isDue(next); next = latest.current) {
      saving.current = save(next)
      await saving.current
    }
  })
  useEffect(() => {
    latest.current = board
  })
  useEffect(() => {
    if (!pending && failure === null && settled === board && isDue(settled)) void run()
  })
  // Last of these: what was read before is not saved over it. What was saved here stays as it was typed.
  useEffect(() => {
    // That of which a copy was saved is shown until the address says the copy.
    if (stored.boardId !== saved.current.boardId) return
    const key = storedKey(stored)
    if (key === storedKey(saved.current)) replaced.current.clear()
    else if (latest.current === saved.current && !replaced.current.has(key)) {
      saved.current = stored
      latest.current = stored
      change(stored)
    }
  }, [stored])
  const leave = useRef(() => undefined)
  useEffect(() => {
    leave.current = () => void run()
  })
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      leave.current()
    }
  }, [])
  /** Deletes it as it was saved or read last: a change that was not saved yet is not saved after. */
  const remove = async (): Promise<void> => {
    isDeleted.current = true
    try {
      // Where it failed, that is shown already.
      await saving.current.catch(() => undefined)
      await call('studies.removeBoard', { studyId, board: saved.current })
    } catch (error) {
      isDeleted.current = false
      throw error
    }
  }
  return { board, change, failure, retry: () => void run(), remove, readOnly }
}
