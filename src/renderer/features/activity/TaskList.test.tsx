import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { rejected } from '../../../shared/contract/failures.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { toOrdersCall } from '../../../shared/domain/requests/paidCall.ts'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { batchOf } from '../../../shared/domain/samples/testing/batchOf.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, idleQuota, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()
const at = '2026-01-01T00:00:00Z'
const batch = batchOf({ rows: 48, created: 11, failed: 1, unknown: 1, queued: 35, resumable: 35 })
const job: Job = jobOf({
  title: joinMessages([`Order 48 samples`]),
  done: 11,
  failed: 1,
  total: 48,
  ratePerMin: 90,
  etaS: 25,
  batchId: 'b1',
})
const cost = toOrdersCall({ ...labContext, count: 2, before: [] }, true)

/** Confirms the dialog that precedes every paid call. */
const confirm = async () => user.click(await screen.findByRole('button', { name: 'Order 2 samples' }))

function openWith(jobs: Job[], batches: Batch[]) {
  answerWith({
    'app.status': () => demoStatus,
    // A new list for each call, as from a real host.
    'jobs.list': () => [...jobs],
    'batches.list': () => [...batches],
    'batches.pause': () => batch,
    'batches.estimate': () => cost,
    'batches.resume': () => ({ jobId: 'j2' }),
    'batches.retryFailed': () => ({ jobId: 'j2', rows: 1, skipped: [] }),
    'batches.cancel': () => ({ batch, message: joinMessages([]) }),
  })
  openApp('/library/drugs')
}

async function openTray(jobs: Job[], batches: Batch[], button: RegExp = /task/i) {
  openWith(jobs, batches)
  await user.click(await screen.findByRole('button', { name: button }))
}

