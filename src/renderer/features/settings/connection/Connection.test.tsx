import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../shared/contract/contract.ts'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { ConnectionReport } from '../../../../shared/domain/app/connectionReport.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { answerWith, calls, inputsOf, labProfile, labStatus } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()

const report: ConnectionReport = {
  profile: 'Lab',
  service: 'https://api.example.org/v1',
  checkedAt: '2026-11-20T08:00:00Z',
  findings: [
    { name: 'base_path', value: '/v1', how: 'probed', note: null },
    { name: 'list_shape', value: 'array', how: 'probed', note: null },
    { name: 'idempotency', value: 'none', how: 'default', note: joinMessages([`It is not tried.`]) },
    { name: 'of_a_later_version', value: 'https://x.example:1', how: 'set', note: null },
  ],
  calls: [
    { endpoint: 'GET /users/me', outcome: 'answered', status: 200, ms: 31.4, requestId: 'r-1', note: null },
    {
      endpoint: 'GET /drugs',
      outcome: 'forbidden',
      status: 403,
      ms: 12,
      requestId: null,
      note: joinMessages([`No scope.`]),
    },
    {
      endpoint: 'POST /samples',
      outcome: 'not-tried',
      status: null,
      ms: null,
      requestId: null,
      note: joinMessages([`It costs.`]),
    },
  ],
  scopes: ['read:sample'],
  clockAheadS: 300,
  synthetic: false,
  suggested: { base_path: '/v1' },
}

type Options = {
  stored?: ConnectionReport | null
  check?: () => Promise<ConnectionReport>
  status?: AppStatus
  /** The failure that rejects changes. */
  refusal?: Failure
}

function openConnection({ stored = report, check, status: first = labStatus, refusal }: Options = {}) {
  let status = first
  answerWith({
    'app.status': () => status,
    'connection.report': () => stored,
    ...(check && { 'connection.check': check }),
    'files.chooseSave': ({ suggestedName }) => ({ fileId: 'f1', name: suggestedName, sizeBytes: 0 }),
    'connection.export': ({ fileId, format }) => ({
      file: { fileId, name: `report.${format}`, sizeBytes: 9 },
    }),
    'profiles.change': ({ dialect = {} }) => {
      if (refusal) throw refusal
      const profile = { ...labProfile, dialect }
      status = { ...status, profile }
      return status
    },
  })
  openApp('/settings?tab=advanced')
}

const withDialect = (dialect: Profile['dialect'], detected: Profile['detected'] = {}): AppStatus => ({
  ...labStatus,
  profile: { ...labProfile, dialect, detected },
})
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const saved = () => {
  const made = calls.findLast(({ name }) => name === 'profiles.change')
  return made && (made.input as Input<'profiles.change'>).dialect
}

describe('the connection check', () => {
  it('explains itself before the first check, then shows its report', async () => {
    openConnection({ stored: null, check: async () => report })
    expect(await screen.findByText('This service has not been checked.')).toBeTruthy()
    expect(screen.getByText(/It places no order and starts no analysis/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Check the connection' }))
    expect(await screen.findByRole('row', { name: /Base path \/v1 Detected/ })).toBeTruthy()
  })

  it('describes values in words, and lists every request with its outcome', async () => {
    openConnection()
    expect((await row('Where lists are')).getByText('the body itself')).toBeTruthy()
    const assumed = await row('Repeated orders')
    expect(assumed.getByText('Assumed')).toBeTruthy()
    expect(assumed.getByText('It is not tried.')).toBeTruthy()
    expect((await row('of_a_later_version')).getByText('https://x.example:1')).toBeTruthy()
    expect((await row('GET /users/me')).getByText('31 ms')).toBeTruthy()
    expect((await row('POST /samples')).getByText('Not asked')).toBeTruthy()
    const facts = (await screen.findByText('Refused with 403')).closest('dl')?.textContent
    expect(facts).toContain('GET /drugs')
    expect(facts).toContain('read:sample')
    expect(facts).toContain('300 s ahead of that of the service')
  })

  it('warns of a page numbering that it read until one is set', async () => {
    const paging = {
      name: 'paging',
      value: 'page_from_0',
      how: 'probed',
      note: message('service.firstPageNumber0'),
    } as const
    openConnection({ stored: { ...report, findings: [paging] } })
    expect(await screen.findByText(/Set paging to page_from_0/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'From 0' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText(/Set paging to page_from_0/)).toBeNull())
  })

  it('keeps the old report while a new check runs, and after a failure', async () => {
    const checking = Promise.withResolvers<ConnectionReport>()
    openConnection({ check: () => checking.promise })
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/The last report stays/)).toBeTruthy()
    expect(screen.getByText('Where lists are')).toBeTruthy()
    const details = { endpoint: 'GET /users/me', afterMs: 30_000 }
    await act(async () =>
      checking.reject(new Failure('timeout', joinMessages([`No answer in 30 s.`]), details)),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('No answer in 30 s.')
    expect(screen.getByText('Where lists are')).toBeTruthy()
  })

  it('is disabled while signed out, and explains why', async () => {
    openConnection({ status: { ...labStatus, signedIn: false } })
    expect(await screen.findByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true)
    expect(screen.getByText('You are signed out. Sign in again first.')).toBeTruthy()
  })

  it('is saved as a file in each format', async () => {
    openConnection()
    for (const [button, format] of [
      ['Save as Markdown…', 'md'],
      ['Save as JSON…', 'json'],
      ['Save the dialect…', 'dialect'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: button }))
      expect(await screen.findByText(`Saved to report.${format}`)).toBeTruthy()
      expect(inputsOf('connection.export').at(-1)).toEqual({ fileId: 'f1', format })
    }
  })
})

