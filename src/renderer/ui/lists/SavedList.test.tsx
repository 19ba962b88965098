import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { SavedList } from './SavedList.tsx'

it('focuses the name field when the user clicks the pencil', async () => {
  const rename = vi.fn()
  const saved = { searchId: 's1', name: 'Statins', address: '/library/drugs' }
  renderInPage(
    <SavedList
      kind="search"
      saved={[saved]}
      titleOf={({ address }) => address}
      disabledReason={null}
      save={() => undefined}
      open={() => undefined}
      rename={rename}
      remove={() => undefined}
    >
      {null}
    </SavedList>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename Statins' }))
  await userEvent.keyboard(' of 2026{Enter}')
  expect(rename).toHaveBeenCalledWith(saved, 'Statins of 2026')
})
