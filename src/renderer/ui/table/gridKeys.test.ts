import { expect, it } from 'vitest'
import { placeColumns } from './gridColumns.ts'
import { nextPosition, rowsBetween } from './gridKeys.ts'

const size = { rows: 100, columns: 5 }
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  nextPosition({ key, ctrlKey, metaKey: false }, { row, column }, size)

it('goes from cell to cell and stops at the edges, with the header above the first row', () => {
  expect(press('ArrowUp', 0, 2)).toEqual({ row: -1, column: 2 })
  expect(press('ArrowUp', -1, 2)).toEqual({ row: -1, column: 2 })
  expect(press('ArrowRight', 3, 4)).toEqual({ row: 3, column: 4 })
  expect(press('PageDown', 95, 1)).toEqual({ row: 99, column: 1 })
  expect(press('End', 3, 0)).toEqual({ row: 3, column: 4 })
  expect(press('End', 3, 0, true)).toEqual({ row: 99, column: 4 })
  expect(press('Home', 50, 3, true)).toEqual({ row: 0, column: 0 })
  expect(press('x', 3, 0)).toBeNull()
})

it('marks the rows between two, whichever comes first, and one alone where the other is gone', () => {
  const keys = ['a', 'b', 'c', 'd']
  expect(rowsBetween(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(rowsBetween(keys, 'gone', 'b')).toEqual(['b'])
  expect(rowsBetween(keys, null, 'c')).toEqual(['c'])
})

it('puts pinned columns first and the others from where those end', () => {
  const column = (id: string, pinned = false) => ({ id, width: 100, label: id, title: id, pinned })
  const { all, show, pinnedWidth } = placeColumns([column('a'), column('b', true), column('c')])
  expect(all.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(pinnedWidth).toBe(136)
  expect(show(1, 2).map(({ column: { id }, left }) => [id, left])).toEqual([
    ['b', 36],
    ['c', 236],
  ])
})
