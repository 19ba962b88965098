import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { type Board, boardSchema } from '../../../../shared/domain/studies/board.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'

const settleMs = 400

const isValid = (board: Board): boolean => boardSchema.safeParse(board).success

/** A board as a person changes it; it is saved by itself, as far as it can be: a name that is empty for a moment waits. */
export function useBoardDraft(studyId: string, stored: Board) {
  const readOnly = useReadOnly()
  const [board, change] = useState(stored)
  const [settled] = useDebouncedValue(board, settleMs)
  const saved = useRef(stored)
  const isDue = (next: Board) => !readOnly && next !== saved.current && isValid(next)
  const { run, pending, failure } = useAction(async (next: Board) => {
    await call('studies.saveBoard', { studyId, board: next })
    saved.current = next
  })
  useEffect(() => {
    if (!pending && failure === null && isDue(settled)) void run(settled)
  })
  const leave = useRef(() => undefined)
  useEffect(() => {
    leave.current = () => {
      if (isDue(board)) void run(board)
    }
  })
  useEffect(() => () => leave.current(), [])
  return { board, change, failure, retry: () => void run(board), readOnly }
}
