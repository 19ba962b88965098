import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import texts from '../../../shared/words/en/screens/ui.json' with { type: 'json' }
import { TwoPanes } from './TwoPanes.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui: texts } } })
})

/** The pointer captured by the divider, which the test DOM does not track. */
let capturedPointerId: number | null = null
beforeEach(() => {
  capturedPointerId = null
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1400, 600))
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: (id: number) => {
      capturedPointerId = id
    },
    hasPointerCapture: (id: number) => capturedPointerId === id,
  })
})
afterEach(() => vi.restoreAllMocks())

function show(): { divider: HTMLElement; width(): number } {
  render(
    <MantineProvider>
      <TwoPanes left="list" right="detail" />
    </MantineProvider>,
  )
  const divider = screen.getByRole('separator', { name: 'Width of the detail' })
  return { divider, width: () => Number(divider.getAttribute('aria-valuenow')) }
}

const pull = (divider: HTMLElement, from: number, to: number): void => {
  fireEvent.pointerDown(divider, { pointerId: 1, clientX: from })
  for (const clientX of [(from + to) / 2, to]) fireEvent.pointerMove(divider, { pointerId: 1, clientX })
  fireEvent.pointerUp(divider, { pointerId: 1, clientX: to })
}

describe('the divider of two panes', () => {
  it('moves by keys: in steps, to both ends, and back to the first width', () => {
    const { divider, width } = show()
    expect(width()).toBe(420)
    fireEvent.keyDown(divider, { key: 'ArrowLeft' })
    expect(width()).toBe(444)
    fireEvent.keyDown(divider, { key: 'ArrowRight' })
    expect(width()).toBe(420)
    fireEvent.keyDown(divider, { key: 'Home' })
    expect(width()).toBe(900)
    fireEvent.keyDown(divider, { key: 'End' })
    expect(width()).toBe(280)
    fireEvent.keyDown(divider, { key: 'Enter' })
    expect(width()).toBe(420)
  })

  it('moves by clicks for users who cannot drag: wider each time, and narrow again after the widest', () => {
    const { divider, width } = show()
    const widths = [1, 2, 3, 4].map(() => {
      pull(divider, 980, 980)
      return width()
    })
    expect(widths).toEqual([900, 280, 420, 900])
  })

  it('follows the pointer while dragged, and stays there when released', async () => {
    const { divider, width } = show()
    pull(divider, 980, 800)
    await waitFor(() => expect(width()).toBe(600))
    pull(divider, 800, 980)
    await waitFor(() => expect(width()).toBe(420))
  })
})
