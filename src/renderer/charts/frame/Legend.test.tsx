import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import type { LegendItem } from '../../../figures/frame/drawing.ts'
import { renderInPage } from '../testing/renderInPage.tsx'
import { Legend } from './Legend.tsx'

let errors: MockInstance<typeof console.error>
beforeEach(() => void (errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)))
afterEach(() => errors.mockRestore())

it('shows the values of two tracks separately if they have the same names', () => {
  const items: LegendItem[] = ['sleep', 'sport'].flatMap((track) => [
    { kind: 'note', label: `${track}:` } as const,
    { kind: 'swatch', label: 'yes', colour: '#0072b2' } as const,
  ])
  renderInPage(<Legend items={items} />)
  expect(screen.getAllByText('yes')).toHaveLength(2)
  expect(errors).not.toHaveBeenCalled()
})
