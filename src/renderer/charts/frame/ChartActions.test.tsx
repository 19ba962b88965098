import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderInPage } from '../testing/renderInPage.tsx'
import { ChartActions } from './ChartActions.tsx'

const table = { columns: ['Pathway', 'Activity'], rows: [['mTOR', 1.5]] }
const show = (hasPicture: boolean) =>
  renderInPage(
    <ChartActions
      figure={() => null}
      hasPicture={hasPicture}
      minHeightPx={0}
      table={() => table}
      fileName="activity"
      source="Fetched from Demo; 2026-11-20; synthetic"
      showsData={!hasPicture}
      toggleData={() => undefined}
    />,
  )
const pictures = ['Copy as PNG', 'Copy as SVG', 'Save figure…']

describe('the menu of a chart', () => {
  it('copies the data with its source in each row, and confirms it', async () => {
    const user = userEvent.setup()
    show(true)
    await user.click(screen.getByRole('button', { name: 'Copy or save the chart' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy data' }))
    expect(await screen.findByText('Copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(
      'Pathway\tActivity\tSource\nmTOR\t1.5\tFetched from Demo; 2026-11-20; synthetic',
    )
  })

  it.each([true, false])('offers to copy and save the picture if there is one: %s', async (there) => {
    const user = userEvent.setup()
    show(there)
    await user.click(screen.getByRole('button', { name: 'Copy or save the chart' }))
    for (const name of pictures) {
      const item = await screen.findByRole('menuitem', { name })
      expect((item as HTMLButtonElement).disabled).toBe(!there)
    }
  })
})
