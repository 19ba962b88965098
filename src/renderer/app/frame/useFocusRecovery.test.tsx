import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFocusRecovery } from './Frame.tsx'

/** A page with a button in a section, which may be focusable. */
function Page({ step, stays = true }: { step: string; stays?: boolean }) {
  useFocusRecovery()
  return (
    <main id="content" tabIndex={-1}>
      {stays && (
        <section aria-label="Steps" tabIndex={-1}>
          <button key={step} type="button">
            {step}
          </button>
        </section>
      )}
      <button type="button">Other</button>
    </main>
  )
}

/** Waits for automatic focus changes and for the recovery after them. */
const settled = () => act(() => vi.advanceTimersByTimeAsync(100))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the focus, when the focused element disappears', () => {
  it('moves to the nearest focusable ancestor', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Steps' }))
  })

  it('moves to the content of the page if no ancestor remains', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Next" stays={false} />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('stays where the user or the page has moved it', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    screen.getByRole('button', { name: 'Other' }).focus()
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }))
  })

  it('stays where a closing dialog has restored it', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Finish" />)
    setTimeout(() => screen.getByRole('button', { name: 'Finish' }).focus(), 10)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Finish' }))
  })

  it('is not moved if nothing had it', async () => {
    const { rerender } = render(<Page step="Next" />)
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(document.body)
  })
})
