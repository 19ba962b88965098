import {
  type Board,
  type BoardPanel,
  type FigureDefinition,
  mostPanels,
} from '../../../../shared/domain/studies/board.ts'
import { figurePresets } from '../../../charts/saving/figureSaving.ts'

const { widthMm, lettersPt } = figurePresets.columns

export const newBoard = (name: string): Board => ({
  boardId: crypto.randomUUID(),
  name,
  title: '',
  caption: '',
  widthMm,
  lettersPt,
  columns: 2,
  panels: [],
})

export function freeName(boards: readonly Board[], nameOf: (number: number) => string): string {
  let number = 1
  while (boards.some(({ name }) => name === nameOf(number))) number += 1
  return nameOf(number)
}

/** Returns a copy of the board with a new id and a free name. */
export const copyOf = (board: Board, boards: readonly Board[]): Board => ({
  ...board,
  boardId: crypto.randomUUID(),
  name: freeName(boards, (number) => (number === 1 ? board.name : `${board.name.slice(0, 190)} (${number})`)),
})

export const isFull = ({ panels }: Board): boolean => panels.length >= mostPanels

/** Adds a panel. Heatmaps take the whole width, because they have a column for each sample. */
export const withPanel = (board: Board, definition: FigureDefinition): Board => ({
  ...board,
  panels: [
    ...board.panels,
    {
      panelId: crypto.randomUUID(),
      definition,
      title: '',
      span: definition.figure === 'heatmap' ? board.columns : 1,
    },
  ],
})

export const changePanel = (board: Board, panelId: string, part: Partial<BoardPanel>): Board => ({
  ...board,
  panels: board.panels.map((panel) => (panel.panelId === panelId ? { ...panel, ...part } : panel)),
})

export const withoutPanel = (board: Board, panelId: string): Board => ({
  ...board,
  panels: board.panels.filter((panel) => panel.panelId !== panelId),
})

/** Swaps a panel with the previous (`-1`) or next (`1`) one, if there is one. */
export function movePanel(board: Board, panelId: string, by: -1 | 1): Board {
  const at = board.panels.findIndex((panel) => panel.panelId === panelId)
  const [moved, other] = [board.panels[at], board.panels[at + by]]
  if (!moved || !other) return board
  return { ...board, panels: board.panels.with(at, other).with(at + by, moved) }
}

/** Changes the number of columns. Panels at full width stay so. */
export const withColumns = (board: Board, columns: number): Board => ({
  ...board,
  columns,
  panels: board.panels.map((panel) => ({
    ...panel,
    span: panel.span >= board.columns && board.columns > 1 ? columns : Math.min(panel.span, columns),
  })),
})
