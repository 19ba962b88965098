import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createStatusBar } from '../../state/statusBar.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { answerWith, labStatus, push } from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'

beforeEach(() => answerWith({ 'app.status': () => labStatus, 'recent.list': () => [] }))

it('shows the number of displayed and selected items on the right', async () => {
  openApp('/settings?tab=data')
  const bar = within(await screen.findByRole('contentinfo', { name: 'Status' }))
  await screen.findByRole('switch', { name: 'Recent files' })
  act(() => testPage.get(createStatusBar).getState().show({ shown: '48 samples', selected: 3 }))
  expect(bar.getByText('48 samples · 3 selected')).toBeTruthy()
  act(() => testPage.get(createStatusBar).getState().show({ shown: '48 samples', selected: 0 }))
  expect(bar.getByText('48 samples')).toBeTruthy()
})

it('reports that Pathclock is not running once its host has ended, and counts nothing down', async () => {
  openApp('/settings?tab=data')
  const bar = within(await screen.findByRole('contentinfo', { name: 'Status' }))
  expect(bar.getByText('Online')).toBeTruthy()
  answerWith({
    'app.status': () => {
      throw new Failure('offline', joinMessages([`Pathclock does not respond.`]), { reason: 'network' })
    },
  })
  act(() => push('status.changed', labStatus))
  expect(await bar.findByText('Pathclock is not running')).toBeTruthy()
  expect(bar.queryByText('Online')).toBeNull()
  expect(bar.queryByText(/requests left/)).toBeNull()
})
