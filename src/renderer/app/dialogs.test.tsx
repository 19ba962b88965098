import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { answerWith, labStatus } from './testing/fakeHost.ts'
import { openApp } from './testing/openApp.tsx'

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

it('closes the palette by Escape, and leaves the sheet of shortcuts under it', async () => {
  openApp('/samples')
  await screen.findByText('Register')
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(commands()).toBeTruthy())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(commands()).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
