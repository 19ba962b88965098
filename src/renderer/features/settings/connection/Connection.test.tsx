import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../shared/contract/contract.ts'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { ConnectionReport } from '../../../../shared/domain/app/convention.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { message } from '../../../../shared/messages/message.ts'
import { answerWith, calls, labProfile, labStatus } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()

const report: ConnectionReport = {
  profile: 'Lab',
  service: 'https://api.example.org/v1',
  checkedAt: '2026-11-20T08:00:00Z',
  findings: [
    { name: 'base_path', value: '/v1', how: 'probed', note: null },
    { name: 'error_status', value: 'in-200', how: 'probed', note: null },
    { name: 'idempotency', value: 'unknown', how: 'default', note: message`It is not tried.` },
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
      note: message`No scope.`,
    },
    {
      endpoint: 'POST /samples',
      outcome: 'not-tried',
      status: null,
      ms: null,
      requestId: null,
      note: message`It costs.`,
    },
  ],
  scopes: ['read:sample'],
  clockAheadS: 300,
  synthetic: false,
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
    'profiles.change': ({ conventions = {} }) => {
      if (refusal) throw refusal
      const profile = { ...labProfile, conventions: { ...labProfile.conventions, set: conventions } }
      status = { ...status, profile }
      return status
    },
  })
  openApp('/settings?tab=advanced')
}

const withFound = (
  found: Profile['conventions']['found'],
  set: Profile['conventions']['set'] = {},
): AppStatus => ({
  ...labStatus,
  profile: { ...labProfile, conventions: { found, set } },
})
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
const saved = () => {
  const made = calls.findLast(({ name }) => name === 'profiles.change')
  return made && (made.input as Input<'profiles.change'>).conventions
}

