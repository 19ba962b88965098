import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { TwoPanes } from './TwoPanes.tsx'

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
  renderInPage(<TwoPanes left="list" right="detail" />)
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
