import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { type Board, boardSchema } from '../../../../shared/domain/studies/board.ts'
import { call, useAction, useSetCached } from '../../../client/call.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { copyOf } from './boardDraft.ts'

const settleMs = 400

const isValid = (board: Board): boolean => boardSchema.safeParse(board).success

export type BoardDraft = ReturnType<typeof useBoardDraft>

/** Returns true if another window has saved the board since it was read. */
const isConflict = (error: unknown): boolean =>
  isFailure(error, 'rejected') && error.details.problems.some(({ field }) => field === 'replaces')

/** Returns a key of the board as it is stored, which is with a trimmed name. */
const storedKey = (board: Board): string => hashKey([{ ...board, name: board.name.trim() }])

/**
 * Holds a board while the user edits it, and saves it automatically once it is valid: an empty name waits. Changes of
 * another window are shown while there are none here. On a conflict, both versions stay: this one is saved as a copy,
 * and `moved` gets its id.
 */
export function useBoardDraft(studyId: string, stored: Board, moved: (boardId: string) => void) {
  const { t } = useTranslation('board')
  const readOnly = useReadOnly()
  const [board, change] = useState(stored)
  const [settled] = useDebouncedValue(board, settleMs)
  const saved = useRef(stored)
  const latest = useRef(stored)
  /** The versions replaced here since the saved board was read. A late response with one of them is ignored. */
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
  /** Saves until no change is left. Changes made during a save are saved next, even after the editor closes. */
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
  // Runs after the effect above, so that an older version is not saved over this one. The board stays as typed,
  // although the stored name is trimmed.
  useEffect(() => {
    // After a copy was saved, `stored` is the original until the address changes to the copy.
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
  /** Deletes the last saved version. Unsaved changes are discarded. */
  const remove = async (): Promise<void> => {
    isDeleted.current = true
    try {
      // The failure of the save is already shown.
      await saving.current.catch(() => undefined)
      await call('studies.removeBoard', { studyId, board: saved.current })
    } catch (error) {
      isDeleted.current = false
      throw error
    }
  }
  return { board, change, failure, retry: () => void run(), remove, readOnly }
}
