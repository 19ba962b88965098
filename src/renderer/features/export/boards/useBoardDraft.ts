import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type Board, boardSchema } from '../../../../shared/domain/studies/board.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'

const settleMs = 400

const isValid = (board: Board): boolean => boardSchema.safeParse(board).success

export type BoardDraft = ReturnType<typeof useBoardDraft>

/** A board as a person changes it; it is saved by itself, as far as it can be: a name that is empty for a moment waits. */
export function useBoardDraft(studyId: string, stored: Board) {
  const readOnly = useReadOnly()
  const [board, change] = useState(stored)
  const [settled] = useDebouncedValue(board, settleMs)
  const saved = useRef(stored)
  const latest = useRef(stored)
  const isDeleted = useRef(false)
  const isDue = (next: Board) => !readOnly && !isDeleted.current && next !== saved.current && isValid(next)
  /** What is changed while it is being saved is saved next, though nobody looks at the board any more. */
  const { run, pending, failure } = useAction(async () => {
    for (let next = latest.current; isDue(next); next = latest.current) {
      await call('studies.saveBoard', { studyId, board: next })
      saved.current = next
    }
  })
  useEffect(() => {
    latest.current = board
  })
  useEffect(() => {
    if (!pending && failure === null && settled === board && isDue(settled)) void run()
  })
  const leave = useRef(() => undefined)
  useEffect(() => {
    leave.current = () => void run()
  })
  useEffect(() => () => leave.current(), [])
  /** Deletes it: a change that was not saved yet is not saved after. */
  const remove = async (): Promise<void> => {
    isDeleted.current = true
    try {
      await call('studies.removeBoard', { studyId, boardId: board.boardId })
    } catch (error) {
      isDeleted.current = false
      throw error
    }
  }
  return { board, change, failure, retry: () => void run(), remove, readOnly }
}
