import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { Dialog } from './Dialog.tsx'

const user = userEvent.setup()

function Two() {
  const [opened, setOpened] = useState({ back: true, front: false })
  const transitionProps = { duration: 0 }
  return (
    <>
      {/* The order in the page does not determine which dialog is in front. */}
      <Dialog
        opened={opened.front}
        onClose={() => setOpened((before) => ({ ...before, front: false }))}
        title="Front"
        transitionProps={transitionProps}
      />
      <Dialog
        opened={opened.back}
        onClose={() => setOpened((before) => ({ ...before, back: false }))}
        title="Back"
        transitionProps={transitionProps}
      >
        <input aria-label="Words" />
        <button type="button" onClick={() => setOpened({ back: true, front: true })}>
          Open another
        </button>
      </Dialog>
    </>
  )
}

it('Escape closes the dialog in front, and a second Escape closes the one behind it with its text', async () => {
  renderInPage(<Two />)
  const words = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Words' })
  await user.type(words, 'kept')
  await user.click(screen.getByRole('button', { name: 'Open another' }))
  await screen.findByText('Front')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Front')).toBeNull())
  expect(screen.getByText('Back')).toBeTruthy()
  expect(words.value).toBe('kept')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Back')).toBeNull())
})