describe('the task tray', () => {
  it('shows that the service requested a pause while work is waiting for it', async () => {
    await openTray([job], [])
    const hint = 'The service asked for a pause; nothing is sent before it ends.'
    expect(screen.queryByText(hint)).toBeNull()
    const waits = { left: 0, waitMs: 90_000, resetMs: 90_000, queued: 4, etaMs: 90_000 }
    act(() => push('quota.changed', { ...idleQuota, ...waits, paused: true }))
    expect(await screen.findByText(hint)).toBeTruthy()
  })

  it('pauses a running batch, and cancels it after a dialog that says which orders remain', async () => {
    await openTray([job], [{ ...batch, state: 'running' }])
    await user.click(await screen.findByRole('button', { name: 'Pause “Order 48 samples”' }))
    expect(inputsOf('batches.pause')).toEqual([{ batchId: 'b1' }])
    await user.click(screen.getByRole('button', { name: 'Cancel “Order 48 samples”…' }))
    expect(await screen.findByText(/35 rows were not sent yet/)).toBeTruthy()
    expect(screen.getByText(/1 order of unknown outcome may also have been placed/)).toBeTruthy()
    expect(inputsOf('batches.cancel')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel 35 rows' }))
    await waitFor(() => expect(inputsOf('batches.cancel')).toEqual([{ batchId: 'b1' }]))
  })

  const openPausedByDialog = async () => {
    let state: Batch['state'] = 'running'
    await openTray([job], [{ ...batch, state }])
    answerWith({
      'batches.list': () => [{ ...batch, state }],
      'batches.pause': () => {
        state = 'paused'
        return batch
      },
      'batches.estimate': () => cost,
      'batches.resume': () => ({ jobId: 'j2' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel “Order 48 samples”…' }))
    await waitFor(() => expect(inputsOf('batches.pause')).toEqual([{ batchId: 'b1' }]))
    act(() => push('job.ended', { ...job, state: 'cancelled', endedAt: at }))
    act(() => push('samples.changed', { batchId: 'b1' }))
    expect(await screen.findByText('Sending is paused, and stays paused until you resume it.')).toBeTruthy()
    return {
      changeElsewhere(to: Batch['state']) {
        state = to
        act(() => push('samples.changed', { batchId: 'b1' }))
      },
    }
  }

  it('pauses a batch while it asks about canceling, and leaves it paused when the dialog closes', async () => {
    await openPausedByDialog()
    await user.click(screen.getByRole('button', { name: 'Leave it paused' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave it paused' })).toBeNull())
    expect(screen.getByText('Paused')).toBeTruthy()
    expect(inputsOf('batches.resume')).toEqual([])
    expect(inputsOf('batches.cancel')).toEqual([])
  })

  it('resumes a batch that the cancel dialog paused, with a button that shows the number of rows', async () => {
    await openPausedByDialog()
    await user.click(screen.getByRole('button', { name: 'Resume: send 35 rows' }))
    await confirm()
    await waitFor(() => expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave it paused' })).toBeNull())
  })

  it('offers no resume for a batch that was canceled elsewhere', async () => {
    const { changeElsewhere } = await openPausedByDialog()
    changeElsewhere('cancelled')
    await screen.findByRole('button', { name: 'Leave it as it is' })
    expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull()
  })

  it('explains why a batch could not be paused or canceled, and keeps the dialog open', async () => {
    await openTray([job], [{ ...batch, state: 'running' }])
    const fail = (text: string) => () => {
      throw rejected(joinMessages([text]))
    }
    answerWith({ 'batches.pause': fail('Not now.'), 'batches.cancel': fail('Not either.') })
    await user.click(await screen.findByRole('button', { name: 'Cancel “Order 48 samples”…' }))
    expect(await screen.findByText('Not now.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel 35 rows' }))
    expect(await screen.findByText('Not either.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Leave it as it is' }))
    expect(inputsOf('batches.resume')).toEqual([])
  })

  it('shows a batch left over from the last session, and resumes it', async () => {
    await openTray([], [batch], /^1 batch paused/)
    expect(await screen.findByText('13 of 48 (27%) · 1 failed · 1 of unknown outcome')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume “cohort.csv”' }))
    expect(inputsOf('batches.resume')).toEqual([])
    await confirm()
    expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }])
  })

  it('is not needed for an interrupted import: a banner offers to resume it with one button', async () => {
    await openTray([], [{ ...batch, interrupted: true }], /^1 batch paused/)
    expect(await screen.findByText('Interrupted')).toBeTruthy()
    const note = /“cohort.csv” was interrupted. 35 orders wait.* 1 more is of unknown outcome/
    expect(screen.getByText(note)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume the import of “cohort.csv”' }))
    await confirm()
    expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }])
    await user.click(screen.getByRole('button', { name: 'Leave the import of “cohort.csv” waiting' }))
    expect(screen.queryByText(note)).toBeNull()
    expect(inputsOf('batches.resume')).toHaveLength(1)
  })

  it('keeps the banner of an interrupted import visible while other tasks run', async () => {
    const sync: Job = { ...job, kind: 'offlineSync', title: joinMessages([`Keep drugs`]), batchId: null }
    const batches: Batch[] = [{ ...batch, state: 'running' }]
    openWith([sync], batches)
    await screen.findByRole('button', { name: '1 task running' })
    batches.splice(0, 1, { ...batch, interrupted: true })
    act(() => push('samples.changed', { batchId: null }))
    expect(await screen.findByText(/“cohort.csv” was interrupted/)).toBeTruthy()
  })

  it('sends the failed rows of a finished batch again', async () => {
    const ended: Job = { ...job, state: 'failed', endedAt: at }
    await openTray([ended], [{ ...batch, state: 'done', queued: 0 }])
    await user.click(await screen.findByRole('button', { name: 'Send 1 failed again' }))
    expect(inputsOf('batches.retryFailed')).toEqual([])
    await confirm()
    expect(inputsOf('batches.retryFailed')).toEqual([{ batchId: 'b1' }])
  })

  it('dismisses one or all ended tasks, and keeps running ones', async () => {
    const ended = (jobId: string): Job => ({
      ...job,
      jobId,
      title: joinMessages([`Export ${jobId}`]),
      state: 'done',
      endedAt: at,
      batchId: null,
    })
    await openTray([job, ended('e1'), ended('e2'), ended('e3')], [])
    await user.click(await screen.findByRole('button', { name: 'Dismiss “Export e1”' }))
    expect(screen.queryByText('Export e1')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear finished tasks' }))
    expect(screen.queryByText('Export e2')).toBeNull()
    expect(screen.getByText('Order 48 samples')).toBeTruthy()
  })
})
