import { fireEvent, screen } from '@testing-library/react'
import { type FunctionComponent, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { ArrangedTable, DataTable } from './DataTable.tsx'

const column = { id: 'sample', label: 'Sample', title: '', width: 200, pinned: true, opens: true }
const opened = vi.fn<(key: string) => void>()
const marked = vi.fn<(keys: ReadonlySet<string>) => void>()

const Grid = ({ keys }: { keys: readonly string[] }) => (
  <ArrangedTable
    label="Results"
    cursor="cell"
    columns={[{ ...column, value: (key: string) => ({ text: key }) }]}
    rows={keys}
    rowKey={(key) => key}
    selection={{
      isSelected: () => false,
      select: marked,
      clear: null,
      allLabel: 'All',
      labelOf: (key) => `Mark ${key}`,
    }}
    open={opened}
  />
)
const Table = ({ keys }: { keys: readonly string[] }) => (
  <DataTable
    label="Samples"
    rows={keys}
    rowKey={(key) => key}
    open={opened}
    columns={[{ ...column, cell: (key) => key }]}
  />
)

/** Shows the rows one, two, three, and returns a function that replaces them. */
function renderRows(
  Shown: FunctionComponent<{ keys: readonly string[] }>,
  next: (keys: readonly string[]) => readonly string[],
) {
  const Page = () => {
    const [keys, setKeys] = useState<readonly string[]>(['one', 'two', 'three'])
    return (
      <>
        <button type="button" onClick={() => setKeys(next)}>
          Next
        </button>
        <Shown keys={keys} />
      </>
    )
  }
  renderInPage(<Page />)
  opened.mockClear()
  return () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))
}

/** Shows the rows one, two, three, and returns a click during which they are sorted in reverse. */
function show(Shown: FunctionComponent<{ keys: readonly string[] }>) {
  const sort = renderRows(Shown, (keys) => keys.toReversed())
  return (element: HTMLElement, released: () => HTMLElement = () => element, dragged = 1) => {
    fireEvent.pointerDown(element, { clientX: 50, clientY: 40 })
    sort()
    fireEvent.click(released(), { clientX: 50 + dragged, clientY: 40 })
    sort()
  }
}

describe('a click during which the rows are sorted again', () => {
  it('opens and ticks the row of a grid that was under the pointer when it was pressed', () => {
    const click = show(Grid)
    click(screen.getByRole('gridcell', { name: 'one' }))
    expect(opened.mock.calls).toEqual([['one']])
    click(screen.getByRole('checkbox', { name: /one$/ }))
    expect(marked.mock.calls).toEqual([[new Set(['one']), true]])
  })

  it('opens the row of a table that was under the pointer, even if it is released over another row', () => {
    const click = show(Table)
    click(screen.getByText('one'), () => screen.getByRole('grid'))
    expect(opened.mock.calls).toEqual([['one']])
  })

  it('opens nothing if the pointer was dragged elsewhere', () => {
    const click = show(Table)
    click(screen.getByText('one'), () => screen.getByRole('grid'), 60)
    expect(opened.mock.calls).toEqual([])
  })
})

describe('a click on a row', () => {
  it('focuses the table, not the row', () => {
    renderRows(Table, (keys) => keys)
    fireEvent.click(screen.getByText('two'))
    expect(opened.mock.calls).toEqual([['two']])
    expect(document.activeElement).toBe(screen.getByRole('grid'))
  })
})

describe('new rows', () => {
  it('above and below keep the DOM nodes of existing rows in a table', () => {
    const arrive = renderRows(Table, (keys) => ['zero', ...keys, 'four'])
    const rowOf = (text: string) => screen.getByText(text).closest('[role=row]')
    const before = rowOf('two')
    arrive()
    expect(screen.getByText('zero')).toBeTruthy()
    expect(rowOf('two')).toBe(before)
  })

  it('reuse the DOM nodes of a grid by position', () => {
    const nodeAt = (index: number) => screen.getByRole('grid').querySelector(`[data-row="${index}"]`)
    const arrive = renderRows(Grid, (keys) => ['zero', ...keys, 'four'])
    const before = nodeAt(1)
    expect(before?.textContent).toBe('two')
    arrive()
    expect(nodeAt(1)).toBe(before)
    expect(before?.textContent).toBe('one')
  })
})
