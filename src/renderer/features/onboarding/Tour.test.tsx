import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/frame/tour.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { type Box, placeCard, Tour } from './Tour.tsx'

let ended: number
const person = userEvent.setup()

/** Renders the elements of the frame that the tour explains. */
function Page({ places }: { places: string[] }) {
  const [touring, setTouring] = useState(false)
  return (
    <>
      {places.map((place) => (
        <button key={place} type="button" data-tour={place}>
          {place}
        </button>
      ))}
      <main id="content" tabIndex={-1} />
      <button type="button" onClick={() => setTouring(true)}>
        begin
      </button>
      {touring && <Tour end={() => (ended += 1)} />}
    </>
  )
}

const every = ['home', 'library', 'activity', 'search', 'status', 'help']
const begin = (places = every) => {
  renderInPage(<Page places={places} />, { tour: texts })
  fireEvent.click(screen.getByRole('button', { name: 'begin' }))
}
const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent

describe('the tour', () => {
  beforeEach(() => {
    ended = 0
    Element.prototype.scrollIntoView = () => undefined
  })
  afterEach(cleanup)

  it('leaves window shortcuts such as zoom to the window, and blocks those of the page', () => {
    begin()
    const isLeft = (key: string) =>
      fireEvent.keyDown(screen.getByRole('dialog'), { key, ctrlKey: true, cancelable: true })
    expect(['=', '-', '0', 'q', 'c'].filter((key) => !isLeft(key))).toEqual([])
    expect(['1', 'o', 'e', 'k', 'z', ',', '/'].filter(isLeft)).toEqual([])
    expect(fireEvent.keyDown(screen.getByRole('dialog'), { key: 'F5' })).toBe(false)
    expect(title()).toBe('Open a study')
  })

  it('moves between places and back, and ends after the last one', async () => {
    begin()
    expect(title()).toBe('Open a study')
    expect(screen.getByText('Step 1 of 6')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Next' }))
    expect(title()).toBe('Look up drugs and pathways')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(title()).toBe('Open a study')
    for (let step = 1; step < 6; step++) await person.click(screen.getByRole('button', { name: 'Next' }))
    expect(title()).toBe('Ask for help')
    expect(ended).toBe(0)
    await person.click(screen.getByRole('button', { name: 'Finish' }))
    expect(ended).toBe(1)
  })

  it('can be completed and left by keyboard alone, with the focus inside', async () => {
    begin()
    await screen.findByRole('dialog')
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(title()).toBe('Look up drugs and pathways')
    for (let count = 0; count < 8; count++) {
      await person.tab()
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    }
    await person.keyboard('{Escape}')
    expect(ended).toBe(1)
  })

  it.each([0, every.length - 1])('can be skipped at step %i', async (at) => {
    begin()
    for (let step = 0; step < at; step++) await person.click(screen.getByRole('button', { name: 'Next' }))
    await person.click(screen.getByRole('button', { name: 'Skip the tour' }))
    expect(ended).toBe(1)
  })

  it('skips places that are not on the screen', () => {
    begin(['library', 'activity', 'search'])
    expect(title()).toBe('Look up drugs and pathways')
    expect(screen.getByText('Step 1 of 3')).toBeTruthy()
  })

  it('hides its keys from the screen behind it', async () => {
    const heard: string[] = []
    const hear = ({ key }: KeyboardEvent) => void heard.push(key)
    window.addEventListener('keydown', hear)
    begin()
    await person.keyboard('{F5}{ArrowRight}k')
    window.removeEventListener('keydown', hear)
    expect(heard).toEqual([])
  })
})

const card = { width: 320, height: 190 }
/** The places in a window of the minimum size. */
const small = { width: 900, height: 600 }
const places: Record<string, Box> = {
  'an entry of the rail': { left: 8, top: 48, width: 132, height: 36 },
  'the last entry of the rail': { left: 8, top: 500, width: 132, height: 36 },
  'the search at the top right': { left: 660, top: 8, width: 224, height: 28 },
  'the status bar below': { left: 0, top: 574, width: 900, height: 26 },
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

describe('the card of the tour', () => {
  for (const view of [small, { width: 1920, height: 1080 }])
    for (const [name, target] of Object.entries(places))
      it(`does not cover ${name} in a window of ${view.width} × ${view.height}, and is whole`, () => {
        const at = { ...placeCard(target, card, view), ...card }
        expect(overlaps(at, target)).toBe(false)
        expect(at.left).toBeGreaterThanOrEqual(0)
        expect(at.top).toBeGreaterThanOrEqual(0)
        expect(at.left + at.width).toBeLessThanOrEqual(view.width)
        expect(at.top + at.height).toBeLessThanOrEqual(view.height)
      })

  it('stays in the window if no side has room', () => {
    const all = { left: 0, top: 0, width: 400, height: 300 }
    expect(placeCard(all, card, { width: 400, height: 300 })).toEqual({ left: 8, top: 102 })
  })
})
