import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Output } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import { answerWith, calls, demoStatus, firstStart, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()
const button = (name: string) => screen.findByRole('button', { name })
const noDrugs = (): Output<'drugs.search'> => ({ hits: [], total: 0, source: 'cache', notice: null })

describe('the first start', () => {
  it('opens the demo in one click and leads to the drugs', async () => {
    let status = firstStart
    answerWith({
      'app.status': () => status,
      'drugs.search': noDrugs,
      'drugs.categories': () => [],
      'session.startDemo': () => {
        status = demoStatus
        push('status.changed', status)
        return status
      },
    })
    openApp()
    await user.click(await button('Explore with demo data'))
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', 'Drugs · Demo')
    expect(await screen.findByText('Synthetic demo data')).toBeTruthy()
  })

  it('asks nothing of the host while an address or key is missing, and names both', async () => {
    answerWith({ 'app.status': () => firstStart })
    openApp()
    await user.click(await button('Connect to your service'))
    await user.type(await screen.findByLabelText('Service URL'), 'http://service.example')
    await user.click(await button('Connect'))
    expect(await screen.findByText(/Enter an address that starts with https/)).toBeTruthy()
    expect(screen.getByText('Enter the API key.')).toBeTruthy()
    expect(calls.map(({ name }) => name)).not.toContain('session.connectApiKey')
  })

  it('connects with a key, and shows why the service refused it', async () => {
    answerWith({
      'app.status': () => firstStart,
      'session.connectApiKey': () => {
        throw new Failure('notSignedIn', 'The service does not know this key.', {})
      },
    })
    openApp()
    await user.click(await button('Connect to your service'))
    await user.type(await screen.findByLabelText('Service URL'), 'https://service.example')
    await user.type(screen.getByLabelText('API key', { selector: 'input[type=password]' }), 'secret')
    await user.click(await button('Connect'))
    expect((await screen.findByRole('alert')).textContent).toContain('The service does not know this key.')
    expect(calls.at(-1)).toEqual({
      name: 'session.connectApiKey',
      input: { serviceUrl: 'https://service.example', apiKey: 'secret' },
    })
  })

  it('waits for the browser and can stop waiting, without an alarm', async () => {
    let stop = () => {}
    answerWith({
      'app.status': () => firstStart,
      'session.connectOAuth': () =>
        new Promise((_done, refuse) => {
          stop = () => refuse(new Failure('cancelled', 'The sign-in was cancelled.', {}))
        }),
      'session.cancelOAuth': () => {
        stop()
        return null
      },
    })
    openApp()
    await user.click(await button('Connect to your service'))
    await user.type(await screen.findByLabelText('Service URL'), 'https://service.example')
    await user.click(screen.getByRole('radio', { name: 'Sign in with the browser' }))
    await user.type(await screen.findByLabelText('Client id'), 'pathclock')
    await user.click(await button('Sign in with the browser'))
    expect(await screen.findByText(/Waiting for the browser/)).toBeTruthy()
    await user.click(await button('Cancel'))
    expect(await button('Back')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
