import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileFailure } from '../../../shared/contract/failures.ts'
import texts from '../../../shared/words/en/screens/frame/help.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost } from '../../client/testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ProblemDialog } from './ProblemDialog.tsx'

const user = userEvent.setup()
const open = () =>
  renderScreen(() => <ProblemDialog close={() => undefined} />, {
    at: '/study/all/samples',
    namespace: 'help',
    words: texts,
  })
const text = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of ${name}` })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save as a file…' })

beforeEach(() => {
  resetHost()
  answer({
    'problems.gather': () => ({
      parts: [
        { name: 'about.txt', text: 'Pathclock: 0.1.0\n' },
        { name: 'log.txt', text: 'Empty.\n' },
      ],
    }),
    'files.chooseSave': () => ({ fileId: 's1', name: 'problem.zip', sizeBytes: 0 }),
    'problems.save': () => ({ file: { fileId: 's1', name: 'problem.zip', sizeBytes: 300 } }),
  })
})

describe('reporting a problem', () => {
  it("shows each part as text, then saves the selected parts with the user's words, and sends nothing", async () => {
    open()
    expect((await text('about.txt')).value).toBe('Pathclock: 0.1.0\n')
    expect((await text('log.txt')).value).toBe('Empty.\n')
    expect((await text('log.txt')).readOnly).toBe(true)
    expect(inputsOf('problems.save')).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: 'log.txt' }))
    await user.type(screen.getByRole('textbox', { name: /^What happened/ }), 'It stood still.')
    await user.click(save())
    expect(await screen.findByText('Saved problem.zip. Nothing was sent.')).toBeTruthy()
    expect(inputsOf('problems.save')).toEqual([
      { fileId: 's1', words: 'It stood still.', parts: ['about.txt'] },
    ])
  })

  it('cannot save if no part is selected and no text is entered', async () => {
    open()
    await text('log.txt')
    for (const name of ['about.txt', 'log.txt']) await user.click(screen.getByRole('checkbox', { name }))
    expect(save().disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: /^What happened/ }), 'Help')
    expect(save().disabled).toBe(false)
  })

  it('saves nothing if the user chooses no file', async () => {
    answer({ 'files.chooseSave': () => null })
    open()
    await text('log.txt')
    await user.click(save())
    await waitFor(() => expect(save().disabled).toBe(false))
    expect(inputsOf('problems.save')).toEqual([])
  })

  it('explains why the texts could not be gathered, and retries', async () => {
    refuse('problems.gather', fileFailure(joinMessages([`The disk is full.`]), 'log'))
    open()
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    answer({ 'problems.gather': () => ({ parts: [{ name: 'about.txt', text: 'Pathclock' }] }) })
    await user.click(screen.getByRole('button', { name: /again/i }))
    expect((await text('about.txt')).value).toBe('Pathclock')
  })
})
