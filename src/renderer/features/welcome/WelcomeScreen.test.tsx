import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Output } from '../../../shared/contract/contract.ts'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import { studySummaryOf } from '../../../shared/domain/studies/testing/studySummaryOf.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import {
  answerWith,
  calls,
  demoStatus,
  firstStart,
  inputsOf,
  labProfile,
  labStatus,
  push,
} from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name })
const noDrugs = (): Output<'drugs.search'> => ({ hits: [], total: 0, source: 'cache', notice: null })
const keyField = () => screen.findByLabelText('API key', { selector: 'input[type=password]' })

/** Opens the form of the first start, with the address of a service. */
async function openForm(answers: Parameters<typeof answerWith>[0] = {}) {
  answerWith({ 'app.status': () => firstStart, ...answers })
  openApp()
  await user.click(await button('Connect to your service'))
  await user.type(await screen.findByLabelText('Service URL'), 'https://service.example')
}
/** Chooses to sign in with the browser. */
async function chooseBrowser() {
  await user.click(screen.getByRole('radio', { name: 'Sign in with the browser' }))
  await user.type(await screen.findByLabelText('Client ID'), 'pathclock')
}

describe('signing in again', () => {
  it('does not navigate away if the user left the screen while the service was responding', async () => {
    const signedIn = Promise.withResolvers<typeof labStatus>()
    answerWith({
      'app.status': () => labStatus,
      'drugs.search': noDrugs,
      'session.connectApiKey': () => signedIn.promise,
    })
    openApp('/connect')
    const address = await screen.findByLabelText('Service URL')
    await user.clear(address)
    await user.type(address, 'https://service.example')
    await user.type(await keyField(), 'secret')
    await user.click(await button('Connect'))
    await waitFor(() => expect(calls.map(({ name }) => name)).toContain('session.connectApiKey'))
    const elsewhere = await screen.findByRole('link', { name: 'Settings' })
    await act(async () => {
      fireEvent.click(elsewhere)
      signedIn.resolve(labStatus)
    })
    await screen.findByRole('tab', { name: 'Account' })
    await waitFor(() => expect(screen.queryByLabelText('Service URL')).toBeNull())
    expect(window.location.hash).toMatch(/^#\/settings/)
  })
})

describe('the first start', () => {
  it('opens the demo study in one click, with one call that is bound to the demo', async () => {
    let status = firstStart
    answerWith({
      'app.status': () => status,
      'session.openDemoStudy': () => {
        status = demoStatus
        push('status.changed', status)
        return { studyId: 's1' }
      },
      'studies.names': () => [
        { studyId: 's1', name: 'Rapamycin in aging liver', question: '', archivedAt: null },
      ],
      'studies.list': () => [studySummaryOf('s1', { name: 'Rapamycin in aging liver', samples: 48 })],
    })
    openApp()
    await user.click(await button('Explore the demo study'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Rapamycin in aging liver' })).toBeTruthy()
    expect(await screen.findByText('Synthetic demo data')).toBeTruthy()
    expect(inputsOf('session.openDemoStudy')[0]).toEqual({
      name: 'Rapamycin in aging liver',
      question: 'Does rapamycin slow the aging of the liver?',
    })
    expect(calls.map(({ name }) => name).filter((name) => /^(imports|offlineSync)\./.test(name))).toEqual([])
  })

  it('calls nothing while an address or key is missing, and names both', async () => {
    answerWith({ 'app.status': () => firstStart })
    openApp()
    await user.click(await button('Connect to your service'))
    await user.type(await screen.findByLabelText('Service URL'), 'http://service.example')
    await user.click(await button('Connect'))
    expect(await screen.findByText(/Enter an address that starts with https/)).toBeTruthy()
    expect(screen.getByText('Enter the API key.')).toBeTruthy()
    expect(calls.map(({ name }) => name)).not.toContain('session.connectApiKey')
  })

  it('connects with a key, shows why the service rejected it, and keeps it until the user goes back', async () => {
    await openForm({
      'session.connectApiKey': () => {
        throw new Failure('notSignedIn', joinMessages([`The service does not know this key.`]), {})
      },
    })
    const key = await keyField()
    await user.type(key, 'secret')
    await user.click(await button('Connect'))
    expect((await screen.findByRole('alert')).textContent).toContain('The service does not know this key.')
    expect(calls.at(-1)).toEqual({
      name: 'session.connectApiKey',
      input: { serviceUrl: 'https://service.example', apiKey: 'secret' },
    })
    expect(key).toHaveProperty('value', 'secret')
    await user.click(await button('Back'))
    await user.click(await button('Connect to your service'))
    expect(await keyField()).toHaveProperty('value', '')
  })

  it('warns before the sign-in that it cannot be stored, and checks the keychain again', async () => {
    let unlocked = false
    answerWith({
      'app.status': () => firstStart,
      'session.checkKeychain': () =>
        unlocked
          ? { kind: 'keychain' }
          : {
              kind: 'session',
              cause: message('adapters.keychainLocked'),
              fix: joinMessages([`Unlock your keyring.`]),
            },
    })
    openApp()
    await user.click(await button('Connect to your service'))
    const notice = await screen.findByText(/you sign in for this session only/)
    expect(document.body.textContent).toContain('The keychain is locked. Unlock your keyring.')
    expect(calls.map(({ name }) => name)).not.toContain('session.connectApiKey')
    unlocked = true
    await user.click(await button('Check again'))
    await waitFor(() => expect(notice.isConnected).toBe(false))
  })

  it('signs in at an issuer with a path, with the scopes and the redirect address that were typed', async () => {
    await openForm({ 'session.connectOAuth': () => demoStatus })
    await chooseBrowser()
    await user.click(await button('More'))
    await user.type(screen.getByLabelText('Sign-in server'), 'https://login.example/realms/lab')
    await user.type(screen.getByLabelText('Scopes'), 'openid offline_access')
    await user.type(screen.getByLabelText('Redirect address'), 'https://elsewhere.example/')
    await user.click(await button('Sign in with the browser'))
    expect(await screen.findByText(/Enter an http address of this computer/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Redirect address'))
    await user.type(screen.getByLabelText('Redirect address'), 'http://localhost:8400/callback')
    await user.click(await button('Sign in with the browser'))
    await waitFor(() => expect(inputsOf('session.connectOAuth')).toHaveLength(1))
    expect(inputsOf('session.connectOAuth')[0]).toEqual({
      serviceUrl: 'https://service.example',
      clientId: 'pathclock',
      authServer: 'https://login.example/realms/lab',
      dialect: {
        sign_in: {
          requested_scopes: 'openid offline_access',
          redirect_uri: 'http://localhost:8400/callback',
        },
      },
    })
  })

  it('waits for the browser, and shows no error if the user stops waiting', async () => {
    const signingIn = Promise.withResolvers<never>()
    await openForm({
      'session.connectOAuth': () => signingIn.promise,
      'session.cancelOAuth': () => {
        signingIn.reject(new Failure('cancelled', message('session.signCanceled'), {}))
        return null
      },
    })
    await chooseBrowser()
    await user.click(await button('Sign in with the browser'))
    expect(await screen.findByText(/Waiting for the browser/)).toBeTruthy()
    await user.click(await button('Cancel'))
    expect(await button('Back')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByLabelText('Client ID')).toHaveProperty('value', 'pathclock')
  })

  it('sends collapsed fields only if they are filled in, and expands them if one is invalid', async () => {
    await openForm({ 'session.connectOAuth': () => demoStatus })
    expect(screen.queryByLabelText('Base path')).toBeNull()
    await user.click(await button('More'))
    expect(screen.queryByLabelText('Client secret')).toBeNull()
    await chooseBrowser()
    await user.type(screen.getByLabelText('Client secret', { selector: 'input[type=password]' }), 'hush')
    await user.type(screen.getByLabelText('Sign-in server'), 'login.example')
    await user.type(screen.getByLabelText('Base path'), 'v1/')
    await user.click(await button('More'))
    await user.click(await button('Sign in with the browser'))
    expect(await screen.findByText(/Enter an address that starts with https/)).toBeTruthy()
    await user.clear(screen.getByLabelText('Sign-in server'))
    await user.click(await button('Sign in with the browser'))
    expect(inputsOf('session.connectOAuth')[0]).toEqual({
      serviceUrl: 'https://service.example',
      clientId: 'pathclock',
      clientSecret: 'hush',
      dialect: { base_path: '/v1' },
    })
  })

  it('clears the key after it is stored, and reports unexpected findings', async () => {
    const profile = { ...labProfile, detected: { base_path: '/v1', envelope: { success: [0] } } }
    await openForm({ 'session.connectApiKey': () => ({ ...labStatus, profile }), 'drugs.search': noDrugs })
    const key = await keyField()
    await user.type(key, 'secret')
    await user.click(await button('Connect'))
    expect(await screen.findByText('What was found at Lab')).toBeTruthy()
    expect(
      screen.getByText(
        'Its interface is under /v1, not under /api/v1. Its responses signal success with code 0, not 200. See Settings, Advanced.',
      ),
    ).toBeTruthy()
    expect(key).toHaveProperty('value', '')
  })
})

describe('while the browser signs in', () => {
  const url = 'https://service.example/oauth/authorize?state=s'

  async function waitForBrowser(paste: () => null = () => null) {
    await openForm({
      'session.connectOAuth': () => new Promise(() => undefined),
      'session.pasteRedirect': paste,
    })
    await chooseBrowser()
    await user.click(await button('Sign in with the browser'))
    await screen.findByText(/Waiting for the browser/)
  }

  it('links to the sign-in page, which opens outside the app, and to no address of another kind', async () => {
    await waitForBrowser()
    expect(screen.queryByRole('link')).toBeNull()
    for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'nonsense']) {
      act(() => push('signIn.changed', { url: address }))
      expect(screen.queryByRole('link'), address).toBeNull()
    }
    act(() => push('signIn.changed', { url }))
    const link = await screen.findByRole('link', { name: 'Open the sign-in page' })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      url,
      '_blank',
      'noreferrer',
    ])
    act(() => push('signIn.changed', { url: null }))
    expect(await screen.findByText(/The browser has signed in/)).toBeTruthy()
  })

  it('accepts the redirect address of a browser elsewhere, and clears it', async () => {
    await waitForBrowser()
    act(() => push('signIn.changed', { url }))
    const field = await screen.findByLabelText('Paste the address you were sent to')
    await user.type(field, 'http://127.0.0.1:4000/callback?code=c{Enter}')
    expect(calls.at(-1)).toEqual({
      name: 'session.pasteRedirect',
      input: { address: 'http://127.0.0.1:4000/callback?code=c' },
    })
    expect(field).toHaveProperty('value', '')
  })

  it('explains why an address is rejected, and keeps it', async () => {
    await waitForBrowser(() => {
      throw rejected(joinMessages([`This address belongs to another sign-in.`]))
    })
    act(() => push('signIn.changed', { url }))
    const field = await screen.findByLabelText('Paste the address you were sent to')
    await user.type(field, 'http://x')
    await user.click(await button('Use this address'))
    expect((await screen.findByRole('alert')).textContent).toContain('belongs to another sign-in')
    expect(field).toHaveProperty('value', 'http://x')
  })
})
