import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import { CopyButton } from './CopyButton.tsx'

it('reports that the clipboard refused the text, and the next step', async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { ui: texts } } })
  // Both ways to write to the clipboard fail.
  document.execCommand = () => false
  render(
    <MantineProvider env="test">
      <Notifications />
      <CopyButton value="x">Copy</CopyButton>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(texts.copyFailed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
})
