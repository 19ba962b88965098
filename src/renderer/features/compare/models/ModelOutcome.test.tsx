import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import type { ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import texts from '../../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import { joinMessages } from '../../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost } from '../../../client/testing/fakeHost.ts'
import { covariateOf } from '../../testing/comparisons.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { CompareScreen } from '../CompareScreen.tsx'

const fetchedAt = '2026-11-20T10:00:00.000Z'
const row = (pathway: string, more: Partial<ModelRow> = {}): ModelRow => ({
  pathway,
  contrast: 'treated - control',
  n: 6,
  groups: [],
  sd: 0.5,
  estimate: 1.25,
  se: 0.25,
  t: 5,
  df: 4.5,
  p: 0.001,
  q: 0.002,
  qAll: 0.004,
  ciLow: 0.75,
  ciHigh: 1.75,
  equivalenceP: null,
  why: null,
  ...more,
})
const none = { estimate: null, se: null, t: null, df: null, p: null, q: null, ciLow: null, ciHigh: null }
const model: ModelResult = {
  measure: 'activity',
  formula: '~ group + age',
  terms: [
    {
      field: 'group',
      kind: 'factor',
      levels: [
        { value: 'control', n: 3 },
        { value: 'treated', n: 3 },
      ],
    },
    { field: 'age', kind: 'number', low: 30, high: 60, mean: 45 },
  ],
  interaction: null,
  contrasts: [
    { name: 'treated - control', field: 'group', groups: ['treated', 'control'], weights: [0, 1, 0] },
  ],
  moderation: 'constant',
  prior: { df: 3, isInfinite: false },
  block: null,
  leastEffect: 0,
  equivalence: null,
  sampleIds: ['S1', 'S2'],
  coefficientNames: ['(Intercept)', 'grouptreated', 'age'],
  rows: [row('mTOR'), row('AMPK', { ...none, why: 'notEstimable' })],
  notes: [{ kind: 'inflation', term: 'group', gvif: 4, widening: 2, with: 'age' }],
  ages: null,
  service: 'https://service.example',
  oldestFetchedAt: fetchedAt,
  newestFetchedAt: fetchedAt,
  synthetic: true,
}
const open = (search = '') =>
  renderScreen(CompareScreen, {
    at: `/study/all/compare?by=group&groups=["treated","control"]&test=welch${search}`,
    namespace: 'compare',
    words: texts,
  })

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile: { dialect: {} } }),
    'samples.facets': () => ({ total: 6, withoutResult: 0, groups: [], tags: [] }),
    'results.covariates': () => [
      covariateOf('group', 'control', 'treated'),
      covariateOf('age', '30', '60'),
      covariateOf('sex', 'F', 'M'),
    ],
    'results.pairing': () => ({ a: 'treated', b: 'control', units: 0, inBoth: 0, repeated: 0 }),
    // This call stays pending, because these tests use the model only.
    'results.compare': () => new Promise(() => undefined),
    'results.model': () => model,
    'searches.list': () => [],
    'studies.cautions': () => [],
    'studies.questions': () => [],
  })
})

