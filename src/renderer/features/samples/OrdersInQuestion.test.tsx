import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { JournalDoubt } from '../../../shared/domain/app/appData.ts'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { toOrdersCall } from '../../../shared/domain/requests/paidCall.ts'
import { batchOf } from '../../../shared/domain/samples/testing/batchOf.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answerWith, inputsOf, labStatus, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()
const uncertain = {
  since: '2026-11-20T08:00:00Z',
  reasons: [message('app.orderLogDamaged'), message('app.itIsSavedAs', { file: 'orders.damaged.log' })],
}
const batch = batchOf({ fileName: 'plate-7.csv', rows: 40, created: 30, unknown: 2, queued: 8, resumable: 8 })
const order = (row: number): JournalDoubt['orders'][number] => ({
  batchId: 'b1',
  row,
  clientReference: `liver-${row}`,
  state: 'unknown',
  sampleId: null,
  sentAt: '2026-11-19T09:00:00Z',
})

let status: AppStatus
let doubt: JournalDoubt

function open(address = '/activity/batches?batch=b1') {
  answerWith({
    'app.status': () => status,
    'journal.doubt': () => (status.uncertain ? doubt : null),
    'journal.acknowledge': () => {
      status = { ...status, uncertain: null }
      push('status.changed', status)
      return null
    },
    'journal.status': () => ({
      rows: 40,
      backups: 1,
      lastBackup: null,
      verified: null,
      uncertain: status.uncertain,
    }),
    'batches.list': () => [batch],
    'batches.history': () => ({ batch, events: [] }) as never,
    'batches.rows': () => ({ rows: [], total: 0 }),
    'batches.estimate': () => toOrdersCall({ ...labContext, count: 8, before: [] }, true),
    'batches.resume': () => {
      if (!status.uncertain) return { jobId: 'j' }
      throw new Failure('journalUncertain', joinMessages([`Orders may be missing from the journal.`]), {})
    },
  })
  openApp(address)
}
const reviewOrders = async () => {
  await user.click(await screen.findByRole('button', { name: 'Look at the orders…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Orders in question' }))
  await dialog.findByText('Newest order known')
  return dialog
}

beforeEach(() => {
  status = { ...labStatus, uncertain }
  doubt = { ...uncertain, orders: [order(5), order(6)], total: 2, newestOrderAt: '2026-11-19T09:00:00Z' }
})

describe('orders that are stopped after damage', () => {
  it('are allowed again only after the user confirms, which removes the banner', async () => {
    open()
    const dialog = await reviewOrders()
    expect(dialog.getByText('the order log is damaged; it is saved as orders.damaged.log')).toBeTruthy()
    const allow = dialog.getByRole('button', { name: 'Allow orders again' })
    expect(allow).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('checkbox', { name: /I have looked/ }))
    expect(inputsOf('journal.acknowledge')).toEqual([])
    await user.click(allow)
    await waitFor(() => expect(screen.queryByText('Orders are stopped.')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(inputsOf('journal.acknowledge')).toEqual([{}])
  })

  it('are listed with their batch and the actions that settle them', async () => {
    open()
    const dialog = await reviewOrders()
    const line = within(await dialog.findByRole('row', { name: /liver-5/ }))
    expect(line.getByRole('link', { name: 'plate-7.csv' }).getAttribute('href')).toBe(
      '/#/activity/batches?batch=b1&state=unknown',
    )
    await user.click(dialog.getByRole('button', { name: 'Settle all 2…' }))
    expect(await screen.findByRole('dialog', { name: /Settle 2 orders of unknown outcome/ })).toBeTruthy()
  })

  it('may be missing from the journal: the dialog offers to add samples that the service has', async () => {
    doubt = { ...doubt, orders: [], total: 0 }
    open()
    const dialog = await reviewOrders()
    expect(dialog.getByText(/No order of unknown outcome is in the journal/)).toBeTruthy()
    expect(dialog.queryByRole('grid')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Add existing IDs…' }))
    expect(await screen.findByRole('dialog', { name: 'Add samples ordered elsewhere' })).toBeTruthy()
  })

  it('can be reviewed from a rejected call, and sent once they are allowed', async () => {
    open()
    await user.click(await screen.findByRole('button', { name: /^Resume/ }))
    const confirm = within(await screen.findByRole('dialog'))
    await user.click(await confirm.findByRole('button', { name: /8/ }))
    const alert = within(await confirm.findByRole('alert'))
    expect(alert.getByText('Orders are stopped after damage')).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Look at the orders…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Orders in question' }))
    await user.click(await dialog.findByRole('checkbox', { name: /I have looked/ }))
    await user.click(dialog.getByRole('button', { name: 'Allow orders again' }))
    await user.click(await confirm.findByRole('button', { name: /8/ }))
    await waitFor(() => expect(inputsOf('batches.resume')).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are reported in the journal settings with the reasons', async () => {
    open('/settings?tab=data')
    expect(await screen.findByText('Not certain: orders are stopped')).toBeTruthy()
    expect(screen.getByText('the order log is damaged; it is saved as orders.damaged.log')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Look at the orders…' })).toHaveLength(2)
  })
})

describe('orders whose outcome is known', () => {
  it('show no banner, and the settings confirm it', async () => {
    status = labStatus
    open('/settings?tab=data')
    expect(await screen.findByText('All orders are known')).toBeTruthy()
    expect(screen.queryByText('Orders are stopped.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Look at the orders…' })).toBeNull()
  })
})
