import { isDeepStrictEqual } from 'node:util'
import { rejected } from '../../shared/contract/failures.ts'
import { type Board, boardSchema, mostBoards } from '../../shared/domain/studies/board.ts'
import { parseJson } from '../../shared/json.ts'
import { message } from '../../shared/words/message.ts'

/*
 * Boards are stored in the `design` column of their study, beside the design itself. Readers of the design skip unknown
 * parts, and writers leave them unchanged.
 */

/** Parses a JSON object. Returns an empty object for any other text. */
export const readObject = (text: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

const entriesOf = (design: string): unknown[] => {
  const { boards } = readObject(design)
  return Array.isArray(boards) ? boards : []
}

/** Returns the boards in a study's `design` and skips those that cannot be parsed. */
export const readBoards = (design: string): Board[] =>
  entriesOf(design).flatMap((entry) => boardSchema.safeParse(entry).data ?? [])

const isBoard = (entry: unknown, boardId: string): boolean =>
  typeof entry === 'object' && entry !== null && 'boardId' in entry && entry.boardId === boardId

const storedOf = (design: string, boardId: string): Board | null =>
  readBoards(design).find((board) => board.boardId === boardId) ?? null

/**
 * Returns `design` with this board in place of the one with its id, or appended. Throws `rejected` if the stored board
 * is not the one it `replaces` (null: none), since another window may have saved it, or if there are too many boards.
 * Saving an identical board again is allowed, since the first response may have been lost.
 */
export function withBoard(design: string, board: Board, replaces: Board | null): string {
  const stored = storedOf(design, board.boardId)
  if (isDeepStrictEqual(stored, board)) return design
  if (!isDeepStrictEqual(stored, replaces))
    throw rejected(message('studies.boardChangedDeletedAnother'), [
      { field: 'replaces', message: message('studies.notWhatStored') },
    ])
  if (stored === null && readBoards(design).length >= mostBoards)
    throw rejected(message('studies.studyMostBoardsDelete', { mostBoards }))
  const entries = entriesOf(design)
  const boards = stored
    ? entries.map((entry) => (isBoard(entry, board.boardId) ? board : entry))
    : [...entries, board]
  return JSON.stringify({ ...readObject(design), boards })
}

/** Returns `design` without this board. Throws `rejected` if another window saved a different one under its id. */
export function withoutBoard(design: string, board: Board): string {
  const stored = storedOf(design, board.boardId)
  if (stored !== null && !isDeepStrictEqual(stored, board))
    throw rejected(message('studies.boardChangedAnotherWindow'), [
      { field: 'board', message: message('studies.notWhatStored') },
    ])
  return JSON.stringify({
    ...readObject(design),
    boards: entriesOf(design).filter((entry) => !isBoard(entry, board.boardId)),
  })
}
