import { expect, it } from 'vitest'
import { boardSchema, type FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import { copyOf, freeName, movePanel, newBoard, withColumns, withPanel } from './boardDraft.ts'

const definition = (figure: FigureDefinition['figure']): FigureDefinition => ({
  figure,
  of: { filter: {} },
  measure: 'activity',
  view: { kind: 'z' },
  search: { cluster: 'samples' },
})

const board = (['heatmap', 'pca', 'volcano'] as const).reduce(
  (made, figure) => withPanel(made, definition(figure)),
  newBoard('Figure 1'),
)
const figures = ({ panels }: typeof board) => panels.map((panel) => panel.definition.figure)
const spans = ({ panels }: typeof board) => panels.map(({ span }) => span)

it('round-trips through JSON with every setting of its figures', () => {
  expect(boardSchema.parse(JSON.parse(JSON.stringify(board)))).toEqual(board)
})

it('moves panels by one position, and not beyond the ends', () => {
  const [first = '', , last = ''] = board.panels.map(({ panelId }) => panelId)
  expect(figures(movePanel(board, last, -1))).toEqual(['heatmap', 'volcano', 'pca'])
  expect(movePanel(board, first, -1)).toBe(board)
  expect(movePanel(board, last, 1)).toBe(board)
})

it('keeps panels at full width when the number of columns changes', () => {
  expect(spans(board)).toEqual([2, 1, 1])
  expect(spans(withColumns(board, 3))).toEqual([3, 1, 1])
  expect(spans(withColumns(board, 1))).toEqual([1, 1, 1])
})

it('gets the first free name', () => {
  const nameOf = (number: number) => `Figure ${number}`
  expect(freeName([board, newBoard('Figure 3')], nameOf)).toBe('Figure 2')
})

it('is copied with a new id and a free name', () => {
  const copy = copyOf(board, [board, newBoard('Figure 1 (2)')])
  expect(copy).toEqual({ ...board, boardId: expect.any(String), name: 'Figure 1 (3)' })
  expect(copy.boardId).not.toBe(board.boardId)
})
