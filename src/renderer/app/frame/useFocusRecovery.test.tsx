import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFocusRecovery } from './Frame.tsx'

/** A page whose step, which may be a thing that takes the focus, has a button. */
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

/** Time for what gives the focus back by itself, and for what comes after it. */
const settled = () => act(() => vi.advanceTimersByTimeAsync(100))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the focus, when what had it goes away', () => {
  it('goes to the nearest thing around it that takes it', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Steps' }))
  })

  it('goes to the content of the page when nothing around it has stayed', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Next" stays={false} />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('stays where a person or the page itself has put it', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    screen.getByRole('button', { name: 'Other' }).focus()
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Other' }))
  })

  it('stays where a dialog that closes has given it back', async () => {
    const { rerender } = render(<Page step="Next" />)
    screen.getByRole('button', { name: 'Next' }).focus()
    rerender(<Page step="Finish" />)
    setTimeout(() => screen.getByRole('button', { name: 'Finish' }).focus(), 10)
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Finish' }))
  })

  it('stays nowhere where nothing had it', async () => {
    const { rerender } = render(<Page step="Next" />)
    rerender(<Page step="Finish" />)
    await settled()
    expect(document.activeElement).toBe(document.body)
  })
})
