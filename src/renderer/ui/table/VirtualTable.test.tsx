import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { type Appearance, AppearanceProvider } from '../appearance.ts'
import { locale } from '../locale.ts'
import { VirtualTable } from './VirtualTable.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui: locale.en } } })
})

const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: `S${index}`, age: index }))

function show(onRowClick: (row: (typeof rows)[number]) => void) {
  render(table('compact', onRowClick))
  return screen.getByRole('grid', { name: 'Samples' })
}

const table = (density: Appearance['density'], onRowClick?: (row: (typeof rows)[number]) => void) => (
  <MantineProvider>
    <AppearanceProvider value={{ ...defaultSettings, language: 'en', density }}>
      <VirtualTable
        label="Samples"
        rows={rows}
        rowKey={(row) => row.id}
        {...(onRowClick && { onRowClick })}
        columns={[
          { id: 'id', label: 'Id', width: 100, cell: (row) => row.id, pinned: true },
          { id: 'age', label: 'Age', width: 80, cell: (row) => row.age, numeric: true },
        ]}
      />
    </AppearanceProvider>
  </MantineProvider>
)

describe('VirtualTable', () => {
  it('tells how many rows there are and draws only some of 10,000', () => {
    const grid = show(() => {})
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
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

  it('gives its rows the height that is set, at once', () => {
    const { rerender } = render(table('compact'))
    const height = () => screen.getByRole('grid').querySelector<HTMLElement>('[class*=rows]')?.style.height
    expect(height()).toBe('280000px')
    rerender(table('comfortable'))
    expect(height()).toBe('360000px')
  })
})