describe('the dialect', () => {
  const file = async () =>
    (await screen.findByRole('textbox', { name: 'Dialect file' })) as HTMLTextAreaElement
  const type = (field: HTMLElement, text: string) => {
    fireEvent.change(field, { target: { value: text } })
  }

  it('is shown as a form and as its file, and applies only after Save', async () => {
    openConnection({ status: withDialect({}, { base_path: '/v1' }) })
    const path = await screen.findByLabelText('Base path')
    expect(path).toHaveProperty('placeholder', '/v1')
    await user.type(path, 'v2/')
    await user.type(screen.getByLabelText('Unit of activity'), 'a.u.')
    await user.click(screen.getByRole('radio', { name: 'From 0' }))
    expect(JSON.parse((await file()).value)).toEqual({
      base_path: 'v2/',
      activity_unit: 'a.u.',
      paging: 'page_from_0',
    })
    expect(await screen.findByText('You have changes that are not saved.')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'profiles.change')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ base_path: '/v2', activity_unit: 'a.u.', paging: 'page_from_0' })
    expect(screen.queryByText('You have changes that are not saved.')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(saved()).toEqual({})
  })

  it('is edited as a file, which the form follows', async () => {
    openConnection()
    type(await file(), '{"state_words": {"Released": "succeeded"}, "idempotency": "honoured"}')
    expect(screen.getByRole('radio', { name: 'The service honors Idempotency-Key' })).toHaveProperty(
      'checked',
      true,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ state_words: { Released: 'succeeded' }, idempotency: 'honoured' })
  })

  it.each([
    ['{"paging"', 'This is not JSON'],
    ['{"id": {"sample": ["order.id"]}}', 'id › sample › 0: must be a JSON pointer'],
    ['{"colour": "red"}', '^has names that are not known: colour'],
    [
      JSON.stringify({ order_fields: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [n, 'x'])) }),
      'order_fields: must have at most 200 items',
    ],
    ['{"pending": {"statuses": [503]}}', 'pending › statuses › 0: must be one of: 202, 404, 409, 425'],
    ['{"base_path": "/a b"}', 'Write a path such as'],
  ])('is not saved while it is invalid, but can be discarded: %s', async (text, problem) => {
    openConnection()
    const field = await file()
    const before = field.value
    type(field, text)
    expect(await screen.findByText(new RegExp(problem))).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field.value).toBe(before)
  })

  it('shows beside the Save button why saving failed', async () => {
    openConnection({ refusal: rejected(joinMessages([`Tokens are sent to this endpoint.`])) })
    await user.type(await screen.findByLabelText('Base path'), 'v2')
    const save = screen.getByRole('button', { name: 'Save' })
    await user.click(save)
    const alert = await screen.findByText('Tokens are sent to this endpoint.')
    // The bar stays in view wherever the form is scrolled to.
    expect(save.parentElement?.contains(alert)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
  })

  it('stays unsaved in the form while the user visits another part of the settings', async () => {
    openConnection()
    await user.type(await screen.findByLabelText('Base path'), 'v3')
    await user.click(screen.getByRole('tab', { name: 'Appearance' }))
    await waitFor(() => expect(screen.queryByLabelText('Base path')).toBeNull())
    await user.click(screen.getByRole('tab', { name: 'Advanced' }))
    expect(await screen.findByLabelText('Base path')).toHaveProperty('value', 'v3')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByLabelText('Base path')).toHaveProperty('value', '')
    expect(saved()).toBeUndefined()
  })

  it('takes what the check suggests, and explains each choice about repeated orders', async () => {
    openConnection()
    expect(
      await screen.findByRole('radio', { name: 'Not known, or it takes the order twice' }),
    ).toHaveProperty('checked', true)
    expect(screen.getByText(/the same key never places a second one/)).toBeTruthy()
    expect(screen.getByText(/it may be placed and charged twice/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Use what the check suggests' }))
    await user.click(screen.getByRole('radio', { name: 'It refuses a second order with the same reference' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ base_path: '/v1', idempotency: 'client_reference' })
  })
})
