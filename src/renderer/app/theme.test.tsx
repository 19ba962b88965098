import { MantineProvider, TagsInput } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { PageStateProvider } from '../ui/pageState.ts'
import { testPage } from '../ui/testing/testPage.ts'
import { theme } from './theme.ts'

it('renders the list of a select in a dialog only when it opens, and does not restyle the page behind', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <PageStateProvider value={testPage}>
        <Dialog opened onClose={() => undefined} title="Edit">
          <TagsInput label="Tags" data={['aged']} />
        </Dialog>
      </PageStateProvider>
    </MantineProvider>,
  )
  expect(document.body.dataset['scrollLocked']).toBeUndefined()
  expect(screen.queryByRole('option', { hidden: true })).toBeNull()
  await userEvent.click(screen.getByLabelText('Tags'))
  expect(screen.getByRole('option', { name: 'aged' })).toBeTruthy()
})
