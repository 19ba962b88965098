import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { type PaidCall, toOrdersCall, withAnalyses } from '../../../shared/domain/requests/paidCall.ts'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { ConfirmPaidCall } from './ConfirmPaidCall.tsx'

const before: PaidCall['before'] = [
  { what: 'ordered', count: 2, repeated: false },
  { what: 'inDoubt', count: 1, repeated: false },
]
const orders = toOrdersCall({ ...labContext, count: 48, before }, true)

const show = (data: PaidCall | undefined, isPreviousData = false) => {
  const run = vi.fn(async () => undefined)
  renderInPage(
    <ConfirmPaidCall
      title="Order samples"
      confirm="Order 48 samples"
      cost={{ data, failure: null, isPreviousData }}
      action={{ run, pending: false, failure: null }}
      close={() => undefined}
    />,
  )
  return run
}

const button = () => screen.getByRole('button', { name: 'Order 48 samples' })

it('shows the count, cost, destination and earlier orders, and sends with its one button', async () => {
  const run = show(withAnalyses(orders))
  const facts = [...document.querySelectorAll('dl > div')].map((fact) => fact.textContent)
  expect(facts).toEqual([
    'Samples48',
    'Orders48',
    'Analyses48',
    'Requestsat least 192 requests48 orders · 48 or more status checks · 48 analyses · 48 clocks',
    'Timeabout 70 s or longer, at 100 requests a minuteThe orders alone take about 5 s.',
    'Goes toLab (api.example.org)',
  ])
  expect(screen.getByText('2 samples were ordered before. They are not ordered again.')).toBeTruthy()
  expect(screen.getByText(/Whether 1 order was placed is not known/)).toBeTruthy()
  expect(screen.getByText(/The service may charge/)).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
  await userEvent.click(button())
  expect(run).toHaveBeenCalledOnce()
})

it('sends nothing until the cost is known, or if nothing is left to order', async () => {
  for (const [data, isPreviousData] of [
    [undefined, false],
    [orders, true],
    [{ ...orders, count: 0 }, false],
  ] as const) {
    const run = show(data, isPreviousData)
    for (const one of screen.getAllByRole('button', { name: 'Order 48 samples' })) await userEvent.click(one)
    expect(run).not.toHaveBeenCalled()
  }
})
