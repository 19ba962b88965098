import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileFailure, rejected } from '../../../shared/contract/failures.ts'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import pageTexts from '../../../shared/words/en/screens/samples/import.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import {
  answer,
  inputsOf,
  push,
  refuse,
  resetHost,
  textsOf,
  transport,
} from '../../client/testing/fakeHost.ts'
import { resetTestPage, testPage } from '../../ui/testing/testPage.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { createImport } from './importState.ts'
import { noTransform } from './plan.ts'
import { Course } from './Sending.tsx'
import { answerAll, batch, check, draft, dryRun, job, problem, status } from './testing/importAnswers.ts'

const Page = () => (
  <>
    <ImportScreen />
    <Notifications />
  </>
)
const open = (at = '/import?file=f1') => renderScreen(Page, { at, namespace: 'import', words: pageTexts })
const named = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await named(name))

/** Waits until the last call of a method had this input. */
const lastInput = (method: Parameters<typeof inputsOf>[0], input: object) =>
  waitFor(() => expect(inputsOf(method).at(-1)).toMatchObject(input))
/** Waits until the last `imports.read` call had exactly this input. */
const lastReading = (input: object) => waitFor(() => expect(inputsOf('imports.read').at(-1)).toEqual(input))

/** Opens a file and waits until it is checked. */
const toChecked = async () => {
  const router = open()
  await screen.findByText('Will be ordered')
  return router
}
/** Waits until ordering is possible, then returns the order button. */
const orderButton = async () => {
  await waitFor(async () => expect(await named('Order 2 samples')).toHaveProperty('disabled', false))
  return named('Order 2 samples')
}
const openReading = () => press('Change')
const selectUse = async (column: string, use: string) =>
  userEvent.selectOptions(await screen.findByLabelText(`What “${column}” is`), use)
const editYears = () =>
  testPage.get(createImport).changeCells.edit('d1', [{ row: 3, column: 'years', value: '5' }])
/** Columns without a field are stored as notes. */
const suggested = { ...noTransform, notes: ['years', 'site'] }
/** A warning about how the file was read, without its text. */
const note = {
  rule: 'total-rows',
  column: null,
  count: 1,
  rows: [4],
  severity: 'warning' as const,
  undo: null,
}
/** The answer for a dry run of orders that cost money. */
const paidRun = {
  ...dryRun,
  cost: { ...dryRun.cost, destination: { ...dryRun.cost.destination, isDemo: false } },
}

beforeEach(() => {
  notifications.clean()
  resetHost()
  answerAll()
})

