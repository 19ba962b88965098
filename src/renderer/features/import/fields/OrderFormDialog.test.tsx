import { Notifications, notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import texts from '../../../../shared/words/en/screens/samples/import.json' with { type: 'json' }
import { joinMessages } from '../../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost } from '../../../client/testing/fakeHost.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { ImportScreen } from '../ImportScreen.tsx'
import { answerAll } from '../testing/importAnswers.ts'

const user = userEvent.setup()
const saved = () => inputsOf('orderForm.set')
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
/** Presses the Undo of the notice; the grid has its own Undo, which has nothing to undo here. */
const takeBack = async () => {
  const offered = (await screen.findByText('The fields of an order were changed.')).closest('[role="alert"]')
  await user.click(within(offered as HTMLElement).getByRole('button', { name: 'Undo' }))
}
const dialog = () => screen.getByRole('dialog', { name: 'Fields of an order' })
const rows = () => within(dialog()).getAllByRole('listitem')
const names = () =>
  within(dialog())
    .getAllByLabelText<HTMLInputElement>('Name at the service')
    .map(({ value }) => value)
const lastRow = () => within(rows().at(-1) as HTMLElement)

const Page = () => (
  <>
    <ImportScreen />
    <Notifications />
  </>
)
const open = async () => {
  renderScreen(Page, { at: '/import?file=f1', namespace: 'import', words: texts })
  await user.click(await screen.findByText('Order fields'))
  await press('Edit the fields…')
  await screen.findByDisplayValue('client_reference')
}
/** Adds a number field with its own name at the service, and bounds. */
const addNumber = async (name: string, least: string, most: string) => {
  await press('Add a field')
  await user.keyboard(name)
  await user.selectOptions(lastRow().getByRole('combobox'), 'number')
  await user.click(lastRow().getByText('No further rule'))
  await user.type(lastRow().getByLabelText('At least'), least)
  await user.type(lastRow().getByLabelText('At most'), most)
}

beforeEach(() => {
  notifications.clean()
  resetHost()
  answerAll()
  answer({ 'orderForm.set': ({ form }) => ({ form: form ?? defaultOrderForm, isDefault: form === null }) })
})

describe('the fields of an order', () => {
  it('can be added with rules, and columns can be assigned to them immediately', async () => {
    await open()
    await addNumber('Passage no.', '0', '50')
    await press('Save the fields')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const added = {
      field: 'passage_no',
      sendAs: 'Passage no.',
      type: 'number',
      required: false,
      least: 0,
      most: 50,
    }
    expect(saved()).toEqual([{ form: [...defaultOrderForm, added] }])
    expect(await screen.findByText('The fields of an order were changed.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('What “years” is'), 'Passage no.')
    expect(screen.getByRole('region', { name: 'Order fields' }).textContent).toContain('Passage no.years')
  })

  it('are not saved with contradictory bounds, and the bounds show the error', async () => {
    await open()
    await addNumber('passage', '50', '10')
    await press('Save the fields')
    expect(lastRow().getByRole('alert').textContent).toContain('the minimum is above the maximum')
    expect(lastRow().getByLabelText('At least').getAttribute('aria-invalid')).toBe('true')
    expect(lastRow().getByLabelText('Name at the service').getAttribute('aria-invalid')).not.toBe('true')
    expect(saved()).toEqual([])
    await user.type(lastRow().getByLabelText('At most'), '0')
    expect(lastRow().queryByRole('alert')).toBeNull()
    expect(lastRow().getByRole('group')).toHaveProperty('open', true)
  })

  it('are not saved without a name, or with the name of another field', async () => {
    await open()
    await press('Add a field')
    await press('Save the fields')
    expect(lastRow().getByRole('alert').textContent).toBe('Give it the name that the service knows.')
    await user.type(lastRow().getByLabelText('Name at the service'), 'age')
    expect(lastRow().getByRole('alert').textContent).toBe('Another field has this name.')
    expect(saved()).toEqual([])
  })

  it('can be moved and removed, except for the sample name', async () => {
    await open()
    await press('Move donor_id up')
    await press('Remove sex')
    expect(names().slice(0, 2)).toEqual(['donor_id', 'client_reference'])
    expect(names()).not.toContain('sex')
    expect(document.activeElement?.textContent).toBe('Add a field')
    expect(screen.getByRole('button', { name: 'Remove client_reference' })).toHaveProperty('disabled', true)
  })

  it('stay open with the reason when they cannot be saved', async () => {
    refuse('orderForm.set', rejected(joinMessages([`The pattern of “group” is no regular expression.`])))
    await open()
    await press('Save the fields')
    expect(await within(dialog()).findByText(/no regular expression/)).toBeTruthy()
  })

  it('return to the default with one button', async () => {
    answer({ 'orderForm.get': () => ({ form: defaultOrderForm.slice(0, 2), isDefault: false }) })
    await open()
    await press('Back to the default')
    await waitFor(() => expect(saved()).toEqual([{ form: null }]))
    await takeBack()
    await waitFor(() => expect(saved()).toEqual([{ form: null }, { form: defaultOrderForm.slice(0, 2) }]))
  })

  it('return to the default when the user undoes a change', async () => {
    await open()
    await press('Remove sex')
    await press('Save the fields')
    await takeBack()
    await waitFor(() => expect(saved().slice(1)).toEqual([{ form: null }]))
  })
})
