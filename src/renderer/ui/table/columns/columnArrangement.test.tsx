import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInPage } from '../../../charts/testing/renderInPage.tsx'
import { DataTable, type TableColumn } from '../DataTable.tsx'
import { ColumnChooser, SortLines } from './ColumnChooser.tsx'
import { type Arranging, defaultLayout } from './columnLayout.ts'
import { createColumnTable } from './columnTable.ts'

type Row = { id: string }
const rows: Row[] = [{ id: 'S1' }, { id: 'S2' }]
const columns: TableColumn<Row>[] = [
  { id: 'id', role: 'name', label: 'Id', width: 100, sorts: 'asc', cell: ({ id }) => id },
  { id: 'age', label: 'Age', width: 80, sorts: 'desc', cell: () => '7' },
  { id: 'note', label: 'Note', width: 90, cell: () => 'n' },
]

const Samples = ({ arranging }: { arranging: Arranging }) => (
  <DataTable label="Samples" rows={rows} rowKey={({ id }) => id} columns={columns} arranging={arranging} />
)

function Arranged() {
  const [layout, change] = useState(defaultLayout)
  const arranging = { layout, change }
  return (
    <>
      <ColumnChooser columns={columns} arranging={arranging} />
      <Samples arranging={arranging} />
    </>
  )
}

const grid = () => screen.getByRole('grid', { name: 'Samples' })
const heads = () => within(grid()).getAllByRole('columnheader')
const names = () => heads().map((head) => head.querySelector('bdi')?.textContent)
const pressKeys = (...keys: object[]) => {
  for (const key of keys) fireEvent.keyDown(grid(), key)
}
const shift = { shiftKey: true }

it('sorts by several columns, resizes and reorders with the keyboard alone, and announces it', () => {
  renderInPage(<Arranged />)
  pressKeys({ key: 'ArrowUp' }, { key: 'Enter' }, { key: 'ArrowRight' }, { key: 'Enter', ...shift })
  expect(heads().map((head) => head.getAttribute('aria-sort'))).toEqual(['ascending', 'descending', null])
  expect(heads()[1]?.textContent).toContain('2')
  expect(screen.getByText('Sorted by Id (ascending), Age (descending)')).toBeTruthy()
  pressKeys({ key: 'ArrowRight', ...shift })
  expect(heads()[1]?.style.width).toBe('96px')
  expect(screen.getByText('Age is 96 pixels wide')).toBeTruthy()
  pressKeys({ key: 'ArrowRight', ctrlKey: true, ...shift })
  expect(names()).toEqual(['Id', 'Note', 'Age'])
  const active = grid().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.textContent).toContain('Age')
  pressKeys({ key: 'ArrowDown' })
  expect(grid().getAttribute('aria-activedescendant')).toMatch(/-0$/)
})

it('shows, hides, orders and pins columns in the list, and resets to the default', () => {
  renderInPage(<Arranged />)
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const list = within(screen.getByRole('list', { name: 'Columns in their order' }))
  expect(list.getByRole<HTMLInputElement>('checkbox', { name: 'Id' }).disabled).toBe(true)
  fireEvent.click(list.getByRole('checkbox', { name: 'Age' }))
  expect(names()).toEqual(['Id', 'Note'])
  fireEvent.click(list.getByRole('button', { name: 'Move Note to the left' }))
  expect(names()).toEqual(['Note', 'Id'])
  fireEvent.click(list.getByRole('button', { name: 'Keep Id at the left' }))
  expect(names()).toEqual(['Id', 'Note'])
  expect(heads()[0]?.className).toContain('pinned')
  fireEvent.keyDown(list.getByRole('checkbox', { name: 'Note' }), { key: 'ArrowUp', altKey: true })
  expect(names()).toEqual(['Id', 'Note'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Add a column to sort by…' }), {
    target: { value: 'age' },
  })
  const sorted = within(screen.getByRole('group', { name: 'Sorted by' }))
  expect(sorted.getByRole('button', { name: 'Age: sort upwards' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Default order' }))
  expect(names()).toEqual(['Id', 'Age', 'Note'])
})

const sortOfMany = (...names: string[]) => names.map((column) => ({ column, order: 'asc' as const }))
/** Returns a stored layout with sort columns, and a record of its changes. */
function remembering(...names: string[]) {
  const changed: string[][] = []
  const arranging = {
    layout: { ...defaultLayout, sort: sortOfMany(...names) },
    firstSort: sortOfMany('id'),
    change: ({ sort }: typeof defaultLayout) => void changed.push(sort.map(({ column }) => column)),
  }
  return { arranging, changed }
}

it('adds a sort column if many stored ones are missing from the table, up to the maximum', () => {
  const { arranging, changed } = remembering('a', 'b', 'c', 'd', 'id')
  renderInPage(<SortLines columnTable={createColumnTable(columns, arranging)} />)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'age' } })
  expect(changed).toEqual([['id', 'age', 'a', 'b', 'c']])
})

it('replaces the default sort on a click with Shift if all stored sort columns are missing', () => {
  const { arranging, changed } = remembering('a', 'b', 'c', 'd', 'e')
  renderInPage(<Samples arranging={arranging} />)
  fireEvent.click(screen.getByText('Age'), { shiftKey: true })
  fireEvent.click(screen.getByText('Age'))
  expect(changed).toEqual([['age', 'a', 'b', 'c', 'd'], ['age']])
})
