import { Notifications, notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { type PaidCall, toAnalysesCall } from '../../../shared/domain/requests/paidCall.ts'
import { transformSchema } from '../../../shared/domain/samples/importing.ts'
import type { TableJoin } from '../../../shared/domain/samples/tableJoin.ts'
import { registeredSample } from '../../../shared/domain/samples/testing/registeredSample.ts'
import texts from '../../../shared/words/en/screens/samples/samples.json' with { type: 'json' }
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost } from '../../client/testing/fakeHost.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { AnalyseChosen } from './AnalyseDialog.tsx'
import { AnnotateDialog } from './detail/AnnotateDialog.tsx'
import { SamplesScreen } from './SamplesScreen.tsx'

const sampleOf = (sampleId: string, clientReference: string) =>
  registeredSample({
    sampleId,
    clientReference,
    fields: { client_reference: clientReference, age: 54, group: 'control', cohort_name: 'pilot' },
    batchId: 'b1',
    annotation: {
      group: 're-run',
      tags: ['QC'],
      note: 'Thawed twice.',
      fields: { bmi: 24.1 },
      changedAt: '2026-11-21T00:00:00Z',
      changedBy: 'Ada',
    },
  })
const rows = [sampleOf('S1', 'liver-1'), sampleOf('S2', 'liver-2'), sampleOf('S3', 'liver-3')]
const facets = {
  total: 3,
  stages: [
    { value: 'analyzed', count: 2 },
    { value: 'failed', count: 1 },
  ],
  groups: [
    { value: 'control', count: 2 },
    { value: null, count: 1 },
  ],
  tags: [{ value: 'QC', count: 1 }],
  batches: [{ value: 'b1', count: 3 }],
  synthetic: 3,
  withoutResult: 3,
}
const user = userEvent.setup()
/** Renders the screen with the dialogs that its bulk actions open. */
function Page() {
  const { analysing, annotating, close } = useDialogs()
  return (
    <>
      <SamplesScreen />
      {analysing && <AnalyseChosen of={analysing} close={() => close('analysing')} />}
      {annotating && <AnnotateDialog sampleIds={annotating} close={() => close('annotating')} />}
      <Notifications />
    </>
  )
}
const open = (at = '/study/all/samples') => renderScreen(Page, { at, namespace: 'samples', words: texts })
const grid = () => screen.findByRole('grid', { name: 'Samples' })

const analysisCost = (count: number, { clock = 0, waiting = 0, before = [] as PaidCall['before'] } = {}) =>
  toAnalysesCall({ ...labContext, count, before }, { analysis: count, clock, waiting })

beforeEach(() => {
  notifications.clean()
  resetHost()
  answer({
    'samples.list': (input: { text?: string }) =>
      input.text === 'zzz' ? { rows: [], total: 0 } : { rows, total: rows.length },
    'samples.facets': () => facets,
    'app.status': () => ({ demo: false }),
    'samples.get': ({ sampleId }: { sampleId: string }) => rows.find((row) => row.sampleId === sampleId),
    'samples.refresh': () => ({ jobId: 'j' }),
    'samples.annotate': ({ sampleIds }: { sampleIds: string[] }) => ({
      changed: sampleIds.length,
      undoId: `before ${sampleIds.join()}`,
      left: 0,
    }),
    'samples.undoAnnotate': () => ({ changed: 1, left: 1 }),
    'analyses.estimate': ({ of, clock }: { of?: unknown; clock: boolean }) => {
      const samples = of ? 900 : 1
      return analysisCost(samples, { clock: clock ? samples : 0 })
    },
    'analyses.run': () => ({ jobId: 'j' }),
    'pathways.list': () => [
      { pathway: 'nfkb', title: 'NF-kB', names: [{ name: 'NF_KB', how: 'spelling', drugs: 0, results: 3 }] },
      { pathway: 'egfr', title: 'EGFR', names: [{ name: 'EGFR', how: 'spelling', drugs: 9, results: 0 }] },
    ],
    'samples.report': () => ({
      sampleId: 'S1',
      contentType: 'text/html',
      text: '<b id="planted">hi</b>',
      fetchedAt: '2026-11-21T00:00:00Z',
      sizeBytes: 22,
      stored: null,
    }),
    'files.chooseSave': ({ suggestedName }: { suggestedName: string }) => ({
      fileId: 'w1',
      name: suggestedName,
      sizeBytes: 0,
    }),
    'samples.saveReport': () => ({
      file: { fileId: 'w1', name: 'liver-1-report.html', sizeBytes: 22 },
      contentType: 'text/html',
      extension: 'html',
      fetchedAt: '2026-11-21T00:00:00Z',
      stored: null,
    }),
    'batches.list': () => [{ batchId: 'b1', fileName: 'cohort.csv' }],
    'jobs.list': () => [],
    'samples.unknownWords': () => ({ words: [] }),
  })
})

