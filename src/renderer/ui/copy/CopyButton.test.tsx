import { Notifications } from '@mantine/notifications'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { CopyButton } from './CopyButton.tsx'

it('reports that the clipboard refused the text, and the next step', async () => {
  // Both ways to write to the clipboard fail.
  document.execCommand = () => false
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  renderInPage(
    <>
      <Notifications />
      <CopyButton value="x">Copy</CopyButton>
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(texts.copyFailed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})
