import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { use } from 'react'
import { expect, it, vi } from 'vitest'
import { stylesByName } from '../../../figures/style/groupStyles.ts'
import { BoxChart } from '../GroupCharts.tsx'
import { renderInPage } from '../testing/renderInPage.tsx'

const drawing = new Promise<never>(() => undefined)
vi.mock('react-chartjs-2', () => ({ Chart: () => use(drawing) }))

it('offers its picture to be copied and saved once it is drawn', async () => {
  renderInPage(
    <BoxChart
      groups={[{ name: 'treated', values: [{ id: 'a', label: 'a', value: 1 }] }]}
      styles={stylesByName(['treated'])}
      valueTitle="Activity"
      pointWord="Sample"
      fileName="activity"
      summary="Activity by group"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Copy or save the chart' }))
  for (const name of ['Copy as PNG', 'Copy as SVG', 'Save figure…'])
    expect(await screen.findByRole('menuitem', { name })).toHaveProperty('disabled', true)
  expect(screen.getByRole('menuitem', { name: 'Copy data' })).toHaveProperty('disabled', false)
})