describe('the connection check', () => {
  it('explains itself before the first check, then shows its report', async () => {
    openConnection({ stored: null, check: async () => report })
    expect(await screen.findByText('This service has not been checked.')).toBeTruthy()
    expect(screen.getByText(/It places no order and starts no analysis/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Check the connection' }))
    expect(await screen.findByRole('row', { name: /Base path \/v1 Detected/ })).toBeTruthy()
  })

  it('describes detected, assumed and set values in words, and shows unknown values unchanged', async () => {
    openConnection()
    expect((await row('Where errors are told')).getByText('code in an answer with HTTP 200')).toBeTruthy()
    const assumed = await row('Repeated orders')
    expect(assumed.getByText('Assumed')).toBeTruthy()
    expect(assumed.getByText('It is not tried.')).toBeTruthy()
    expect((await row('of_a_later_version')).getByText('https://x.example:1')).toBeTruthy()
  })

  it('lists every request with its outcome, the 403 responses, the scopes and a wrong clock', async () => {
    openConnection()
    expect((await row('GET /users/me')).getByText('31 ms')).toBeTruthy()
    expect((await row('POST /samples')).getByText('Not asked')).toBeTruthy()
    const facts = (await screen.findByText('Refused with 403')).closest('dl')?.textContent
    expect(facts).toContain('GET /drugs')
    expect(facts).toContain('read:sample')
    expect(facts).toContain('300 s ahead of that of the service')
  })

  it('keeps the old report while a new check runs, and after a failure', async () => {
    let refuse: (error: Failure) => void = () => undefined
    openConnection({ check: () => new Promise((_done, failed) => (refuse = failed)) })
    await user.click(await screen.findByRole('button', { name: 'Check again' }))
    expect(await screen.findByText(/The last report stays/)).toBeTruthy()
    expect(screen.getByText('Where errors are told')).toBeTruthy()
    await act(async () =>
      refuse(
        new Failure('timeout', message`No answer in 30 s.`, { endpoint: 'GET /users/me', afterMs: 30_000 }),
      ),
    )
    expect((await screen.findByRole('alert')).textContent).toContain('No answer in 30 s.')
    expect(screen.getByText('Where errors are told')).toBeTruthy()
  })

  it('is disabled while signed out, and explains why', async () => {
    openConnection({ status: { ...labStatus, signedIn: false } })
    expect(await screen.findByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true)
    expect(screen.getByText('You are signed out. Sign in again first.')).toBeTruthy()
  })

  it.each([
    ['Save as Markdown…', 'md'],
    ['Save as JSON…', 'json'],
  ] as const)('is saved as a file: %s', async (button, format) => {
    openConnection()
    await user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(`The report was saved to report.${format}`)).toBeTruthy()
    expect(calls.find(({ name }) => name === 'connection.export')?.input).toEqual({ fileId: 'f1', format })
  })
})

describe('the convention settings', () => {
  it('show the detected values, and apply only after Save', async () => {
    openConnection({ status: withFound({ base_path: '/v1' }) })
    const path = await screen.findByLabelText('Base path')
    expect(path).toHaveProperty('placeholder', '/v1')
    await user.type(path, 'v2/')
    await user.click(screen.getByRole('radio', { name: '0' }))
    expect(await screen.findByText('You have changes that are not saved.')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'profiles.change')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ base_path: '/v2', success_code: 0 })
    expect(screen.queryByText('You have changes that are not saved.')).toBeNull()
  })

  it('can be discarded but not saved while a value is invalid', async () => {
    openConnection()
    await user.type(await screen.findByRole('textbox', { name: 'Words for states' }), 'Released')
    expect(await screen.findByText('Mend what is marked first.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByRole('textbox', { name: 'Words for states' })).toHaveProperty('value', '')
  })

  it('show beside the Save button why saving failed', async () => {
    openConnection({
      refusal: rejected(message`Tokens are sent to this endpoint.`),
    })
    await user.type(await screen.findByLabelText('Base path'), 'v2')
    const save = screen.getByRole('button', { name: 'Save' })
    await user.click(save)
    const alert = await screen.findByText('Tokens are sent to this endpoint.')
    // The bar stays in view wherever the form is scrolled to.
    expect(save.parentElement?.contains(alert)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
  })

  it('stay unsaved in the form while the user visits another part of the settings', async () => {
    openConnection({ status: withFound({ base_path: '/v1' }) })
    await user.type(await screen.findByLabelText('Base path'), 'v3')
    await user.click(screen.getByRole('tab', { name: 'Appearance' }))
    await waitFor(() => expect(screen.queryByLabelText('Base path')).toBeNull())
    await user.click(screen.getByRole('tab', { name: 'Advanced' }))
    expect(await screen.findByLabelText('Base path')).toHaveProperty('value', 'v3')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByLabelText('Base path')).toHaveProperty('value', '')
    expect(saved()).toBeUndefined()
  })

  it('are reset to detected values one by one', async () => {
    openConnection({ status: withFound({ base_path: '/v1' }, { base_path: '', idempotency: 'honoured' }) })
    expect(await screen.findByLabelText('Base path')).toHaveProperty('value', '/')
    await user.click(screen.getByRole('button', { name: 'Reset to detected: Base path' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ idempotency: 'honoured' })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(saved()).toEqual({ base_path: '', idempotency: 'honoured' })
    await waitFor(() => expect(screen.getByLabelText('Base path')).toHaveProperty('value', '/'))
  })

  it('explain each choice about repeated orders, including the fate of a lost order', async () => {
    openConnection()
    expect(await screen.findByRole('radio', { name: 'Not known' })).toHaveProperty('checked', true)
    expect(screen.getByText(/the same key never places a second one/)).toBeTruthy()
    expect(screen.getByText(/it may be placed and charged twice/)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'It takes the order twice' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ idempotency: 'none' })
  })

  it('rename the order fields and units', async () => {
    openConnection()
    await user.type(await screen.findByLabelText('Name that is sent for age'), 'years')
    await user.type(screen.getByLabelText('Unit of activity'), 'a.u.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ order_fields: { age: 'years' }, activity_unit: 'a.u.' })
  })

  it('cannot be saved while one is invalid, but can be discarded', async () => {
    openConnection()
    await user.type(await screen.findByLabelText('Base path'), '/a b')
    expect(await screen.findByText(/Write a path such as/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByLabelText('Base path')).toHaveProperty('value', '')
  })

  it('include token requests only for a sign-in with the browser', async () => {
    openConnection()
    await screen.findByLabelText('Base path')
    expect(screen.queryByText('Token requests are sent as')).toBeNull()
  })

  it('set the format of token requests', async () => {
    openConnection({ status: { ...labStatus, profile: { ...labProfile, signIn: 'oauth', clientId: 'c' } } })
    const group = await screen.findByRole('radiogroup', { name: 'Token requests are sent as' })
    await user.click(within(group).getByRole('radio', { name: 'JSON' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved()).toEqual({ token_body: 'json' })
  })
})