describe('the import', () => {
  it('checks all rows once the file is read, and again after each choice', async () => {
    await toChecked()
    await selectUse('years', 'Age (years)')
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(2))
    await selectUse('years', 'Leave out')
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(3))
    expect(inputsOf('imports.check')).toEqual([
      { draftId: 'd1', mapping: { name: 'client_reference', years: null, site: null }, transform: suggested },
      {
        draftId: 'd1',
        mapping: { name: 'client_reference', years: 'age', site: null },
        transform: { ...noTransform, notes: ['site'] },
      },
      {
        draftId: 'd1',
        mapping: { name: 'client_reference', years: null, site: null },
        transform: { ...noTransform, notes: ['site'] },
      },
    ])
  })

  it('lists what the parser changed in the file, and reads the file again when the user undoes it', async () => {
    const notes = [
      {
        ...note,
        message: joinMessages([`Row 9 sums up the others (“Total”). It is not read as a sample.`]),
        severity: 'note' as const,
        undo: { keepRows: ['totals' as const] },
      },
      { ...note, rule: 'crossed-out-rows', message: joinMessages([`Row 4 begins with #.`]) },
    ]
    answer({
      'imports.read': () => ({ ...draft, options: { delimiter: ',' as const }, notes }),
      'imports.check': () => ({ ...check, notes }),
    })
    await toChecked()
    const region = within(screen.getByRole('region', { name: 'Decided while reading' }))
    expect(textsOf(region.getAllByRole('listitem'))).toEqual([
      'Row 4 begins with #.',
      'Row 9 sums up the others (“Total”). It is not read as a sample.Read this row too',
    ])
    await waitFor(async () => expect(await named('Read this row too')).toHaveProperty('disabled', false))
    await press('Read this row too')
    await lastReading({ fileId: 'f1', options: { delimiter: ',', keepRows: ['totals'] } })
  })

  it('orders once, however often the button is pressed, and returns to the batch after a reload', async () => {
    const router = await toChecked()
    await userEvent.tripleClick(await orderButton())
    await screen.findByText('Ordering 2 samples')
    await waitFor(() => expect(router.state.location.search).toEqual({ batch: 'b1', batchStudy: 's1' }))
    const address = router.state.location.href
    cleanup()
    resetTestPage()
    open(address)
    expect(await screen.findByText('Ordering 2 samples')).toBeTruthy()
    expect(inputsOf('imports.send')).toEqual([{ draftId: 'd1', analyzeWhenReady: true }])
  })

  it('starts empty if the batch in the address belongs to another profile', async () => {
    const router = open('/import?batch=gone&batchStudy=s1')
    await screen.findByText('Select the file with your samples')
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('opens the choice of sheet for a workbook with several', async () => {
    const sheets = ['Notes', 'Samples'].map((name) => ({ name, hidden: false }))
    const readAs = { format: 'xlsx', sheet: 'Notes', decimal: '.', headerLine: 1 }
    answer({ 'imports.read': () => ({ ...draft, readAs, sheets }) })
    open()
    expect(await screen.findByLabelText('Sheet')).toHaveProperty('value', 'Notes')
  })

  it('reports that the file was closed when another profile was opened', async () => {
    await toChecked()
    act(() => testPage.get(createImport).belongTo('another'))
    expect(await screen.findByText(/so “cohort.csv” was closed/)).toBeTruthy()
  })

  it('shows the answers to a question about the file as buttons, and the chosen one sets the sample names', async () => {
    const question = {
      ...note,
      rule: 'repeated-samples',
      column: 'site',
      message: joinMessages([
        `8 rows, 4 samples by “site”: order 4? Choose which column identifies a sample.`,
      ]),
      choices: [
        { label: joinMessages([`Order 4 by “site”`]), options: { samplesBy: ['site'] } },
        { label: joinMessages([`Order 8 by “name”`]), options: { samplesBy: ['name'] } },
      ],
    }
    answer({
      'imports.read': ({ options }: { options: { samplesBy?: string[] } }) =>
        options.samplesBy
          ? { ...draft, options, suggestedMapping: { name: null, years: 'age', site: 'client_reference' } }
          : { ...draft, notes: [question] },
      'imports.check': () => ({ ...check, blocker: question.message, notes: [question] }),
    })
    await toChecked()
    const region = screen.getByRole('region', { name: 'Question about this file' })
    expect(region.textContent).toContain('8 rows, 4 samples by “site”: order 4?')
    expect(textsOf(within(region).getAllByRole('button'))).toEqual(['Order 4 by “site”', 'Order 8 by “name”'])
    await waitFor(async () => expect(await named('Order 4 by “site”')).toHaveProperty('disabled', false))
    await press('Order 4 by “site”')
    await lastReading({ fileId: 'f1', options: { samplesBy: ['site'] } })
    await lastInput('imports.check', { mapping: { name: null, site: 'client_reference' } })
    expect(screen.queryByRole('region', { name: 'Question about this file' })).toBeNull()
  })

  it('answers a question about a column with a button, and checks again', async () => {
    const values = { site: { 1: 'F', 2: 'M' } }
    const question = {
      ...note,
      rule: 'ambiguous-sex',
      column: 'site',
      message: joinMessages([`What do 1 and 2 mean?`]),
      answers: [{ label: joinMessages([`1 = F, 2 = M`]), transform: { values } }],
    }
    answer({
      'imports.check': ({ transform }: { transform: { values?: object } }) =>
        transform.values ? check : { ...check, notes: [question] },
    })
    await toChecked()
    const region = await screen.findByRole('region', { name: 'Question about a column' })
    expect(region.textContent).toContain('What do 1 and 2 mean?')
    await waitFor(async () => expect(await named('1 = F, 2 = M')).toHaveProperty('disabled', false))
    await press('1 = F, 2 = M')
    await lastInput('imports.check', { transform: { values } })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Question about a column' })).toBeNull())
  })

  it('reads up to the last line that is set, and to the end once it is cleared', async () => {
    answer({
      'imports.read': ({ options }: { options: { endLine?: number } }) => ({
        ...draft,
        readAs: { ...draft.readAs, ...options },
        options,
      }),
    })
    open()
    await openReading()
    await userEvent.type(await screen.findByLabelText('Last line'), '3{Enter}')
    await lastInput('imports.read', { options: { endLine: 3 } })
    const field = () => screen.getByLabelText<HTMLInputElement>('Last line')
    await waitFor(() => expect(field().value).toBe('3'))
    await userEvent.clear(field())
    await userEvent.tab()
    await lastInput('imports.read', { options: {} })
  })

  it('describes in one line how the file was read, and opens the options when that is uncertain', async () => {
    open()
    expect(await screen.findByText('UTF-8, comma, header in line 1 · 3 rows, 3 columns')).toBeTruthy()
    expect(screen.queryByLabelText('Delimiter')).toBeNull()
    cleanup()
    const text = 'The file does not name its encoding.'
    const problems = [{ ...problem, rule: 'encoding-guessed', message: joinMessages([text]) }]
    answer({ 'imports.read': () => ({ ...draft, draftId: 'd2', problems }) })
    open('/import?file=f2')
    expect(await screen.findByLabelText('Delimiter')).toBeTruthy()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('reads the first row as data, or as the header again, when the user says so', async () => {
    open()
    await openReading()
    const firstRow = () => screen.getByLabelText<HTMLInputElement>('First row is data')
    const readAs = { ...draft.readAs, noHeader: true }
    answer({ 'imports.read': () => ({ ...draft, draftId: 'd2', readAs }) })
    await userEvent.click(firstRow())
    await lastInput('imports.read', { options: { noHeader: true } })
    expect(await screen.findByText(/UTF-8, comma, no header · 3 rows/)).toBeTruthy()
    await openReading()
    expect(firstRow().checked).toBe(true)
    await userEvent.click(firstRow())
    await lastInput('imports.read', { options: {} })
  })

  it('checks again after the order form was changed', async () => {
    await toChecked()
    cleanup()
    const form = defaultOrderForm.map((rule) => ({ ...rule, sendAs: `my_${rule.sendAs}` }))
    answer({ 'orderForm.get': () => ({ form, isDefault: false }) })
    open('/import')
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(2))
  })

  it('puts the samples into the chosen study, and fetches no results when the user declines', async () => {
    answer({
      'studies.names': () => [
        { studyId: 'all', name: 'All samples', archivedAt: null },
        { studyId: 's7', name: 'Liver', archivedAt: null },
      ],
    })
    await toChecked()
    const study = await screen.findByRole('combobox', { name: 'Study' })
    await screen.findByRole('option', { name: 'Liver' })
    expect(textsOf(within(study).getAllByRole('option'))).toEqual(['New study “cohort”', 'Liver'])
    await userEvent.selectOptions(study, 'Liver')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Analyze when ready' }))
    await userEvent.click(await orderButton())
    await screen.findByText('Ordering 2 samples')
    expect(inputsOf('imports.send')).toEqual([
      { draftId: 'd1', study: { studyId: 's7' }, analyzeWhenReady: false },
    ])
  })

  it('adds samples that were all ordered before to the study with one button, and orders nothing', async () => {
    const before = [{ what: 'ordered' as const, count: 48, repeated: false }]
    const cost = { ...dryRun.cost, count: 0, orders: 0, before }
    answer({
      'imports.dryRun': () => ({ ...dryRun, orders: 0, duplicateCount: 48, cost }),
      'imports.addToStudy': () => ({ studyId: 's7', added: 48, alreadyThere: 0 }),
      'studies.names': () => [{ studyId: 's7', name: 'Liver', archivedAt: null }],
    })
    open('/import?file=f1&study=s7')
    await userEvent.click(await screen.findByRole('button', { name: 'Add 48 samples to the study' }))
    await waitFor(() =>
      expect(inputsOf('imports.addToStudy')).toEqual([{ draftId: 'd1', study: { studyId: 's7' } }]),
    )
    expect(screen.queryByRole('checkbox', { name: 'Analyze when ready' })).toBeNull()
    expect(inputsOf('imports.send')).toEqual([])
  })

  it('counts for the study only rows with a sample, and mentions orders in doubt', async () => {
    const before = [
      { what: 'ordered' as const, count: 46, repeated: false },
      { what: 'inDoubt' as const, count: 2, repeated: false },
    ]
    const cost = { ...dryRun.cost, count: 0, orders: 0, before }
    const row = { row: 9, clientReference: 'liver-9', state: 'inDoubt', sampleId: null, batchId: 'b1' }
    const duplicates = [...dryRun.duplicates, row]
    answer({ 'imports.dryRun': () => ({ ...dryRun, orders: 0, duplicateCount: 48, duplicates, cost }) })
    await toChecked()
    expect(await screen.findByRole('button', { name: 'Add 46 samples to the study' })).toBeTruthy()
    expect(
      screen.getByText(
        '0 orders: 46 samples were ordered before. Nothing is sent. 2 samples may have been ordered: settle their orders in Activity.',
      ),
    ).toBeTruthy()
    await press('Details…')
    expect(await screen.findByText('liver-9')).toBeTruthy()
    expect(screen.getByText('may have been ordered')).toBeTruthy()
  })

  it('puts the samples into the study that the user came from, also those of a second file', async () => {
    answer({
      'studies.names': () => [{ studyId: 's7', name: 'Liver', archivedAt: null }],
      'jobs.list': () => [{ ...job, state: 'done' }],
      'batches.list': () => [{ ...batch, state: 'done', created: 2, queued: 0 }],
    })
    open('/import?file=f1&study=s7')
    await userEvent.click(await orderButton())
    await press('Import another file')
    await act(() => testPage.get(createImport).read('f2', {}))
    await userEvent.click(await orderButton())
    await waitFor(() => expect(inputsOf('imports.send')).toHaveLength(2))
    expect(inputsOf('imports.send')).toMatchObject([
      { study: { studyId: 's7' } },
      { study: { studyId: 's7' } },
    ])
  })

  it('returns to all rows once the last error of the filtered rows is corrected', async () => {
    await toChecked()
    await press(/^Errors/)
    answer({
      'imports.check': () => ({ ...check, valid: 3, invalid: 0, problemCount: 0, problems: [], rules: [] }),
      'imports.failing': () => ({ rows: [], total: 0 }),
    })
    await act(editYears)
    await screen.findByText(/No problems found/)
    await press('All rows')
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2'))
  })

  it('checks again after the service rejects the orders', async () => {
    refuse('imports.send', rejected(joinMessages([`Orders changed.`])))
    await toChecked()
    await userEvent.click(await orderButton())
    await screen.findByText('Orders changed.')
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(2))
    expect(screen.getByText('Orders changed.')).toBeTruthy()
  })

  it('ignores a check that arrives after the file was read in another way', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof check>()
    answer({ 'imports.check': () => promise })
    open()
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(1))
    await openReading()
    answer({ 'imports.read': ({ options }) => ({ ...draft, draftId: 'd2', options }) })
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await screen.findByText(/^As you chose:/)
    expect(inputsOf('imports.read').at(-1)).toEqual({ fileId: 'f1', options: { delimiter: ';' } })
    answer({ 'imports.check': () => ({ ...check, draftId: 'd2' }) })
    await act(async () => resolve(check))
    await screen.findByText('Will be ordered')
    expect(inputsOf('imports.check').map((input) => (input as { draftId: string }).draftId)).toEqual([
      'd1',
      'd2',
    ])
  })

  it('applies the header line when the input is finished, not while typing', async () => {
    open()
    await openReading()
    const line = await screen.findByLabelText(/Header/)
    await userEvent.clear(line)
    await userEvent.type(line, '12')
    expect(inputsOf('imports.read')).toHaveLength(1)
    await userEvent.type(line, '{Enter}')
    await waitFor(() =>
      expect(inputsOf('imports.read').slice(1)).toEqual([{ fileId: 'f1', options: { headerLine: 12 } }]),
    )
  })

  it('asks before another reading discards corrections', async () => {
    await toChecked()
    act(() => void editYears())
    await openReading()
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await press('Keep the corrections')
    expect(inputsOf('imports.read')).toHaveLength(1)
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await press('Read without them')
    await waitFor(() => expect(inputsOf('imports.read')).toHaveLength(2))
  })

  it('asks before another file discards corrections', async () => {
    const router = await toChecked()
    act(() => void editYears())
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', false),
    )
    await act(() => router.navigate({ to: '/import', search: { file: 'f9' } }))
    await screen.findByText('Read another file?')
    expect(inputsOf('imports.read')).toHaveLength(1)
    await press('Read without them')
    await lastReading({ fileId: 'f9', options: {} })
  })

  it('has the browser ask before a reload that would lose work', async () => {
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const inBrowser = vi.spyOn(transport, 'hasOpenDialog', 'get').mockReturnValue(false)
    await toChecked()
    expect(asks()).toBe(false)
    await selectUse('years', 'Age (years)')
    await waitFor(() => expect(asks()).toBe(true))
    inBrowser.mockRestore()
  })

  it('reads a pasted table', async () => {
    answer({ 'files.paste': () => ({ fileId: 'p1', name: 'Pasted table', sizeBytes: 9 }) })
    open('/import')
    await screen.findByText('Select the file with your samples')
    fireEvent.paste(document.body, {
      clipboardData: { getData: () => 'name\tyears\nliver-1\t54', files: [] },
    })
    await screen.findByRole('grid', { name: 'Rows of the file' })
    expect(inputsOf('files.paste')).toEqual([{ text: 'name\tyears\nliver-1\t54' }])
    expect(inputsOf('imports.read')).toEqual([{ fileId: 'p1', options: {} }])
  })

  it('keeps the work when the user leaves the page and comes back', async () => {
    await toChecked()
    await selectUse('years', 'Age (years)')
    cleanup()
    open('/import')
    expect((await screen.findByLabelText<HTMLSelectElement>('What “years” is')).value).toBe('field:age')
  })

  it('keeps the work when the user goes to another screen and Back', async () => {
    const router = await toChecked()
    await selectUse('years', 'Age (years)')
    await act(() => router.navigate({ to: '/study/$studyId/samples', params: { studyId: 'all' } }))
    await waitFor(() => expect(screen.queryByLabelText('What “years” is')).toBeNull())
    act(() => router.history.back())
    expect((await screen.findByLabelText<HTMLSelectElement>('What “years” is')).value).toBe('field:age')
    expect(inputsOf('imports.read')).toHaveLength(1)
  })

  it('stores extra columns automatically, and names the first ones in one sentence', async () => {
    const columns = ['name', ...Array.from({ length: 9 }, (_, index) => `Column ${index + 1}`)]
    answer({
      'imports.read': ({ options }) => ({
        ...draft,
        options,
        columns,
        suggestedMapping: Object.fromEntries(
          columns.map((column) => [column, column === 'name' ? 'client_reference' : null]),
        ),
      }),
    })
    await toChecked()
    const named = 'Column 1, Column 2, Column 3, Column 4, Column 5, Column 6 and 3 more.'
    await userEvent.click(screen.getByText('Order fields'))
    expect(
      await screen.findByText(
        `9 columns stay on this computer with their samples and are not sent: ${named}`,
      ),
    ).toBeTruthy()
    await press('Leave out all')
    expect(await screen.findByText(`9 columns are left out: ${named}`)).toBeTruthy()
    await press('Keep all')
    await lastInput('imports.check', { transform: { notes: columns.slice(1) } })
  })

  it('orders nothing without sample names, and says so', async () => {
    await toChecked()
    await selectUse('name', 'Leave out')
    expect(await screen.findByText(/Each order needs a sample name/)).toBeTruthy()
    expect(await named(/^Order /)).toHaveProperty('disabled', true)
    await selectUse('site', 'Sample name')
    await lastInput('imports.check', { mapping: { name: null, years: null, site: 'client_reference' } })
  })

  it('accepts one value for all rows for a required field without a column', async () => {
    const form = defaultOrderForm.map((rule) =>
      rule.field === 'tissue' ? { ...rule, required: true } : rule,
    )
    answer({ 'orderForm.get': () => ({ form, isDefault: false }) })
    open()
    const missing = await screen.findByRole('region', { name: 'Required fields' })
    expect(missing.textContent).toContain('Each order needs this field.')
    expect(inputsOf('imports.check')).toEqual([])
    await press('Select a source…')
    await userEvent.click(await screen.findByLabelText('Same for all rows'))
    await userEvent.type(screen.getByLabelText('Value for every row'), 'liver')
    await press('Use this')
    await waitFor(() =>
      expect(inputsOf('imports.check')).toMatchObject([{ transform: { constants: { tissue: 'liver' } } }]),
    )
  })

  it('names the saved mapping in use, and saves the choices under a name', async () => {
    const template = { templateId: 't1', name: 'Core lab' }
    answer({
      'imports.read': () => ({ ...draft, template }),
      'mappings.save': () => ({ templateId: 't2', name: 'Plates' }),
    })
    await toChecked()
    await userEvent.click(screen.getByText('Order fields'))
    expect(await screen.findByText(/The saved mapping “Core lab” is used/)).toBeTruthy()
    await press('Saved mappings')
    const name = await screen.findByLabelText('Name for these choices')
    await userEvent.clear(name)
    await userEvent.type(name, 'Plates{Enter}')
    expect(await screen.findByText(/The saved mapping “Plates” is used/)).toBeTruthy()
    expect(inputsOf('mappings.save')).toEqual([
      {
        name: 'Plates',
        columns: draft.columns,
        mapping: draft.suggestedMapping,
        transform: noTransform,
        options: {},
      },
    ])
  })

  it('restores a saved mapping that another of the same name replaced', async () => {
    const former = {
      name: 'Plates',
      columns: ['x'],
      mapping: { x: 'age' },
      transform: noTransform,
      options: {},
    }
    const template = { templateId: 't2', savedAt: '2026-01-01T00:00:00Z', ...former }
    answer({ 'mappings.list': () => [template], 'mappings.save': () => template })
    await toChecked()
    await userEvent.click(screen.getByText('Order fields'))
    await press('Saved mappings')
    await userEvent.type(await screen.findByLabelText('Name for these choices'), 'Plates')
    await press('Replace')
    expect(await screen.findByText('The mapping Plates was replaced.')).toBeTruthy()
    const undo = await screen.findAllByRole('button', { name: 'Undo' })
    await userEvent.click(undo.find((button) => !(button as HTMLButtonElement).disabled)!)
    await waitFor(() => expect(inputsOf('mappings.save')).toHaveLength(2))
    expect(inputsOf('mappings.save')[1]).toEqual(former)
  })

  it('shows in its details the exact request, and the rows that were ordered before', async () => {
    await toChecked()
    await press('Details…')
    expect(await screen.findByText(/"client_reference": "liver-1"/)).toBeTruthy()
    expect(screen.getByText(/To https:\/\/api\.example\.org\/v1\/samples/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'smp-3' }).getAttribute('href')).toContain('smp-3')
  })

  it('asks before paid orders are placed, with the requests and time that the footer shows', async () => {
    answer({ 'imports.dryRun': () => paidRun })
    await toChecked()
    const order2 = await orderButton()
    expect(screen.getByText('2 orders · at least 8 requests')).toBeTruthy()
    expect(screen.getByText('about 1 s or longer · to Lab (api.example.org)')).toBeTruthy()
    await userEvent.click(order2)
    const dialog = within(await screen.findByRole('dialog', { name: 'Order 2 samples?' }))
    expect(textsOf(dialog.getAllByRole('definition'))).toEqual([
      '2',
      '2',
      '2',
      'at least 8 requests2 orders · 2 or more status checks · 2 analyses · 2 clocks',
      'about 1 s or longer, at 100 requests a minute',
      'Lab (api.example.org)',
    ])
    const order = dialog.getByRole('button', { name: 'Order 2 samples' })
    expect(inputsOf('imports.send')).toEqual([])
    await userEvent.tripleClick(order)
    await screen.findByText('Ordering 2 samples')
    expect(inputsOf('imports.send')).toHaveLength(1)
  })

  it('keeps a confirmed order unchanged until the service responds, and asks only once', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    answer({
      'imports.dryRun': () => paidRun,
      'imports.send': () => promise,
      'imports.redo': () => ({ changes: [], undoable: 0, redoable: 1 }),
    })
    await toChecked()
    await act(editYears)
    await userEvent.click(await orderButton())
    const dialog = await screen.findByRole('dialog')
    const order = within(dialog).getByRole('button', { name: 'Order 2 samples' })
    fireEvent.keyDown(order, { key: 'y', ctrlKey: true })
    expect(inputsOf('imports.redo')).toEqual([])
    const checks = inputsOf('imports.check').length
    await userEvent.click(order)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(inputsOf('imports.check')).toHaveLength(checks)
    expect(screen.queryByRole('dialog')).not.toBeNull()
    await act(async () => reject(fileFailure(joinMessages([`The file changed.`]), 'cohort.csv')))
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(checks + 1))
    await orderButton()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getAllByText('The file changed.')).toHaveLength(1)
  })

  it.each([
    ['the service cannot be reached', { ...status, online: false }, /cannot be reached now/],
    ['the offline switch is on', { ...status, offlineSwitch: true }, /offline switch is on/],
  ])('does not send when %s, and says why', async (_, now, words) => {
    answer({ 'app.status': () => now })
    await toChecked()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(await named(/^Order /)).toHaveProperty('disabled', true)
    expect(inputsOf('imports.send')).toEqual([])
  })

  it('orders nothing when no row is valid', async () => {
    answer({
      'imports.check': () => ({ ...check, valid: 0 }),
      'imports.dryRun': () => ({ ...dryRun, orders: 0, examples: [], cost: { ...dryRun.cost, before: [] } }),
    })
    await toChecked()
    expect(await screen.findByText(/No row can be ordered/)).toBeTruthy()
    expect(await named(/^Order /)).toHaveProperty('disabled', true)
  })

  it('shows why a file cannot be read, and stays on the page for choosing one', async () => {
    const text = 'cohort.csv line 7: a quote was opened and never closed.'
    refuse('imports.read', fileFailure(joinMessages([text]), 'cohort.csv'))
    open()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeTruthy()
  })
})

