import { isDeepStrictEqual } from 'node:util'
import { rejected } from '../../shared/contract/failures.ts'
import { type Board, boardSchema, mostBoards } from '../../shared/domain/studies/board.ts'
import { parseJson } from '../../shared/json.ts'
import { message } from '../../shared/messages/message.ts'

/*
 * Boards lie beside the design of their study, in its column of the journal: what reads the design skips the parts that it
 * does not know, and what changes it leaves them as they are.
 */

/** The text as an object; empty where it is none. */
export const readObject = (text: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

const entriesOf = (design: string): unknown[] => {
  const { boards } = readObject(design)
  return Array.isArray(boards) ? boards : []
}

/** The boards in a study's `design`; one that cannot be read is passed over. */
export const readBoards = (design: string): Board[] =>
  entriesOf(design).flatMap((entry) => boardSchema.safeParse(entry).data ?? [])

const isBoard = (entry: unknown, boardId: string): boolean =>
  typeof entry === 'object' && entry !== null && 'boardId' in entry && entry.boardId === boardId

const storedOf = (design: string, boardId: string): Board | null =>
  readBoards(design).find((board) => board.boardId === boardId) ?? null

/**
 * The same `design` with this board, in the place of the one that has its id, or last. Throws `rejected` where that one is
 * not what it `replaces` (null: none), as another window may have saved it since; and where there are too many. What is
 * there already is not a conflict: it may be saved again because the response was lost.
 */
export function withBoard(design: string, board: Board, replaces: Board | null): string {
  const stored = storedOf(design, board.boardId)
  if (isDeepStrictEqual(stored, board)) return design
  if (!isDeepStrictEqual(stored, replaces))
    throw rejected(
      message`This board was changed or deleted in another window. Nothing was saved. Try again with the board as it is now.`,
      [{ field: 'replaces', message: message`not what is stored` }],
    )
  if (stored === null && readBoards(design).length >= mostBoards)
    throw rejected(message`A study has at most ${mostBoards} boards. Delete one that is no longer used.`)
  const entries = entriesOf(design)
  const boards = stored
    ? entries.map((entry) => (isBoard(entry, board.boardId) ? board : entry))
    : [...entries, board]
  return JSON.stringify({ ...readObject(design), boards })
}

/**
 * The same `design` without this board. Throws `rejected` where another one is stored under its id, as another window may
 * have saved it since. What is not there is not a conflict.
 */
export function withoutBoard(design: string, board: Board): string {
  const stored = storedOf(design, board.boardId)
  if (stored !== null && !isDeepStrictEqual(stored, board))
    throw rejected(
      message`This board was changed in another window and was not deleted. Look at it as it is now, then delete it again.`,
      [{ field: 'board', message: message`not what is stored` }],
    )
  return JSON.stringify({
    ...readObject(design),
    boards: entriesOf(design).filter((entry) => !isBoard(entry, board.boardId)),
  })
}
