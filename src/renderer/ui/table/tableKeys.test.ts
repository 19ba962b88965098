import { expect, it } from 'vitest'
import { nextPosition, rowsBetween } from './tableKeys.ts'
import { placeColumns } from './useTableWindow.ts'

const size = { rows: 100, columns: 5 }
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  nextPosition({ key, ctrlKey, metaKey: false }, { row, column }, size, 'cell')

it('moves from cell to cell and stops at the edges, with the header above the first row', () => {
  expect(press('ArrowUp', 0, 2)).toEqual({ row: -1, column: 2 })
  expect(press('ArrowUp', -1, 2)).toEqual({ row: -1, column: 2 })
  expect(press('ArrowRight', 3, 4)).toEqual({ row: 3, column: 4 })
  expect(press('PageDown', 95, 1)).toEqual({ row: 99, column: 1 })
  expect(press('End', 3, 0)).toEqual({ row: 3, column: 4 })
  expect(press('End', 3, 0, true)).toEqual({ row: 99, column: 4 })
  expect(press('Home', 50, 3, true)).toEqual({ row: 0, column: 0 })
  expect(press('x', 3, 0)).toBeNull()
})

it('selects the rows between two in either direction, and one alone if the other is gone', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(rowsBetween(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(keys, 'gone', 'b')).toEqual(['b'])
  expect(rowsBetween(keys, null, 'c')).toEqual(['c'])
})

it('moves by whole rows, and by columns in the header only', () => {
  const go = (key: string, row: number) =>
    nextPosition({ key, ctrlKey: false, metaKey: false }, { row, column: 2 }, size, 'row')
  expect(go('ArrowRight', 3)).toBeNull()
  expect(go('ArrowRight', -1)).toEqual({ row: -1, column: 3 })
  expect(go('End', 3)).toEqual({ row: 99, column: 2 })
  expect(go('PageUp', 3)).toEqual({ row: 0, column: 2 })
  expect(go('ArrowUp', 0)).toEqual({ row: -1, column: 2 })
})

it('places columns after the check boxes, and unpinned columns after the pinned ones', () => {
  const column = (id: string, pinned = false) => ({ id, width: 100, label: id, pinned })
  const { placed, pinnedCount, pinnedWidth } = placeColumns(
    [column('b', true), column('a'), column('c')],
    true,
  )
  expect(placed.map(({ left }) => left)).toEqual([36, 136, 236])
  expect([pinnedCount, pinnedWidth]).toEqual([1, 136])
})
