import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import texts from '../../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import { answer, inputsOf, resetHost } from '../../../client/testing/fakeHost.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { PlanScreen } from './PlanScreen.tsx'

const open = (search = '') =>
  renderScreen(PlanScreen, { at: `/plan${search}`, namespace: 'compare', words: texts })
const plans = () => inputsOf('results.plan')

beforeEach(() => {
  resetHost()
  answer({
    'studies.names': () => [{ studyId: 'liver', name: 'Liver', question: '', archivedAt: null }],
    // The numbers of the request are tested, not the plan.
    'results.plan': () => new Promise(() => undefined),
  })
})

it('plans for a number with decimals once it is typed, and never for an unfinished one', async () => {
  const router = open()
  const effect = await screen.findByRole('textbox', { name: 'Smallest difference to find, in SD' })
  expect(plans()).toEqual([{ design: 'unpaired', effect: 1, sd: 1 }])
  await userEvent.clear(effect)
  await userEvent.type(effect, '0.05')
  await userEvent.tab()
  await waitFor(() => expect(router.state.location.search).toMatchObject({ effect: 0.05 }))
  expect((effect as HTMLInputElement).value).toBe('0.05')
  expect(plans().map((one) => (one as { effect: number }).effect)).toEqual([1, 0.05])
})

it('shows the ICC that it assumes', async () => {
  open('?design=paired')
  const icc = await screen.findByRole('textbox', { name: /ICC/ })
  expect((icc as HTMLInputElement).value).toBe('0.5')
  expect(plans()).toEqual([{ design: 'paired', effect: 1, sd: 1, icc: 0.5 }])
})

it('waits for the fields of a pilot study, and asks for its groups if none are suggested', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  answer({ 'results.covariates': () => promise })
  open('?study=liver')
  await screen.findByRole('combobox', { name: 'Pilot study' })
  expect(plans()).toEqual([])
  resolve([{ name: 'age', kind: 'numbers', values: [{ value: '3', count: 1 }], distinct: 90, missing: 0 }])
  expect(await screen.findByText('Choose the groups of the pilot study')).toBeTruthy()
  expect(plans()).toEqual([])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Groups of the pilot study' }), 'age')
  await waitFor(() =>
    expect(plans()).toEqual([expect.objectContaining({ pilot: expect.objectContaining({ group: 'age' }) })]),
  )
})
