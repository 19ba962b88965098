import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { User } from '../../../../shared/domain/app/profile.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { ada, answerWith, inputsOf, labStatus, push } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()

type Options = { status?: AppStatus; update?: (change: object) => User }

function openAccount({ status = labStatus, update = (change) => ({ ...ada, ...change }) }: Options = {}) {
  answerWith({ 'app.status': () => status, 'session.user': () => ada, 'session.updateUser': update })
  openApp('/settings')
}

const edit = async () => user.click(await screen.findByRole('button', { name: 'Edit…' }))

describe("the user's account", () => {
  it('sends only the changed fields, then shows the response without another request', async () => {
    openAccount()
    await edit()
    await user.type(await screen.findByLabelText('Organization'), ' Institute ')
    await user.type(screen.getByLabelText('Email'), ' ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Institute')).toBeTruthy()
    expect(await screen.findByText('Saved. The service now shows this.')).toBeTruthy()
    expect(inputsOf('session.updateUser')).toEqual([{ organization: 'Institute' }])
    expect(inputsOf('session.user')).toHaveLength(1)
  })

  it('offers to undo a change, unless the previous value was empty', async () => {
    openAccount()
    await edit()
    await user.type(await screen.findByLabelText('Organization'), 'Institute{Enter}')
    await screen.findByText('Institute')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await edit()
    await user.type(await screen.findByLabelText('Name'), ' L.{Enter}')
    expect(await screen.findByText('Your account at the service was changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(inputsOf('session.updateUser').at(-1)).toEqual({ name: 'Ada' })
  })

  it('names the fields for which the service returns another value', async () => {
    openAccount({ update: (change) => ({ ...ada, ...change, email: ada.email }) })
    await edit()
    await user.type(await screen.findByLabelText('Name'), ' L.')
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'a@b.c')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/shows something else for: Email/)).toBeTruthy()
    expect(screen.getByText('ada@example.org')).toBeTruthy()
  })

  it('keeps the typed text when the service rejects it, and discards it on Cancel', async () => {
    openAccount({
      update: () => {
        throw new Failure('rejected', joinMessages([`The e-mail is taken.`]), {
          problems: [],
          requestId: 'r-7',
        })
      },
    })
    await edit()
    await user.type(await screen.findByLabelText('Name'), ' L.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/The e-mail is taken\..*Request r-7/)
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada L.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Ada')).toBeTruthy()
  })

  it.each([
    ['an emptied field', '', /Empty values are not sent/],
    ['a text that is too long', 'x'.repeat(201), /200/],
  ])('does not send %s', async (_what, text, problem) => {
    openAccount()
    await edit()
    const name = await screen.findByLabelText('Name')
    fireEvent.change(name, { target: { value: text } })
    expect(await screen.findByText(problem)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.type(name, '{Enter}')
    expect(inputsOf('session.updateUser')).toEqual([])
  })

  it('cannot be changed while Pathclock works offline, and explains why', async () => {
    openAccount()
    await screen.findByText('Ada')
    const offline = { ...labStatus, offlineSwitch: true }
    answerWith({ 'app.status': () => offline })
    act(() => push('status.changed', offline))
    expect(await screen.findByText(/Pathclock works offline: nothing is sent/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit…' })).toHaveProperty('disabled', true)
    expect(screen.getByText('Ada')).toBeTruthy()
  })

  it('is not requested while Pathclock works offline', async () => {
    openAccount({ status: { ...labStatus, offlineSwitch: true } })
    expect(await screen.findByText('Not available while Pathclock works offline.')).toBeTruthy()
    expect(inputsOf('session.user')).toEqual([])
  })

  it('is not requested while signed out', async () => {
    openAccount({ status: { ...labStatus, signedIn: false } })
    expect(await screen.findByText('Sign in to see your account at the service.')).toBeTruthy()
    await waitFor(() => expect(inputsOf('session.user')).toEqual([]))
    expect(screen.queryByRole('button', { name: 'Edit…' })).toBeNull()
  })
})
