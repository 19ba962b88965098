import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createDialogs } from '../../state/dialogs.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { answerWith, labStatus } from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'

const user = userEvent.setup()
const commands = () => screen.queryByRole('textbox', { name: 'Search or command' })

beforeEach(() => {
  answerWith({
    'app.status': () => labStatus,
    'samples.list': () => ({ rows: [], total: 0 }),
    'samples.facets': () =>
      ({ groups: [], tags: [], states: [], batches: [], total: 0, withoutResult: 0 }) as never,
  })
})

it('does not affect the screen behind an open dialog, and offers commands that need no screen', async () => {
  openApp('/study/all/samples')
  await screen.findByRole('link', { name: 'Samples', current: 'page' })
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Control>}3{/Control}{Control>},{/Control}')
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(commands()).toBeTruthy())
  expect(window.location.hash).toBe('#/study/all/samples')
  const palette = within(screen.getByRole('dialog', { name: 'Search or command' }))
  expect(palette.getByRole('button', { name: /Open a capsule/ })).toBeTruthy()
  expect(palette.queryByRole('button', { name: /^Go to/ })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(commands()).toBeNull())
  // The shortcut sheet below the palette stays open; the screen updates a moment later.
  expect(testPage.get(createDialogs).getState().shortcuts).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>},{/Control}')
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/settings/))
})

it('leaves Enter and Escape to a composing input method in the palette and in search fields', async () => {
  openApp('/study/all/samples')
  const search = await screen.findByRole('searchbox', { name: 'Search samples' })
  fireEvent.change(search, { target: { value: '肝' } })
  fireEvent.keyDown(search, { key: 'Escape', isComposing: true })
  expect(search).toHaveProperty('value', '肝')
  fireEvent.keyDown(search, { key: 'Escape' })
  expect(search).toHaveProperty('value', '')
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(commands()).toBeTruthy())
  const field = commands() as HTMLElement
  fireEvent.change(field, { target: { value: 'Settings' } })
  fireEvent.compositionStart(field)
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(commands()).toBeTruthy()
  expect(window.location.hash).toBe('#/study/all/samples')
  fireEvent.compositionEnd(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(commands()).toBeNull())
})
