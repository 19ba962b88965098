import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLargeAnswer } from './useCall.ts'

function Screen() {
  const { data, loading } = useLargeAnswer({ data: 'all samples', loading: false, isPreviousData: false })
  return <p>{data ?? (loading ? 'under way' : 'none')}</p>
}

it('a large answer that is cached comes after the screen, which says so', async () => {
  render(<Screen />)
  expect(screen.getByText('under way')).toBeTruthy()
  await screen.findByText('all samples')
})
