import { Notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { toOrdersCall } from '../../../shared/domain/requests/paidCall.ts'
import { batchOf } from '../../../shared/domain/samples/testing/batchOf.ts'
import texts from '../../../shared/words/en/screens/samples/samples.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, inputsOf, resetHost, textsOf } from '../../client/testing/fakeHost.ts'
import { ConfirmSending } from '../../shared/batches/ConfirmSending.tsx'
import { renderScreen } from '../testing/renderScreen.tsx'
import { BatchesScreen } from './BatchesScreen.tsx'

const batch = batchOf({ rows: 12, created: 6, failed: 2, unknown: 2, queued: 2, resumable: 2 })
const profileOf = (set: object) => ({ profile: { dialect: set } })
const row = (line: number, state: string, sampleId: string | null = null) => ({
  batchId: 'b1',
  row: line,
  clientReference: `liver-${line}`,
  state,
  sampleId,
  message: state === 'failed' ? joinMessages([`Age is missing.`]) : null,
  sentAt: null,
  attempts: 1,
  updatedAt: '2026-11-21T00:00:00Z',
})
const history = {
  batch,
  sha256: 'ab'.repeat(32),
  readAs: { format: 'csv', delimiter: ';', encoding: 'utf-16le', decimal: ',', headerLine: 3 },
  mapping: { Probe: 'client_reference', Alter: 'age', Bemerkung: null },
  transform: {
    constants: { tissue: 'liver' },
    joined: {},
    notes: ['Bemerkung'],
    dayFormat: 'DD.MM.YYYY',
    ageUnit: 'months',
  },
  changes: [{ kind: 'cells', edits: [{ row: 7, column: 'Alter', value: '54' }] }],
  by: { profile: 'Lab', user: 'Ada', account: 'ada' },
  events: [
    {
      row: 5,
      at: '2026-11-21T00:00:00Z',
      by: { profile: 'Lab', user: 'Ada', account: null },
      what: 'settled-placed',
      detail: joinMessages([`smp_5`]),
    },
  ],
}
const user = userEvent.setup()
const Page = () => (
  <>
    <BatchesScreen />
    <ConfirmSending />
    <Notifications />
  </>
)
/** Confirms the dialog that precedes every paid call. */
const confirm = async () => user.click(await screen.findByRole('button', { name: 'Order 2 samples' }))
const open = (at = '/activity/batches?batch=b1') =>
  renderScreen(Page, { at, namespace: 'samples', words: texts })
/** Opens the dialog that settles orders of unknown outcome. */
const openSettling = async (button: string) => {
  open()
  await user.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => profileOf({ idempotency: 'honoured' }),
    'batches.list': () => [batch],
    'batches.history': () => history,
    'batches.rows': ({ state }: { state?: string }) => {
      const all = [
        row(2, 'created', 'smp_2'),
        row(5, 'unknown'),
        row(6, 'unknown'),
        row(8, 'failed'),
        row(9, 'failed'),
      ]
      const rows = all.filter((one) => state === undefined || one.state === state)
      return { rows, total: rows.length }
    },
    'batches.estimate': () => toOrdersCall({ ...labContext, count: 2, before: [] }, true),
    'batches.resume': () => ({ jobId: 'j' }),
    'batches.pause': () => batch,
    'batches.cancel': () => ({
      batch,
      message: joinMessages([`The 6 orders that were placed stay placed.`]),
    }),
    'batches.retryFailed': () => ({ jobId: 'j', rows: 1, skipped: [] }),
    'batches.lookUpUnknown': () => ({ jobId: 'j' }),
    'batches.settleUnknown': () => ({ batch, rows: 1, lines: [5], skipped: [], serviceSays: null }),
    'batches.checkSettlement': ({ sampleId }: { sampleId: string }) => ({
      sampleId,
      reference: 'liver-5',
      status: 'completed',
      createdAt: null,
      isOlder: false,
    }),
    'batches.undoSettlement': () => ({ batch, rows: 1 }),
    'jobs.list': () => [],
  })
})