describe('orders in progress', () => {
  const order = async () => {
    const router = await toChecked()
    await userEvent.click(await orderButton())
    await screen.findByText('0 of 2')
    return router
  }

  it('are updated by pushed events, and rows of unknown outcome are settled in their batch', async () => {
    const router = await order()
    act(() => push('job.progressed', { ...job, done: 1 }))
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    answer({ 'batches.list': () => [{ ...batch, state: 'done', created: 1, unknown: 1, queued: 0 }] })
    act(() => push('job.ended', { ...job, state: 'done', done: 1, failed: 1 }))
    expect(await screen.findByText('1 order placed')).toBeTruthy()
    expect(await screen.findByRole('cell', { name: 'liver-2' })).toBeTruthy()
    expect(screen.getByText(/Nothing is sent until you decide/)).toBeTruthy()
    // Settling may place and charge an order, so it has its own dialog in the batch.
    expect(screen.queryByRole('button', { name: /Ask the service/ })).toBeNull()
    await press('Settle in the batch…')
    expect(router.state.location).toMatchObject({ pathname: '/activity/batches', search: { batch: 'b1' } })
  })

  it('can be paused, and canceled after a dialog that says which orders remain', async () => {
    const text = '1 order stays created; 1 row was not sent.'
    const stopped = { ...batch, created: 1, queued: 1 }
    answer({
      'batches.list': () => [stopped],
      'batches.pause': () => stopped,
      'batches.cancel': () => ({ batch: stopped, message: joinMessages([text]) }),
    })
    await order()
    await press('Pause')
    expect(inputsOf('batches.pause')).toEqual([{ batchId: 'b1' }])
    await press('Cancel…')
    expect(await screen.findByText(/1 order is created at the service and stays there/)).toBeTruthy()
    await press('Cancel 1 row')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(inputsOf('batches.cancel')).toEqual([{ batchId: 'b1' }])
  })

  it('are still shown after leaving and coming back, until they have ended', async () => {
    await order()
    cleanup()
    open('/import')
    expect(await screen.findByText('Ordering 2 samples')).toBeTruthy()
    answer({ 'batches.list': () => [{ ...batch, state: 'done', created: 2, queued: 0 }] })
    act(() => push('job.ended', { ...job, state: 'done', done: 2 }))
    expect(await screen.findByText('2 orders placed')).toBeTruthy()
    const isOver = () => testPage.get(createImport).store.getState().at
    await waitFor(() => expect(isOver()).toMatchObject({ sent: { isOver: true } }))
    cleanup()
    open('/import')
    expect(await screen.findByText('Select the file with your samples')).toBeTruthy()
  })

  it('count earlier rows too when a batch is resumed', () => {
    const paused = { ...batch, rows: 48, created: 5, queued: 43 }
    renderInPage(<Course job={{ ...job, done: 2, total: 45 }} running total={48} batch={paused} />, {
      import: pageTexts,
    })
    expect(screen.getByText('5 of 48')).toBeTruthy()
  })
})