it('adjusts once the user chooses a field, shows the formula, and stops again', async () => {
  const router = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Adjust for…' }))
  expect(inputsOf('results.model')).toEqual([])
  await userEvent.click(screen.getByRole('combobox', { name: 'Adjust for' }))
  const offered = within(await screen.findByRole('listbox'))
  await userEvent.click(offered.getByRole('option', { name: 'age' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ adjust: { covariates: ['age'] } }))
  expect(inputsOf('results.model').at(-1)).toMatchObject({
    terms: [{ field: 'group', as: 'factor', reference: 'control' }, { field: 'age' }],
    contrasts: ['treated - control'],
    moderation: 'constant',
  })
  expect(screen.getByLabelText('The model in R’s syntax').textContent).toBe('~ group + age')
  expect(await screen.findByRole('grid', { name: 'Pathways in the model' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Stop adjusting' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('adjust'))
})

it('shows estimates with their limits beside them, and why a pathway has none', async () => {
  open('&adjust={"covariates":["age"]}')
  const table = within(await screen.findByRole('grid', { name: 'Pathways in the model' }))
  expect(table.getByRole('row', { name: /mTOR/ }).textContent).toContain('0.750 … 1.750')
  expect(table.getByTitle('q < 0.05; 0.002')).toBeTruthy()
  expect(table.getByRole('row', { name: /AMPK/ })).toBeTruthy()
  expect(screen.getByText(/2\.0 times as wide because group and age overlap/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '~ group + age' })).toBeTruthy()
})

it('shows the reason of a refused design in place of the table', async () => {
  const text = 'group and batch cannot be told apart.'
  refuse('results.model', rejected(joinMessages([text])))
  open('&adjust={"covariates":["batch"]}')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText('This model cannot be fitted')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

it('tests equivalence within a margin with decimals, and shows its p', async () => {
  answer({
    'results.model': ({ equivalence }) => ({
      ...model,
      equivalence: equivalence ?? null,
      rows: model.rows.map((one) => ({ ...one, equivalenceP: equivalence ? 0.031 : null })),
    }),
  })
  const router = open('&adjust={"covariates":["age"]}')
  await userEvent.click(await screen.findByRole('button', { name: '~ group + age' }))
  const field = screen.getByRole('textbox', { name: 'No difference larger than (equivalence)' })
  await userEvent.type(field, '1.05')
  await userEvent.tab()
  await waitFor(() => expect(router.state.location.search).toMatchObject({ adjust: { equivalence: 1.05 } }))
  expect((field as HTMLInputElement).value).toBe('1.05')
  expect(inputsOf('results.model').at(-1)).toMatchObject({ equivalence: 1.05 })
  const table = within(await screen.findByRole('grid', { name: 'Pathways in the model' }))
  expect(await table.findByRole('columnheader', { name: /p of equivalence/ })).toBeTruthy()
  expect(table.getByRole('row', { name: /mTOR/ }).textContent).toContain('0.031')
})

it('makes the previous result inert while the next model is fitted', async () => {
  const { promise } = Promise.withResolvers<ModelResult>()
  answer({ 'results.model': ({ block }) => (block === 'sex' ? promise : model) })
  const router = open('&adjust={"covariates":["age"]}')
  const table = await screen.findByRole('grid', { name: 'Pathways in the model' })
  expect(table.closest('[inert]')).toBeNull()
  await router.navigate({ to: '.', search: (before) => ({ ...before, adjust: { block: 'sex' } }) })
  await waitFor(() => expect(table.closest('[inert]')?.getAttribute('aria-busy')).toBe('true'))
})

it('asks about repeats that the model counts as independent, and makes them its unit', async () => {
  const statement = joinMessages(['Samples of one mouse are alike.'])
  answer({
    'studies.cautions': () => [
      { kind: 'repeats', statement, figures: {}, field: 'mouse' },
      { kind: 'confounded', statement: joinMessages(['Not shown.']), figures: {} },
    ],
  })
  const router = open('&adjust={"covariates":["age"]}')
  expect(await screen.findByText('Samples of one mouse are alike.')).toBeTruthy()
  expect(screen.queryByText('Not shown.')).toBeNull()
  await router.navigate({ to: '.', search: (before) => ({ ...before, adjust: { block: 'mouse' } }) })
  await waitFor(() => expect(screen.queryByText('Samples of one mouse are alike.')).toBeNull())
})

it('lists what was asked of the study, and asks a model again', async () => {
  const recorded = {
    questionId: 'q1',
    kind: 'model',
    request: {
      measure: 'activity',
      of: { filter: {} },
      terms: [{ field: 'group', as: 'factor', reference: 'control' }, { field: 'sex' }],
      contrasts: ['treated - control'],
      moderation: 'constant',
    },
    tests: 5,
    firstAt: fetchedAt,
    lastAt: fetchedAt,
    times: 2,
  }
  const named = { measure: 'activity', of: { sampleIds: { count: 2, sha256: 'x' } }, test: 'welch' }
  const byName = { ...named, groups: { by: 'group', values: ['treated', 'control'] } }
  answer({
    'studies.show': () => ({ comparisons: [] }),
    'studies.questions': () => [
      recorded,
      { ...recorded, questionId: 'q2', kind: 'comparison', request: byName },
    ],
  })
  const router = open('&adjust={"covariates":["age"]}')
  await screen.findByRole('grid', { name: 'Pathways in the model' })
  await userEvent.click(screen.getByRole('button', { name: /comparisons/i }))
  const log = within(await screen.findByRole('region', { name: 'What was asked of this study' }))
  expect(log.getByText(/2 comparisons and models were run in this study/)).toBeTruthy()
  expect(log.getAllByRole('link')).toHaveLength(1)
  await userEvent.click(log.getByRole('link', { name: '~ group + sex · activity' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ adjust: { covariates: ['sex'] } }))
})