describe('an unknown state word', () => {
  it('asks for its meaning, which is saved beside the others and can be undone', async () => {
    const profile = { id: 'p1', dialect: { activity_unit: 'AU' } }
    answer({
      'app.status': () => ({ demo: false, profile }),
      'samples.unknownWords': () => ({ words: [{ word: 'Released', count: 12 }] }),
      'profiles.change': () => ({ demo: false, profile }),
    })
    open()
    await screen.findByText('12 samples wait: the state “Released” is not known. What does it mean?')
    await user.click(screen.getByRole('combobox', { name: 'What “Released” means' }))
    await user.click(await screen.findByRole('option', { name: 'Finished', hidden: true }))
    await waitFor(() =>
      expect(inputsOf('profiles.change')).toEqual([
        { profileId: 'p1', dialect: { activity_unit: 'AU', state_words: { Released: 'succeeded' } } },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(inputsOf('profiles.change').at(-1)).toEqual({
        profileId: 'p1',
        dialect: { activity_unit: 'AU' },
      }),
    )
  })

  it('keeps its meaning when the meaning of another word is undone', async () => {
    const profile = { id: 'p1', dialect: {} }
    answer({
      'app.status': () => ({ demo: false, profile }),
      'samples.unknownWords': () => ({
        words: [
          { word: 'Released', count: 12 },
          { word: 'On hold', count: 1 },
        ],
      }),
      'profiles.change': ({ dialect }: { dialect: object }) => {
        profile.dialect = dialect
        return { demo: false, profile: structuredClone(profile) }
      },
    })
    open()
    const choose = async (word: string, meaning: string) => {
      const field = await screen.findByRole('combobox', { name: `What “${word}” means` })
      await user.click(field)
      const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
      await user.click(within(list ?? document.body).getByRole('option', { name: meaning, hidden: true }))
      await screen.findByText(`“${word}” now counts as “${meaning}”.`)
    }
    await choose('Released', 'Finished')
    await choose('On hold', 'Waiting, not started yet')
    const [undo] = await screen.findAllByRole('button', { name: 'Undo' })
    if (undo) await user.click(undo)
    await waitFor(() => expect(inputsOf('profiles.change')).toHaveLength(3))
    expect(profile.dialect).toEqual({ state_words: { 'On hold': 'queued' } })
  })
})

describe('the register', () => {
  it('explains its purpose when it is empty', async () => {
    answer({ 'samples.list': () => ({ rows: [], total: 0 }) })
    open()
    expect(await screen.findByText('No samples yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Analyze all…' })).toHaveProperty('disabled', true)
  })

  it('distinguishes an empty register from a search without results, and keeps the filters', async () => {
    open()
    await user.type(await screen.findByLabelText('Search samples'), 'zzz')
    expect(await screen.findByText('Nothing matches “zzz”')).toBeTruthy()
    expect(screen.getByRole('navigation', { name: 'Filters' })).toBeTruthy()
  })

  it('shows a failure with a button to try again', async () => {
    const text = 'The journal cannot be read.'
    refuse('samples.list', fileFailure(joinMessages([text]), 'journal.db'))
    open()
    expect(await screen.findByText(text)).toBeTruthy()
    answer({ 'samples.list': () => ({ rows, total: rows.length }) })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await grid()).toBeTruthy()
  })

  it('is filtered by facets, which the address stores', async () => {
    const router = open()
    await user.click(await screen.findByRole('button', { name: 'Failed 1' }))
    await user.click(screen.getByRole('button', { name: 'No group 1' }))
    await waitFor(() =>
      expect(inputsOf('samples.list').at(-1)).toMatchObject({ filter: { stages: ['failed'], group: null } }),
    )
    expect(router.state.location.search).toEqual({ state: 'failed', nogroup: true })
    // The counts of states ignore the chosen state, so that the user can choose another one.
    expect(inputsOf('samples.facets')).toContainEqual({ text: '', filter: { group: null } })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(router.state.location.search).toEqual({})
  })

  it('names batches by their files', async () => {
    open('/study/all/samples?batch=b1')
    expect(await screen.findByRole('button', { name: 'cohort.csv 3', pressed: true })).toBeTruthy()
  })

  it('opens and selects samples by keyboard, a range with Shift', async () => {
    open()
    const table = await grid()
    table.focus()
    await user.keyboard('{ArrowDown} {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(await screen.findByText('3 selected')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('article', { name: 'Details of liver-3' })).toBeTruthy()
    table.focus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
    await user.keyboard('{Escape}')
    expect(await screen.findByText('3 samples')).toBeTruthy()
  })

  it('shows how many requests an analysis takes, and sends it with the choices made', async () => {
    answer({ 'samples.list': () => ({ rows: rows.slice(0, 1), total: 1 }) })
    open()
    await grid()
    await user.click(screen.getByRole('button', { name: 'Analyze all…' }))
    expect(await screen.findByText('2 requests')).toBeTruthy()
    await user.click(screen.getByLabelText('Fetch the pathway aging clock too'))
    expect(await screen.findByText('1 request')).toBeTruthy()
    await user.type(await screen.findByRole('combobox', { name: 'Pathways' }), 'nf')
    await user.click(await screen.findByRole('option', { name: 'NF_KB' }))
    expect(screen.getByText(/The new result contains only these pathways/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Analyze 1 sample' }))
    // The service knows the pathway by this name.
    expect(inputsOf('analyses.run')).toEqual([{ pathways: ['NF_KB'], clock: false, again: false }])
  })

  it('says that no request is needed if all results are stored, and counts waiting samples only otherwise', async () => {
    answer({
      'analyses.estimate': ({ again }: { again: boolean }) =>
        analysisCost(again ? 10_048 : 0, {
          clock: again ? 10_048 : 0,
          waiting: again ? 3 : 0,
          before: [{ what: 'analyzed', count: 10_048, repeated: again }],
        }),
    })
    open()
    await grid()
    await user.click(screen.getByRole('button', { name: 'Analyze all…' }))
    expect(await screen.findByText(/Nothing is left to request. 10,048 samples have their/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Analyze 0 samples' })).toHaveProperty('disabled', true)
    await user.click(screen.getByLabelText('Fetch existing results again'))
    expect(await screen.findByText(/10,048 samples have their results. They are analyzed again/)).toBeTruthy()
    expect(screen.getByText('at least 20,099 requests')).toBeTruthy()
    expect(screen.getByText('about 4 h or longer, at 100 requests a minute')).toBeTruthy()
    expect(screen.getByText(/3 samples are not ready/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Analyze 10,048 samples' }))
    expect(inputsOf('analyses.run')).toEqual([{ clock: true, again: true }])
  })

  it('analyzes a selection of search results without loading them', async () => {
    answer({
      'samples.list': ({ text }: { text?: string }) => ({ rows, total: text === 'liver' ? 900 : 2000 }),
    })
    open('/study/all/samples?text=liver')
    await user.click(await screen.findByRole('button', { name: 'Select all 900 that match' }))
    await user.click(screen.getByRole('button', { name: 'Analyze…' }))
    await user.click(await screen.findByRole('button', { name: 'Analyze 900 samples' }))
    await waitFor(() =>
      expect(inputsOf('analyses.run')).toEqual([
        { of: { text: 'liver', filter: {} }, clock: true, again: false },
      ]),
    )
    expect(inputsOf('samples.list').filter((input) => (input as { limit: number }).limit === 500)).toEqual([])
  })

  it('shows every field of an order, and its report as text, which is saved in its original format', async () => {
    open('/study/all/samples?sample=S1')
    expect(await screen.findByText('cohort_name')).toBeTruthy()
    expect(screen.getByText('pilot')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Fetch the report' }))
    expect(await screen.findByText('<b id="planted">hi</b>')).toBeTruthy()
    expect(document.querySelector('#planted')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save the original…' }))
    await waitFor(() => expect(inputsOf('samples.saveReport')).toEqual([{ sampleId: 'S1', fileId: 'w1' }]))
    expect(inputsOf('files.chooseSave')).toEqual([{ suggestedName: 'liver-1-report.html' }])
  })

  it('reports that a report is not ready, and not that it could not be read', async () => {
    const text = 'The service has no finished report of sample S1 yet. Fetch it again later.'
    const details = { endpoint: 'GET', reason: message('service.reportNotReady'), notReady: true } as const
    refuse('samples.report', new Failure('unreadable', joinMessages([text]), details))
    open('/study/all/samples?sample=S1')
    await user.click(await screen.findByRole('button', { name: 'Fetch the report' }))
    const notice = (await screen.findByText(text)).closest('[role=alert]')
    expect(notice?.textContent).toMatch(/^Not ready yet/)
  })

  it('marks a stored report as such, with its age and the failure of the service', async () => {
    const text = 'The service failed (502).'
    const details = { status: 502, endpoint: 'GET /samples/{sample_id}/report' }
    answer({
      'samples.report': () => ({
        sampleId: 'S1',
        contentType: 'text/plain',
        text: 'old',
        fetchedAt: '2026-11-21T00:00:00Z',
        sizeBytes: 3,
        stored: { code: 'serviceFailed', message: joinMessages([text]), details },
      }),
    })
    open('/study/all/samples?sample=S1')
    await user.click(await screen.findByRole('button', { name: 'Fetch the report' }))
    const notice = within(
      (await screen.findByText('This is a stored copy')).closest('[role=alert]') as HTMLElement,
    )
    expect(notice.getByText(/did not give the report now: The service failed \(502\)/)).toBeTruthy()
    expect(screen.getByText(/Stored copy, fetched/)).toBeTruthy()
  })
})

describe('the annotation of samples', () => {
  it('is separate from the order fields, has an author and a date, and saves only what changed', async () => {
    open('/study/all/samples?sample=S1')
    const added = within(await screen.findByRole('region', { name: 'Added here' }))
    expect(added.getByText(/Changed by Ada,/)).toBeTruthy()
    await user.click(added.getByRole('button', { name: 'Edit' }))
    expect(added.getByText(/Sent with the order: “control”/)).toBeTruthy()
    await user.clear(added.getByLabelText('Note'))
    await user.click(added.getByRole('button', { name: 'Add a covariate' }))
    const names = added.getAllByLabelText('Name')
    await user.type(names[1] as HTMLElement, 'bmi')
    expect(added.getByText('Give each a name of its own')).toBeTruthy()
    expect(added.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.type(names[1] as HTMLElement, '2')
    await user.type(added.getByLabelText('Value of bmi2'), '7')
    await user.click(added.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(inputsOf('samples.annotate')).toEqual([
        { sampleIds: ['S1'], change: { note: null, fields: { bmi2: '7' } } },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('samples.undoAnnotate')).toEqual([{ undoId: 'before S1' }]))
  })

  it('is changed for all selected samples together', async () => {
    open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select liver-2' }))
    await user.click(screen.getByRole('button', { name: 'Group, tag…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 samples' }))
    expect(dialog.getByRole('button', { name: 'Change 2 samples' })).toHaveProperty('disabled', true)
    await user.click(dialog.getAllByRole('radio', { name: 'Remove' })[0] as HTMLElement)
    await user.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'late{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Change 2 samples' }))
    await waitFor(() =>
      expect(inputsOf('samples.annotate')).toEqual([
        { sampleIds: ['S1', 'S3'], change: { group: null, addTags: ['late'] } },
      ]),
    )
    expect(await screen.findByText('2 samples changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 sample was changed again since, and stays as it is.')).toBeTruthy()
    expect(inputsOf('samples.undoAnnotate')).toEqual([{ undoId: 'before S1,S3' }])
  })

  it('can be undone for the samples that changed before a failure', async () => {
    answer({
      'samples.annotate': () => {
        refuse('samples.annotate', fileFailure(joinMessages([`The disk is full.`]), 'j'))
        return { changed: 1, undoId: 'the first', left: 1 }
      },
      'samples.undoAnnotate': () => ({ changed: 1, left: 0 }),
    })
    open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select liver-2' }))
    await user.click(screen.getByRole('button', { name: 'Group, tag…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 samples' }))
    await user.type(dialog.getByRole('combobox', { name: 'Add tags' }), 'late{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Change 2 samples' }))
    expect(await dialog.findByText('The disk is full.')).toBeTruthy()
    expect(inputsOf('samples.annotate')).toMatchObject([{ sampleIds: ['S1', 'S3'] }, { sampleIds: ['S3'] }])
    expect(await screen.findByText('1 sample changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('samples.undoAnnotate')).toEqual([{ undoId: 'the first' }]))
  })

  it('is changed for all matching samples, loaded in pages, but not for those of another query', async () => {
    answer({
      'samples.list': ({ limit }: { limit?: number }) => ({
        rows: limit === 500 ? rows : rows.slice(0, 2),
        total: 3,
      }),
    })
    open()
    await user.click(await screen.findByRole('button', { name: 'Select all 3 samples' }))
    expect(await screen.findByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Group, tag…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 3 samples' }))
    await user.type(dialog.getByRole('combobox', { name: 'Remove tags' }), 'QC{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Change 3 samples' }))
    await waitFor(() =>
      expect(inputsOf('samples.annotate')).toEqual([
        { sampleIds: ['S1', 'S2', 'S3'], change: { removeTags: ['QC'] } },
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Failed 1' }))
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
  })
})

describe('adding existing samples', () => {
  const adopted = { jobId: 'j1', requested: 2, already: [], repeated: [], empty: 0, broken: [] }
  /** Pastes IDs into the dialog, and adds their samples. */
  const addIds = async (ids: string, shown: string) => {
    open()
    await user.click(await screen.findByRole('button', { name: 'Add existing IDs…' }))
    await user.type(await screen.findByLabelText('Sample IDs'), ids)
    expect(screen.getByText(shown)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add samples' }))
  }

  it('looks pasted ids up, reports their outcome, and adds unknown ones only on request', async () => {
    const job = {
      jobId: 'j1',
      state: 'done',
      done: 1,
      failed: 1,
      total: 2,
      message: joinMessages([`1 not known: smp_9.`]),
    }
    answer({
      'samples.adopt': () => ({
        ...adopted,
        already: ['S1'],
        repeated: ['smp_9'],
        broken: [{ row: 7, message: joinMessages([`x`]) }],
      }),
      'jobs.list': () => [job],
    })
    await addIds('S1{Enter}smp_8, smp_9; smp_9', '4 IDs')
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    expect(screen.getByText('1 not known: smp_9.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep 1 anyway' }))
    const samples = ['S1', 'smp_8', 'smp_9', 'smp_9'].map((sampleId) => ({ sampleId }))
    await waitFor(() =>
      expect(inputsOf('samples.adopt')).toEqual([
        { from: { samples }, keepUnknown: false },
        { from: { samples }, keepUnknown: true },
      ]),
    )
    expect(screen.queryByRole('button', { name: /anyway/ })).toBeNull()
  })

  it('separates ids that could not be requested from unknown ones, and requests them again', async () => {
    const text = 'The service cannot be reached.'
    const counts = { done: 1, failed: 2, notRequested: 1, total: 5 }
    answer({
      'samples.adopt': () => ({ ...adopted, requested: 5 }),
      'jobs.list': () => [{ jobId: 'j1', state: 'failed', ...counts, message: joinMessages([text]) }],
    })
    await addIds('a,b,c,d,e', '5 IDs')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Keep 1 anyway' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Look up these 3 again' }))
    await waitFor(() =>
      expect(inputsOf('samples.adopt')).toMatchObject([{ keepUnknown: false }, { keepUnknown: false }]),
    )
  })

  it.each([
    ['cancelled', null, 'you stopped before their turn came'],
    ['failed', joinMessages([`Offline mode is on.`]), 'the error above came first'],
    ['done', joinMessages([`1 taken in.`]), 'it gave no response for them'],
  ])('explains why ids could not be requested (%s)', async (state, text, why) => {
    answer({
      'samples.adopt': () => ({ ...adopted, requested: 3 }),
      'jobs.list': () => [
        { jobId: 'j1', state, done: 1, failed: 0, notRequested: 0, total: 3, message: text },
      ],
    })
    await addIds('a,b,c', '3 IDs')
    expect(await screen.findByText(new RegExp(why))).toBeTruthy()
  })

  it('accepts a file too', async () => {
    answer({
      'files.chooseOpen': () => ({ fileId: 'f7', name: 'ids.csv', sizeBytes: 10 }),
      'samples.adopt': () => ({ ...adopted, jobId: null, requested: 0, already: ['S1'], empty: 2 }),
    })
    open()
    await user.click(await screen.findByRole('button', { name: 'Add existing IDs…' }))
    await user.click(await screen.findByRole('tab', { name: 'From a file' }))
    await user.click(await screen.findByRole('button', { name: 'Choose a file…' }))
    expect(await screen.findByText('ids.csv')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add samples' }))
    expect(await screen.findByText('There was nothing new to add.')).toBeTruthy()
    expect(inputsOf('samples.adopt')).toEqual([{ from: { fileId: 'f7' }, keepUnknown: false }])
  })

  it('shows how a table joins before anything changes, and overwrites only after a choice', async () => {
    const user = userEvent.setup()
    const table: TableJoin = {
      fileName: 'runs.csv',
      readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
      columns: ['sample', 'batch'],
      ownColumns: [],
      notes: [],
      join: { by: 'sample', on: 'client_reference' },
      choices: [{ by: 'sample', on: 'client_reference', matched: 2 }],
      plan: { mapping: { batch: null }, transform: { ...transformSchema.parse({}), notes: ['batch'] } },
      rows: 3,
      matched: 2,
      unmatched: 1,
      ambiguous: 0,
      invalid: 0,
      samples: 2,
      changed: 2,
      added: 1,
      fields: [{ name: 'batch', column: 'batch', added: 1, same: 0, conflicts: 1, sent: 0 }],
      conflicts: 1,
      problemCount: 0,
      problems: [],
      blocker: null,
      examples: {
        matched: [{ row: 2, key: 'liver-1', samples: ['liver-1'], sampleCount: 1 }],
        failed: [{ row: 4, key: 'liver1', why: 'unmatched', samples: [], similar: 'liver-1' }],
        conflicts: [
          { row: 3, sample: 'liver-2', field: 'batch', existing: 'b1', value: 'b2', wasSent: false },
        ],
      },
      digest: 'd1',
    }
    answer({
      'files.chooseOpen': () => ({ fileId: 'f', name: 'runs.csv', sizeBytes: 9 }),
      'samples.joinTable': () => table,
      'samples.annotateFromTable': () => ({ changed: 2, undoId: 'joined', left: 0 }),
    })
    open()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Add columns…' })).toHaveProperty('disabled', false),
    )
    await user.click(screen.getByRole('button', { name: 'Add columns…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add columns of a table to samples' }))
    await user.click(dialog.getByRole('button', { name: 'Choose a table…' }))
    expect(await dialog.findByText('Line 4: “liver1”: no sample matches – similar: “liver-1”')).toBeTruthy()
    expect(dialog.getByText('Line 3: liver-2, batch: “b1” here, “b2” in the table')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Change samples' })).toHaveProperty('disabled', true)
    expect(inputsOf('samples.annotateFromTable')).toEqual([])
    await user.click(dialog.getByRole('radio', { name: 'Keep those here' }))
    expect(dialog.getByRole('button', { name: 'Change 1 sample' })).toHaveProperty('disabled', false)
    await user.click(dialog.getByRole('radio', { name: 'Use those of the table' }))
    await user.click(dialog.getByRole('button', { name: 'Change 2 samples' }))
    await waitFor(() =>
      expect(inputsOf('samples.annotateFromTable')).toEqual([
        { fileId: 'f', ...table.join, ...table.plan, digest: 'd1', conflicts: 'overwrite' },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('samples.undoAnnotate')).toEqual([{ undoId: 'joined' }]))
  })
})
