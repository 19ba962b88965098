import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { type Appearance, AppearanceProvider } from '../appearance.ts'
import { DataTable } from './DataTable.tsx'

const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: `S${index}`, age: index }))

function show(open: (row: (typeof rows)[number]) => void) {
  renderInPage(table('compact', open))
  return screen.getByRole('grid', { name: 'Samples' })
}

const table = (density: Appearance['density'], open?: (row: (typeof rows)[number]) => void) => (
  <AppearanceProvider value={{ ...defaultSettings, language: 'en', density }}>
    <DataTable
      label="Samples"
      rows={rows}
      rowKey={(row) => row.id}
      {...(open && { open })}
      columns={[
        { id: 'id', label: 'Id', width: 100, cell: (row) => row.id, pinned: true },
        { id: 'age', label: 'Age', width: 80, cell: (row) => row.age, numeric: true },
      ]}
    />
  </AppearanceProvider>
)

describe('DataTable', () => {
  it('first announces the number of rows, then renders only some of 10,000', async () => {
    const grid = show(() => {})
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    expect(screen.getAllByRole('row')).toHaveLength(1)
    await screen.findByText('S3')
    expect(screen.getAllByRole('row').length).toBeLessThan(100)
  })

  it('moves by arrow keys and opens the active row with Enter', () => {
    const opened: string[] = []
    const grid = show((row) => opened.push(row.id))
    fireEvent.keyDown(grid, { key: 'ArrowDown' })
    fireEvent.keyDown(grid, { key: 'ArrowDown' })
    fireEvent.keyDown(grid, { key: 'ArrowUp' })
    fireEvent.keyDown(grid, { key: 'Enter' })
    fireEvent.keyDown(grid, { key: 'End' })
    fireEvent.keyDown(grid, { key: 'Enter' })
    expect(opened).toEqual(['S0', 'S9999'])
  })

  it('applies a new row height immediately', () => {
    const { rerender } = renderInPage(table('compact'))
    const height = () => screen.getByRole('grid').querySelector<HTMLElement>('[class*=rows]')?.style.height
    expect(height()).toBe('280000px')
    rerender(table('comfortable'))
    expect(height()).toBe('320000px')
  })

  it('ticks rows by Space, up to a row with Shift, all by the header, and clears them by Escape', () => {
    renderInPage(<Ticked />)
    const grid = screen.getByRole('grid', { name: 'Letters' })
    const press = (key: string, more = {}) => fireEvent.keyDown(grid, { key, ...more })
    const ticked = () =>
      screen.getAllByRole('row').flatMap((row) => (row.ariaSelected === 'true' ? [row.textContent] : []))
    press('ArrowDown')
    press(' ')
    expect(ticked()).toEqual(['a'])
    press('ArrowDown')
    press('ArrowDown')
    press(' ', { shiftKey: true })
    expect(ticked()).toEqual(['a', 'b', 'c'])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tick b' }))
    expect(ticked()).toEqual(['a', 'c'])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tick all' }))
    expect(ticked()).toEqual(['a', 'b', 'c', 'd'])
    press('Escape')
    expect(ticked()).toEqual([])
    press('a', { ctrlKey: true })
    expect(ticked()).toHaveLength(4)
  })
})

function Ticked() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <DataTable
      label="Letters"
      rows={['a', 'b', 'c', 'd']}
      rowKey={(row) => row}
      columns={[{ id: 'letter', label: 'Letter', width: 100, cell: (row) => row }]}
      selection={{
        isSelected: (key) => ticked.has(key),
        select: (keys, selected) => setTicked(selected ? ticked.union(keys) : ticked.difference(keys)),
        clear: () => setTicked(new Set()),
        allLabel: 'Tick all',
        labelOf: (row) => `Tick ${row}`,
      }}
    />
  )
}
