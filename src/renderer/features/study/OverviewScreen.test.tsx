import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { pack } from '../../../shared/domain/results/packedNumbers.ts'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import type { Finding, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import { noSamples, type Study } from '../../../shared/domain/studies/study.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'
import { textsOf } from '../../client/testing/fakeHost.ts'

const user = userEvent.setup()
const at = '2026-11-22T07:00:00.000Z'

const design: Study['design'] = {
  groupBy: 'group',
  groups: [{ value: 'treated' }, { value: 'control' }],
  control: 'control',
  pairBy: 'donor_id',
  independent: [],
}
const groups = { by: 'group', values: ['treated', 'control'] }
const request = { groups, test: 'paired' as const, pairBy: 'donor_id', pathways: [] }

const pathways: Finding = {
  kind: 'pathways',
  outcome: 'found',
  evidence: 'moderate',
  statement: joinMessages([`1 of 26 pathways differs.`]),
  figures: { tested: 26 },
  link: { view: 'compare', request: { ...request, measure: 'activity' } },
  contrast: 0,
  measure: 'activity',
  pathways: [
    { pathway: 'mTOR', difference: -1.034, ciLow: -1.2, ciHigh: -0.8, sd: 0.5, effect: -3, p: 1e-8, q: 1e-7 },
  ],
  caution: null,
}

const overview: StudyOverview = {
  studyId: 's1',
  name: 'Liver',
  question: 'Does it slow aging?',
  design,
  samples: 48,
  stages: { ...noSamples, analyzed: 48 },
  toOrder: 0,
  inDoubt: 0,
  comparison: {
    source: 'design',
    name: null,
    by: 'group',
    control: 'control',
    groups: [
      { name: 'treated', samples: 24, analyzed: 24 },
      { name: 'control', samples: 24, analyzed: 24 },
    ],
    overall: null,
    contrasts: [{ a: 'treated', b: 'control', test: 'paired', pairs: 24, request }],
  },
  unfinished: null,
  findings: [pathways],
  cautions: [
    { kind: 'synthetic', statement: joinMessages([`The data are synthetic.`]), figures: {}, link: null },
  ],
  notLookedAt: [{ kind: 'drugs', statement: joinMessages([`No directions of drugs are cached.`]) }],
  tests: { tests: 1, sets: 1, saved: 0 },
  ageAcceleration: {
    measure: 'age_acceleration',
    groups: [
      { name: 'treated', n: 24, mean: -1.03, sd: 2, median: -1, ciLow: -2.8, ciHigh: 0.7 },
      { name: 'control', n: 24, mean: 0.1, sd: 2, median: 0, ciLow: -1.6, ciHigh: 1.8 },
    ],
  },
  drugs: [],
  provenance: {
    service: 'https://s.example',
    services: ['https://s.example'],
    oldestFetchedAt: at,
    newestFetchedAt: at,
    synthetic: true,
  },
}

const study: Study = {
  studyId: 's1',
  name: 'Liver',
  question: 'Does it slow aging?',
  notes: 'Second plate.',
  design,
  chosen: ['control'],
  comparisons: [],
  createdAt: at,
  changedAt: at,
  archivedAt: null,
}

type Shown = StudyOverview | ((input: { interim?: boolean | undefined }) => StudyOverview)
const open = (shown: Shown = overview, shownStudy = () => study) => {
  answerWith({
    'app.status': () => demoStatus,
    'studies.list': () => [],
    'studies.overview': (input) => (typeof shown === 'function' ? shown(input) : shown),
    'studies.show': shownStudy,
    'studies.change': () => study,
    'jobs.list': () => [],
    'samples.list': () => ({ rows: [], total: 48 }),
    'pathways.list': () => [],
    'results.covariates': () => [countedCovariate('group', { treated: 24, control: 24 })],
    'results.values': () => ({ values: pack(new Float64Array()), pathways: [], samples: [] }) as never,
  })
  openApp('/study/s1')
}
/** Opens the dialog that edits the study. */
const openForm = async () => {
  await user.click(await screen.findByRole('button', { name: 'Edit study…' }))
  return within(await screen.findByRole('dialog', { name: 'Edit study' }))
}

describe('the overview of a study', () => {
  it('formats the q values of a list alike', async () => {
    const [mTOR] = pathways.pathways
    const list = mTOR
      ? [
          { ...mTOR, q: 3.7e-4 },
          { ...mTOR, pathway: 'AMPK', q: 0.022 },
        ]
      : []
    open({ ...overview, findings: [{ ...pathways, pathways: list }] })
    expect(await screen.findByRole('row', { name: /^mTOR .* 3\.7 × 10⁻⁴$/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /^AMPK .* 2\.2 × 10⁻²$/ })).toBeTruthy()
  })

  it('shows findings with their figures and links, and lists what was not examined', async () => {
    open()
    const findings = within(await screen.findByRole('region', { name: 'Findings' }))
    expect(findings.getByText('1 of 26 pathways differs.')).toBeTruthy()
    const table = within(
      findings.getByRole('table', {
        name: 'Differences treated − control with 95% intervals, drawn in SD of each pathway',
      }),
    )
    expect(table.getByRole('row', { name: /^mTOR −1.034/ })).toBeTruthy()
    expect(textsOf(table.getAllByRole('columnheader'))).toEqual(['Difference', 'q'])
    expect(table.getByText('treated − control, in SD of each pathway')).toBeTruthy()
    expect(table.getByText('−1')).toBeTruthy()
    const link = findings.getByRole('link', { name: 'Show the comparison' }).getAttribute('href') ?? ''
    const search = new URLSearchParams(link.split('?')[1])
    expect(link).toContain('#/study/s1/compare?')
    expect(search.get('test')).toBe('paired')
    expect(search.get('pair')).toBe('donor_id')
    expect(search.get('of')).toBeNull()
    expect(screen.getByText('Does it slow aging?')).toBeTruthy()
    expect(await screen.findByText('Second plate.')).toBeTruthy()
    expect(screen.getByText('The data are synthetic.')).toBeTruthy()
    expect(screen.getByText('No directions of drugs are cached.')).toBeTruthy()
    const acceleration = within(screen.getByRole('table', { name: 'Age acceleration by group' }))
    expect(acceleration.getByRole('row', { name: 'treated n = 24 −1.0 (−2.8 to 0.7) years' })).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Views of Study' })).toBeTruthy()
  })

  it('shows every caution of a kind, even after the overview changes', async () => {
    const caution = (name: string) => ({
      kind: 'confounded' as const,
      statement: joinMessages([`“${name}” is confounded.`]),
      figures: {},
      link: null,
    })
    let names = ['plate', 'sex', 'age']
    open(() => ({ ...overview, cautions: names.map(caution) }))
    await screen.findByText('“age” is confounded.')
    names = ['sex', 'month', 'plate']
    act(() => push('results.changed', {}))
    await screen.findByText('“month” is confounded.')
    const items = within(screen.getByRole('region', { name: 'Cautions' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.trim())).toEqual(
      names.map((name) => `“${name}” is confounded.`),
    )
  })

  it('shows the progress until all samples are analyzed, and offers to analyze the ready ones', async () => {
    open({ ...overview, stages: { ...noSamples, ready: 24, processing: 23, failed: 1 } })
    expect(await screen.findByText('1 sample failed')).toBeTruthy()
    expect(screen.getByText('24 of 48')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Findings' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Analyze 24 samples…' }))
    await screen.findByRole('dialog')
    expect(inputsOf('samples.list')).toContainEqual({
      filter: { study: 's1', hasResult: false },
      limit: 1,
      text: '',
    })
  })

  it('withholds findings while samples are unfinished, until the user requests interim ones', async () => {
    const unfinished = { analyzed: 33, total: 40 }
    open((input) => ({
      ...overview,
      samples: 40,
      stages: { ...noSamples, ready: 7, analyzed: 33 },
      unfinished,
      findings: input.interim ? [pathways] : [],
    }))
    expect(await screen.findByText('33 of 40 analyzed; findings come when all are.')).toBeTruthy()
    expect(screen.getByText('Processed')).toBeTruthy()
    expect(screen.queryByText('Processing')).toBeNull()
    expect(screen.queryByText('1 of 26 pathways differs.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show them now' }))
    expect(await screen.findByText('1 of 26 pathways differs.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Wait for all samples' }))
    await screen.findByText('33 of 40 analyzed; findings come when all are.')
  })

  it('asks about repeats, and stores the answer with the study', async () => {
    const statement = joinMessages([`Values of one “mouse” are alike.`])
    const caution = { kind: 'repeats' as const, statement, figures: {}, link: null, field: 'mouse_id' }
    open({
      ...overview,
      findings: [{ ...pathways, caution: joinMessages([`Is p right?`]) }],
      cautions: [caution],
    })
    expect(await screen.findByText('Is p right?')).toBeTruthy()
    // Shown next to the first finding that it concerns.
    const findings = within(screen.getByRole('region', { name: 'Findings' }))
    await user.click(findings.getByRole('button', { name: 'Count each mouse once' }))
    await user.click(screen.getByRole('button', { name: 'Values are independent' }))
    expect(inputsOf('studies.change')).toEqual([
      { studyId: 's1', design: { pairBy: 'mouse_id' } },
      { studyId: 's1', design: { independent: ['mouse_id'] } },
    ])
  })

  it('explains how to add samples to a study without any', async () => {
    open({ ...overview, samples: 0, stages: noSamples })
    expect(await screen.findByRole('heading', { name: 'This study has no samples yet' })).toBeTruthy()
  })

  it('keeps typed text when the study changes elsewhere, and leaves those changes alone', async () => {
    let shown = study
    open(overview, () => shown)
    const form = await openForm()
    await user.type(await form.findByLabelText('Notes'), ' Thawed twice.')
    shown = { ...study, question: 'Asked elsewhere?', changedAt: '2026-11-23T08:00:00.000Z' }
    act(() => push('studies.changed', { samples: false }))
    expect(await form.findByDisplayValue('Asked elsewhere?')).toBeTruthy()
    expect(form.getByDisplayValue('Second plate. Thawed twice.')).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(inputsOf('studies.change')[0]).toEqual({
      studyId: 's1',
      notes: 'Second plate. Thawed twice.',
      replaces: { notes: 'Second plate.' },
    })
  })

  it('warns that another window changed a text that is being edited, before saving replaces it', async () => {
    let shown = study
    open(overview, () => shown)
    const form = await openForm()
    await user.type(await form.findByLabelText('Notes'), ' Thawed twice.')
    expect(form.queryByText(/another window/)).toBeNull()
    shown = { ...study, notes: 'Third plate.' }
    act(() => push('studies.changed', { samples: false }))
    expect(
      await form.findByText('Another window saved this meanwhile, and saving replaces it: “Third plate.”'),
    ).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(inputsOf('studies.change')[0]).toEqual({
      studyId: 's1',
      notes: 'Second plate. Thawed twice.',
      replaces: { notes: 'Third plate.' },
    })
  })

  it('stores the question and the chosen design, without suggested values', async () => {
    open()
    const form = await openForm()
    const question = await form.findByLabelText('Question')
    await user.clear(question)
    await user.type(question, 'Why?')
    await user.selectOptions(form.getByLabelText('Control group'), 'treated')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(inputsOf('studies.change')[0]).toEqual({
      studyId: 's1',
      question: 'Why?',
      replaces: { question: study.question },
      design: { control: 'treated' },
    })
  })

  it('reorders its groups, and keeps groups that have no samples now', async () => {
    const vehicle = { value: 'vehicle', colour: '#d55e00' }
    const groups = [{ value: 'treated' }, vehicle, { value: 'control' }]
    open(overview, () => ({ ...study, design: { ...design, groups } }))
    const form = await openForm()
    await user.click(await form.findByRole('button', { name: 'Move control up' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(inputsOf('studies.change')[0]).toEqual({
      studyId: 's1',
      design: { groups: [{ value: 'control' }, { value: 'treated' }, vehicle] },
    })
  })
})
