import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../../shared/contract/state.ts'
import { answer, calls, push, Refusal, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { locale } from './locale.ts'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 }
const draft = {
  draftId: 'd1',
  fileName: 'cohort.csv',
  sizeBytes: 10,
  sha256: '',
  readAs,
  sheets: [],
  columns: ['name', 'years'],
  suggestedMapping: { name: 'client_reference', years: null },
  preview: [{ row: 2, cells: ['liver-1', '54'] }],
  rowCount: 3,
  problems: [],
}
const check = {
  draftId: 'd1',
  rows: 3,
  valid: 2,
  invalid: 1,
  duplicates: 0,
  problemCount: 1,
  problems: [
    { row: 3, column: 'years', value: 'x', rule: 'number', message: 'Not a number.', severity: 'error' },
  ],
  requests: 2,
  estimateS: 2,
}
const batch = {
  batchId: 'b1',
  fileName: 'cohort.csv',
  createdAt: '2026-11-21T00:00:00Z',
  state: 'running',
  rows: 2,
  created: 0,
  failed: 0,
  unknown: 0,
  queued: 2,
}
const job = {
  jobId: 'j1',
  kind: 'import',
  title: '',
  state: 'running',
  done: 0,
  failed: 0,
  total: 2,
  ratePerMin: null,
  etaS: null,
  startedAt: '2026-11-21T00:00:00Z',
  endedAt: null,
  message: null,
  batchId: 'b1',
} satisfies Job
const status = { online: true, offlineSwitch: false, signedIn: true, demo: true, profile: null }

const open = () =>
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: locale.en })
const sent = () => calls.filter(({ name }) => name === 'imports.send')
const named = (name: string | RegExp) => screen.findByRole('button', { name })

beforeEach(() => {
  resetHost()
  answer({
    'imports.read': () => draft,
    'imports.check': () => check,
    'imports.send': () => ({ batchId: 'b1', jobId: 'j1' }),
    'app.status': () => status,
    'jobs.list': () => [job],
    'batches.list': () => [batch],
    'batches.rows': () => ({
      rows: [
        {
          batchId: 'b1',
          row: 3,
          clientReference: 'liver-2',
          state: 'unknown',
          sampleId: null,
          message: 'Lost.',
        },
      ],
      total: 1,
    }),
  })
})

describe('the import wizard', () => {
  it('orders once, however often the button is pressed', async () => {
    open()
    await userEvent.click(await named('Next'))
    await userEvent.tripleClick(await named('Order 2 samples'))
    await screen.findByText('Ordering 2 samples')
    expect(sent()).toEqual([{ name: 'imports.send', input: { draftId: 'd1' } }])
  })

  it('keeps the mapping when one goes back, and checks anew after a change', async () => {
    open()
    await userEvent.selectOptions(await screen.findByLabelText('Send years as'), 'Age in years')
    await userEvent.click(await named('Next'))
    await userEvent.click(await named('Back'))
    expect(screen.getByLabelText<HTMLSelectElement>('Send years as').value).toBe('age')
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'not sent')
    await userEvent.click(await named('Next'))
    const checks = calls.filter(({ name }) => name === 'imports.check').map(({ input }) => input)
    expect(checks).toEqual([
      { draftId: 'd1', mapping: { name: 'client_reference', years: 'age' } },
      { draftId: 'd1', mapping: { name: 'client_reference', years: null } },
    ])
  })

  it('reads the file again when told to read it another way', async () => {
    open()
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await waitFor(() =>
      expect(calls.filter(({ name }) => name === 'imports.read').at(-1)?.input).toEqual({
        fileId: 'f1',
        options: { delimiter: ';', encoding: 'utf-8', decimal: '.', headerLine: 1 },
      }),
    )
  })

  it('does not go on without a column that names the samples, and says so', async () => {
    open()
    await userEvent.selectOptions(await screen.findByLabelText('Send name as'), 'not sent')
    expect(await named('Next')).toHaveProperty('disabled', true)
    expect(screen.getByText(/Choose the column that names each sample/)).toBeTruthy()
  })

  it.each([
    ['nothing is valid', { ...check, valid: 0 }, status, /No row can be sent/],
    ['the service cannot be reached', check, { ...status, online: false }, /cannot be reached now/],
    ['the offline switch is on', check, { ...status, offlineSwitch: true }, /offline switch is on/],
  ])('does not send when %s, and says why', async (_, checked, now, words) => {
    answer({ 'imports.check': () => checked, 'app.status': () => now })
    open()
    await userEvent.click(await named('Next'))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(await named(/^Order/)).toHaveProperty('disabled', true)
    expect(sent()).toEqual([])
  })

  it('shows why a file could not be read, and stays at the first step', async () => {
    const message = 'cohort.csv line 7: a quote was opened and never closed.'
    answer({
      'imports.read': () => {
        throw new Refusal({ code: 'file', message, details: { name: 'cohort.csv', line: 7 } })
      },
    })
    open()
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeTruthy()
  })

  it('follows the orders by what is pushed, and lists the rows whose outcome is unknown', async () => {
    open()
    await userEvent.click(await named('Next'))
    await userEvent.click(await named('Order 2 samples'))
    await screen.findByText('0 of 2')
    act(() => push('job.progressed', { ...job, done: 1 }))
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    answer({ 'batches.list': () => [{ ...batch, state: 'done', created: 1, unknown: 1, queued: 0 }] })
    act(() => push('job.ended', { ...job, state: 'done', done: 1, failed: 1 }))
    expect(await screen.findByText('1 order placed')).toBeTruthy()
    expect(await screen.findByRole('cell', { name: 'liver-2' })).toBeTruthy()
    expect(screen.getByText(/never sent again by themselves/)).toBeTruthy()
  })
})