describe('the list of batches', () => {
  it('counts the rows of each by state, and opens one', async () => {
    const router = open('/activity/batches')
    const line = await screen.findByRole('row', { name: /cohort\.csv Paused/ })
    const cells = textsOf(within(line).getAllByRole('gridcell'))
    expect(cells.slice(2, 8)).toEqual(['12', '6', '2', '2', '2', '0'])
    await user.click(within(line).getByText('cohort.csv'))
    expect(await screen.findByRole('heading', { name: 'cohort.csv' })).toBeTruthy()
    expect(router.state.location.search).toEqual({ batch: 'b1' })
  })

  it('explains batches if there are none', async () => {
    answer({ 'batches.list': () => [] })
    open('/activity/batches')
    expect(await screen.findByText('No batches yet')).toBeTruthy()
  })
})

describe('a batch', () => {
  it('is resumed, and canceled only after a dialog that says which orders remain', async () => {
    open()
    await user.click(await screen.findByRole('button', { name: 'Resume 2 rows' }))
    expect(await screen.findByText('Lab (api.example.org)')).toBeTruthy()
    expect(inputsOf('batches.resume')).toEqual([])
    await confirm()
    await waitFor(() => expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }]))
    await user.click(screen.getByRole('button', { name: 'Cancel…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this batch' }))
    expect(dialog.getByText(/6 orders are created at the service and stay there/)).toBeTruthy()
    expect(dialog.getByText(/2 orders of unknown outcome may also have been placed/)).toBeTruthy()
    expect(inputsOf('batches.cancel')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Cancel 2 rows' }))
    await waitFor(() => expect(inputsOf('batches.cancel')).toEqual([{ batchId: 'b1' }]))
  })

  it('in progress can be paused, and hides actions that would have to wait', async () => {
    answer({ 'batches.history': () => ({ ...history, batch: { ...batch, state: 'running' } }) })
    open()
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(inputsOf('batches.pause')).toEqual([{ batchId: 'b1' }])
    expect(screen.queryByRole('button', { name: /^Settle/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull()
  })

  it('sends all failed rows again, or those selected by keyboard', async () => {
    const router = open()
    await user.click(await screen.findByRole('button', { name: 'Send all 2 again' }))
    expect(screen.getByText(/The 2 waiting rows keep waiting/)).toBeTruthy()
    expect(inputsOf('batches.retryFailed')).toEqual([])
    await confirm()
    await waitFor(() => expect(inputsOf('batches.retryFailed')).toEqual([{ batchId: 'b1' }]))
    await user.click(screen.getByRole('button', { name: 'Failed 2' }))
    await screen.findByText('liver-8')
    await waitFor(() => expect(screen.queryByText('liver-2')).toBeNull())
    expect(router.state.location.search).toEqual({ batch: 'b1', state: 'failed' })
    screen.getByRole('grid', { name: 'Rows of the batch' }).focus()
    await user.keyboard('{ArrowDown}{ArrowDown} ')
    await user.click(screen.getByRole('button', { name: 'Send 1 chosen again' }))
    await confirm()
    await waitFor(() => expect(inputsOf('batches.retryFailed').at(-1)).toEqual({ batchId: 'b1', rows: [9] }))
  })

  it('links a row to its sample in the register', async () => {
    const router = open()
    await user.click(await screen.findByRole('link', { name: 'smp_2' }))
    expect(router.state.location.search).toEqual({ sample: 'smp_2', batch: 'b1' })
  })
})

describe('orders of unknown outcome', () => {
  it('are sent again together, after the cost is shown', async () => {
    const dialog = await openSettling('Settle all 2…')
    expect(screen.getByRole('dialog', { name: 'Settle 2 orders of unknown outcome' })).toBeTruthy()
    expect(dialog.getByText(/Uses 2 requests of your limit.*placed and charged now/)).toBeTruthy()
    expect(dialog.getByRole('radio', { name: /It was placed/ })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: 'Send 2 orders again…' }))
    expect(inputsOf('batches.lookUpUnknown')).toEqual([])
    await confirm()
    await waitFor(() => expect(inputsOf('batches.lookUpUnknown')).toEqual([{ batchId: 'b1' }]))
  })

  it('are sent again on resume if the service deduplicates orders, and the batch explains it', async () => {
    const doubtful = { ...batch, state: 'done', queued: 0, resumable: 2 }
    answer({ 'batches.history': () => ({ ...history, batch: doubtful }) })
    open()
    expect(await screen.findByText(/Resume to send 2 of them again.*places no order twice/)).toBeTruthy()
    expect(screen.queryByText(/None is sent again by itself/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Resume 2 rows' }))
    await confirm()
    await waitFor(() => expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }]))
  })

  it('cannot be looked up if the service may place them twice, and the dialog explains why', async () => {
    answer({ 'app.status': () => profileOf({}) })
    const dialog = await openSettling('Settle liver-5')
    expect(screen.getByRole('dialog', { name: 'Settle the order of liver-5' })).toBeTruthy()
    expect(dialog.getByRole('radio', { name: /Send again with the same key/ })).toHaveProperty(
      'disabled',
      true,
    )
    expect(dialog.getByText(/not known whether this service places a repeated order twice/)).toBeTruthy()
    expect(dialog.getByRole('radio', { name: /It was placed/ })).toHaveProperty('checked', true)
    expect(dialog.getByLabelText('Sample ID')).toBeTruthy()
  })

  it('return to the queue only if the user chooses that', async () => {
    answer({ 'app.status': () => profileOf({}) })
    const dialog = await openSettling('Settle all 2…')
    expect(dialog.queryByRole('button', { name: 'Put 2 back in the queue' })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Settle' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('radio', { name: /Not placed/ }))
    await user.click(dialog.getByRole('button', { name: 'Put 2 back in the queue' }))
    await waitFor(() => expect(inputsOf('batches.settleUnknown')).toHaveLength(1))
  })

  it('are settled one by one as placed, by their sample id', async () => {
    const dialog = await openSettling('Settle liver-5')
    await user.click(dialog.getByRole('radio', { name: /It was placed/ }))
    expect(dialog.getByRole('button', { name: 'Check ID' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByLabelText('Sample ID'), 'smp_5')
    await user.click(dialog.getByRole('button', { name: 'Check ID' }))
    expect(await dialog.findByText('The service has smp_5 as “liver-5”, completed.')).toBeTruthy()
    expect(inputsOf('batches.settleUnknown')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save this sample' }))
    await waitFor(() =>
      expect(inputsOf('batches.settleUnknown')).toEqual([
        { batchId: 'b1', rows: [5], as: { kind: 'placed', sampleId: 'smp_5' }, check: true },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('batches.undoSettlement')).toEqual([{ batchId: 'b1', rows: [5] }]))
  })

  it('are settled without the check only if the service does not respond', async () => {
    const unknown = rejected(joinMessages([`The service has no sample smp_5.`]))
    answer({ 'batches.checkSettlement': () => Promise.reject(unknown) })
    const dialog = await openSettling('Settle liver-5')
    await user.click(dialog.getByRole('radio', { name: /It was placed/ }))
    await user.type(dialog.getByLabelText('Sample ID'), 'smp_5')
    await user.click(dialog.getByRole('button', { name: 'Check ID' }))
    expect(await dialog.findByText('The service has no sample smp_5.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Save without checking' })).toBeNull()
    const offline = new Failure('offline', joinMessages([`No network.`]), { reason: 'network' })
    answer({ 'batches.checkSettlement': () => Promise.reject(offline) })
    await user.click(dialog.getByRole('button', { name: 'Check ID' }))
    await user.click(await dialog.findByRole('button', { name: 'Save without checking' }))
    await waitFor(() => expect(inputsOf('batches.settleUnknown')).toMatchObject([{ check: false }]))
  })

  it('are settled from a table, which continues after a failure and lists each problem once', async () => {
    let isOffline = true
    answer({
      'files.chooseOpen': () => ({ fileId: 'f', name: 'found.csv', sizeBytes: 9 }),
      'files.preview': () => ({
        columns: ['row', 'id'],
        preview: [
          { row: 2, cells: ['5', 'smp_5'] },
          { row: 3, cells: ['6', 'smp_6'] },
        ],
        rowCount: 2,
      }),
      'batches.settleListed': ({ row }: { row: number }) => {
        if (row === 5) throw rejected(joinMessages([`The service has no sample smp_5.`]))
        if (isOffline) throw new Failure('offline', joinMessages([`No network.`]), { reason: 'network' })
        return { outcome: 'placed', serviceSays: null }
      },
    })
    open()
    await user.click(await screen.findByRole('button', { name: 'From a table…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle orders from a table' }))
    await user.click(dialog.getByRole('button', { name: 'Choose a file…' }))
    await user.click(await dialog.findByRole('button', { name: 'Settle 2 orders' }))
    expect(await dialog.findByText('No network.')).toBeTruthy()
    isOffline = false
    await user.click(dialog.getByRole('button', { name: 'Settle 2 orders' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Settle 2 orders' })).toBeNull())
    expect(dialog.getAllByText(/The service has no sample smp_5/)).toHaveLength(1)
  })

  it('are reported if they were settled elsewhere in the meantime', async () => {
    answer({
      'batches.settleUnknown': () => ({ batch, rows: 1, lines: [], skipped: [5], serviceSays: null }),
    })
    const dialog = await openSettling('Settle all 2…')
    await user.click(dialog.getByRole('radio', { name: /Not placed/ }))
    await user.click(dialog.getByRole('button', { name: 'Put 2 back in the queue' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const toast = /1 row is in the queue.*1 was left as it is: it was settled meanwhile.*line 5/
    expect(await screen.findByText(toast)).toBeTruthy()
  })

  it('wait if they were not placed, and are sent only when the user resumes the batch', async () => {
    open()
    const settle = async (sendNow: boolean) => {
      await user.click(await screen.findByRole('button', { name: 'Settle all 2…' }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.click(dialog.getByRole('radio', { name: /Not placed/ }))
      if (sendNow) await user.click(dialog.getByRole('checkbox', { name: 'Resume the batch now' }))
      await user.click(dialog.getByRole('button', { name: 'Put 2 back in the queue' }))
      if (sendNow) await confirm()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await settle(false)
    expect(inputsOf('batches.settleUnknown')).toEqual([
      { batchId: 'b1', as: { kind: 'notPlaced' }, check: true },
    ])
    expect(inputsOf('batches.resume')).toEqual([])
    await settle(true)
    expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }])
  })
})

describe('the history of a batch', () => {
  it('shows the file, how it was read and mapped, the changes, and who did what', async () => {
    open('/activity/batches?batch=b1&part=history')
    expect(await screen.findByText('ab'.repeat(32))).toBeTruthy()
    expect(screen.getByText('Semicolon, utf-16le, decimal sign “,”, header in line 3')).toBeTruthy()
    expect(screen.getByText('Always “liver”')).toBeTruthy()
    expect(screen.getByText('Bemerkung (saved as a note)')).toBeTruthy()
    expect(screen.getByText('Days as DD.MM.YYYY, ages in months')).toBeTruthy()
    expect(screen.getByText('Line 7, Alter')).toBeTruthy()
    const event = within(screen.getByRole('grid', { name: 'What was done since' })).getAllByRole('row')[1]
    expect(event?.textContent).toMatch(/Ada · LabSettled as placed5smp_5/)
  })

  it('says what an older version did not record', async () => {
    answer({ 'batches.history': () => ({ ...history, transform: null, changes: null }) })
    open('/activity/batches?batch=b1&part=history')
    expect(await screen.findAllByText('Not recorded by the version that imported this.')).toHaveLength(2)
  })
})
