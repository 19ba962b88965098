import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { message } from '../../../shared/messages/message.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { answer, calls, push, Refusal, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { createImport } from './importState.ts'
import { locale } from './locale.ts'
import { noTransform } from './plan.ts'
import { answerAll, batch, check, draft, dryRun, job, status } from './testing/importAnswers.ts'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const Page = () => (
  <>
    <ImportScreen />
    <Notifications />
  </>
)
const open = (at = '/import?file=f1') => renderScreen(Page, { at, namespace: 'import', words: locale.en })
const inputs = (name: string) => calls.filter((one) => one.name === name).map(({ input }) => input)
const named = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await named(name))

const toColumns = async () => {
  const router = open()
  await press('Next')
  await screen.findByLabelText('Send years as')
  return router
}
const toCheck = async () => {
  const router = await toColumns()
  await press('Next')
  await screen.findByText('Will be sent')
  return router
}
const toSend = async () => {
  const router = await toCheck()
  await press('See what would be sent')
  return router
}

beforeEach(() => {
  notifications.clean()
  resetHost()
  answerAll()
})

describe('the import wizard', () => {
  it('orders once, however often the button is pressed', async () => {
    await toSend()
    await waitFor(async () => expect(await named('Order 2 samples')).toHaveProperty('disabled', false))
    await userEvent.tripleClick(await named('Order 2 samples'))
    await screen.findByText('Ordering 2 samples')
    expect(inputs('imports.send')).toEqual([{ draftId: 'd1', analyzeWhenReady: true }])
  })

  it('keeps the mapping when one goes back, and checks anew after a change only', async () => {
    await toColumns()
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'Age in years')
    await press('Next')
    await screen.findByText('Will be sent')
    await press('Back')
    expect(screen.getByLabelText<HTMLSelectElement>('Send years as').value).toBe('age')
    await press('Next')
    await press('Back')
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'not sent')
    await press('Next')
    await screen.findByText('Will be sent')
    const mapped = { draftId: 'd1', transform: noTransform }
    expect(inputs('imports.check')).toEqual([
      { ...mapped, mapping: { name: 'client_reference', years: 'age', site: null } },
      { ...mapped, mapping: { name: 'client_reference', years: null, site: null } },
    ])
  })

  it('says what reading did to the file, and reads it otherwise where a person wants that', async () => {
    const notes = [
      {
        rule: 'total-rows',
        column: null,
        count: 1,
        rows: [9],
        message: message`Row 9 sums up the others (“Total”). It is not read as a sample.`,
        severity: 'note' as const,
        undo: { keepRows: ['totals' as const] },
      },
      {
        rule: 'crossed-out-rows',
        column: null,
        count: 1,
        rows: [4],
        message: message`Row 4 begins with #.`,
        severity: 'warning' as const,
        undo: null,
      },
    ]
    answer({
      'imports.read': () => ({ ...draft, options: { delimiter: ',' as const }, notes }),
      'imports.check': () => ({ ...check, notes }),
    })
    open()
    await screen.findByRole('region', { name: 'Notes on how the file was read' })
    const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(texts.filter((text) => text?.startsWith('Row'))).toEqual([
      'Row 4 begins with #.',
      'Row 9 sums up the others (“Total”). It is not read as a sample.Read this row too',
    ])
    await press('Next')
    await screen.findByLabelText('Send years as')
    await press('Next')
    await screen.findByText('Will be sent')
    await press('Read this row too')
    await waitFor(() =>
      expect(inputs('imports.read').at(-1)).toEqual({
        fileId: 'f1',
        options: { delimiter: ',', keepRows: ['totals'] },
      }),
    )
  })

  it('reads to the last line that is set, and to the end again where it is taken away', async () => {
    answer({
      'imports.read': ({ options }: { options: { endLine?: number } }) => ({
        ...draft,
        readAs: { ...draft.readAs, ...options },
        options,
      }),
    })
    open()
    await userEvent.type(await screen.findByLabelText('Last line'), '3{Enter}')
    await waitFor(() => expect(inputs('imports.read').at(-1)).toMatchObject({ options: { endLine: 3 } }))
    const field = screen.getByLabelText<HTMLInputElement>('Last line')
    await waitFor(() => expect(field.value).toBe('3'))
    await userEvent.clear(field)
    await userEvent.tab()
    await waitFor(() => expect(inputs('imports.read').at(-1)).toMatchObject({ options: {} }))
  })

  it('checks anew where the order form was changed since', async () => {
    await toCheck()
    await press('Back')
    const form = defaultOrderForm.map((rule) => ({ ...rule, sendAs: `my_${rule.sendAs}` }))
    answer({ 'orderForm.get': () => ({ form, isDefault: false }) })
    const asks = inputs('orderForm.get').length
    await press('Back')
    await press('Next')
    await waitFor(() => expect(inputs('orderForm.get').length).toBeGreaterThan(asks))
    await screen.findByLabelText('Send years as')
    await press('Next')
    await screen.findByText('Will be sent')
    expect(inputs('imports.check')).toHaveLength(2)
  })

  it('puts the samples into the study that is chosen, and fetches no results where that is not wanted', async () => {
    answer({
      'studies.list': () => [
        { studyId: 'all', name: 'All samples' },
        { studyId: 's7', name: 'Liver' },
      ],
    })
    await toSend()
    const study = await screen.findByRole('combobox', { name: 'Study' })
    await screen.findByRole('option', { name: 'Liver' })
    expect(
      within(study)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['New study “cohort”', 'Liver'])
    await userEvent.selectOptions(study, 'Liver')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Analyze when ready' }))
    await press('Order 2 samples')
    await screen.findByText('Ordering 2 samples')
    expect(inputs('imports.send')).toEqual([
      { draftId: 'd1', study: { studyId: 's7' }, analyzeWhenReady: false },
    ])
  })

  it('checks anew on the way back from a sending that was refused', async () => {
    answer({
      'imports.send': () => {
        throw new Refusal({ code: 'rejected', message: message`Orders changed.`, details: { problems: [] } })
      },
    })
    await toSend()
    await waitFor(async () => expect(await named('Order 2 samples')).toHaveProperty('disabled', false))
    await press('Order 2 samples')
    await screen.findByText('Orders changed.')
    await press('Back')
    await waitFor(() => expect(inputs('imports.check')).toHaveLength(2))
  })

  it('passes over a check that comes when the file was read another way', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof check>()
    answer({ 'imports.check': () => promise })
    await toColumns()
    await press('Next')
    await waitFor(() => expect(inputs('imports.check')).toHaveLength(1))
    // The way back is closed meanwhile; the steps above are not.
    await press(/Read as/)
    answer({ 'imports.read': ({ options }) => ({ ...draft, draftId: 'd2', options }) })
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await screen.findByText(/As you chose:/)
    await act(async () => resolve(check))
    answer({ 'imports.check': () => ({ ...check, draftId: 'd2', valid: 1 }) })
    await press('Next')
    await press('Next')
    await screen.findByText('Will be sent')
    expect(inputs('imports.check').map((input) => (input as { draftId: string }).draftId)).toEqual([
      'd1',
      'd2',
    ])
  })

  it('takes the line of the header when it is written, not while', async () => {
    open()
    const line = await screen.findByLabelText(/Header/)
    await userEvent.clear(line)
    await userEvent.type(line, '12')
    expect(inputs('imports.read')).toHaveLength(1)
    await userEvent.type(line, '{Enter}')
    await waitFor(() =>
      expect(inputs('imports.read').slice(1)).toEqual([{ fileId: 'f1', options: { headerLine: 12 } }]),
    )
  })

  it('asks before corrections are lost to another reading', async () => {
    await toCheck()
    act(
      () => void testPage.get(createImport).changeCells.edit('d1', [{ row: 3, column: 'years', value: '5' }]),
    )
    await press('Back')
    await press('Back')
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await press('Keep the corrections')
    expect(inputs('imports.read')).toHaveLength(1)
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await press('Read without them')
    await waitFor(() => expect(inputs('imports.read')).toHaveLength(2))
  })

  it('reads the file again when told to read it another way, and says what was chosen', async () => {
    open()
    expect(await screen.findByText(/Detected: cells apart by comma/)).toBeTruthy()
    await userEvent.selectOptions(await screen.findByLabelText('Delimiter'), 'semicolon')
    await waitFor(() =>
      expect(inputs('imports.read').at(-1)).toEqual({
        fileId: 'f1',
        options: { delimiter: ';' },
      }),
    )
    expect(await screen.findByText(/As you chose:/)).toBeTruthy()
  })

  it('reads a table that was pasted', async () => {
    answer({ 'files.paste': () => ({ fileId: 'p1', name: 'Pasted table', sizeBytes: 9 }) })
    open('/import')
    await screen.findByText('Which file holds your samples?')
    fireEvent.paste(document.body, {
      clipboardData: { getData: () => 'name\tyears\nliver-1\t54', files: [] },
    })
    await screen.findByText(/Detected:/)
    expect(inputs('files.paste')).toEqual([{ text: 'name\tyears\nliver-1\t54' }])
    expect(inputs('imports.read')).toEqual([{ fileId: 'p1', options: {} }])
  })

  it('keeps the work when the page is left, and offers to go on with it', async () => {
    await toColumns()
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'Age in years')
    cleanup()
    open('/import')
    await press('Go on with this file')
    expect((await screen.findByLabelText<HTMLSelectElement>('Send years as')).value).toBe('age')
  })

  it('keeps the work when a person goes to another screen and Back', async () => {
    const router = await toColumns()
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'Age in years')
    await act(() => router.navigate({ to: '/study/$studyId/samples', params: { studyId: 'all' } }))
    await waitFor(() => expect(screen.queryByLabelText('Send years as')).toBeNull())
    act(() => router.history.back())
    await press('Go on with this file')
    expect((await screen.findByLabelText<HTMLSelectElement>('Send years as')).value).toBe('age')
    expect(inputs('imports.read')).toHaveLength(1)
  })

  it('names the first columns that are left out, and counts the rest, in one sentence', async () => {
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
    open()
    await press('Next')
    expect(
      await screen.findByText(
        '9 columns are neither sent nor kept: Column 1, Column 2, Column 3, Column 4, Column 5, Column 6 and 3 more.',
      ),
    ).toBeTruthy()
  })

  it('does not go on without what names the samples, and says so', async () => {
    await toColumns()
    await userEvent.selectOptions(screen.getByLabelText('Send name as'), 'not sent')
    expect(await named('Next')).toHaveProperty('disabled', true)
    expect(screen.getByText(/Required, and nothing gives it yet: Client reference/)).toBeTruthy()
  })

  it('says which saved mapping was used, and keeps the choices under a name', async () => {
    const template = { templateId: 't1', name: 'Core lab' }
    answer({
      'imports.read': () => ({ ...draft, template }),
      'mappings.save': () => ({ templateId: 't2', name: 'Plates' }),
    })
    await toColumns()
    expect(screen.getByText(/The saved mapping “Core lab” is in force/)).toBeTruthy()
    await press('Saved mappings')
    const name = await screen.findByLabelText('Name for these choices')
    await userEvent.clear(name)
    await userEvent.type(name, 'Plates{Enter}')
    expect(await screen.findByText(/The saved mapping “Plates” is in force/)).toBeTruthy()
    expect(inputs('mappings.save')).toEqual([
      {
        name: 'Plates',
        columns: draft.columns,
        mapping: draft.suggestedMapping,
        transform: noTransform,
        options: {},
      },
    ])
  })

  it('gives a saved mapping back that was replaced by one of the same name', async () => {
    const former = {
      name: 'Plates',
      columns: ['x'],
      mapping: { x: 'age' },
      transform: noTransform,
      options: {},
    }
    const template = { templateId: 't2', savedAt: '2026-01-01T00:00:00Z', ...former }
    answer({ 'mappings.list': () => [template], 'mappings.save': () => template })
    await toColumns()
    await press('Saved mappings')
    await userEvent.type(await screen.findByLabelText('Name for these choices'), 'Plates')
    await press('Replace')
    expect(await screen.findByText('The mapping Plates was replaced.')).toBeTruthy()
    await press('Undo')
    await waitFor(() => expect(inputs('mappings.save')).toHaveLength(2))
    expect(inputs('mappings.save')[1]).toEqual(former)
  })

  it('shows the first orders to the letter, and what was ordered before', async () => {
    await toSend()
    expect(await screen.findByText(/"client_reference": "liver-1"/)).toBeTruthy()
    expect(screen.getByText(/To https:\/\/api\.example\.org\/v1\/samples/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'smp-3' }).getAttribute('href')).toContain('smp-3')
  })

  it('asks before orders that cost are placed', async () => {
    answer({ 'app.status': () => ({ ...status, demo: false }) })
    await toSend()
    const meant = await screen.findByLabelText(/I mean to place 2 orders at https:\/\/api\.example\.org/)
    expect(await named('Order 2 samples')).toHaveProperty('disabled', true)
    await userEvent.click(meant)
    expect(await named('Order 2 samples')).toHaveProperty('disabled', false)
  })

  it.each([
    ['the service cannot be reached', { ...status, online: false }, /cannot be reached now/],
    ['the offline switch is on', { ...status, offlineSwitch: true }, /offline switch is on/],
  ])('does not send when %s, and says why', async (_, now, words) => {
    answer({ 'app.status': () => now })
    await toSend()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(await named(/^Order/)).toHaveProperty('disabled', true)
    expect(inputs('imports.send')).toEqual([])
  })

  it('does not go on to sending when nothing is valid', async () => {
    answer({ 'imports.check': () => ({ ...check, valid: 0 }) })
    await toCheck()
    expect(await screen.findByText(/No row can be sent/)).toBeTruthy()
    expect(await named('See what would be sent')).toHaveProperty('disabled', true)
  })

  it('shows why a file could not be read, and stays at the first step', async () => {
    const text = 'cohort.csv line 7: a quote was opened and never closed.'
    answer({
      'imports.read': () => {
        throw new Refusal({
          code: 'file',
          message: message`${text}`,
          details: { name: 'cohort.csv', line: 7 },
        })
      },
    })
    open()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Choose a file…' })).toBeTruthy()
  })
})

describe('orders on their way', () => {
  const order = async () => {
    const router = await toSend()
    await waitFor(async () => expect(await named('Order 2 samples')).toHaveProperty('disabled', false))
    await press('Order 2 samples')
    await screen.findByText('0 of 2')
    return router
  }

  it('are followed by what is pushed; rows whose outcome is unknown are listed, and settled in their batch', async () => {
    const router = await order()
    act(() => push('job.progressed', { ...job, done: 1 }))
    expect(await screen.findByText('1 of 2')).toBeTruthy()
    answer({ 'batches.list': () => [{ ...batch, state: 'done', created: 1, unknown: 1, queued: 0 }] })
    act(() => push('job.ended', { ...job, state: 'done', done: 1, failed: 1 }))
    expect(await screen.findByText('1 order placed')).toBeTruthy()
    expect(await screen.findByRole('cell', { name: 'liver-2' })).toBeTruthy()
    expect(screen.getByText(/Nothing is sent until you decide/)).toBeTruthy()
    // What may place and charge an order has its own dialog, in the batch.
    expect(screen.queryByRole('button', { name: /Ask the service/ })).toBeNull()
    await press('Settle in the batch…')
    expect(router.state.location).toMatchObject({ pathname: '/activity/batches', search: { batch: 'b1' } })
  })

  it('can be paused, and cancelled after it is said what stays', async () => {
    const text = '1 order stays created; 1 row was not sent.'
    const stopped = { ...batch, created: 1, queued: 1 }
    answer({
      'batches.list': () => [stopped],
      'batches.pause': () => stopped,
      'batches.cancel': () => ({ batch: stopped, message: message`${text}` }),
    })
    await order()
    await press('Pause')
    expect(inputs('batches.pause')).toEqual([{ batchId: 'b1' }])
    await press('Cancel…')
    expect(await screen.findByText(/1 order is created at the service and stays there/)).toBeTruthy()
    await press('Cancel 1 row')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(inputs('batches.cancel')).toEqual([{ batchId: 'b1' }])
  })
})

describe('a dry run', () => {
  it('that finds nothing to order offers no order', async () => {
    answer({ 'imports.dryRun': () => ({ ...dryRun, orders: 0, requests: 0, examples: [] }) })
    await toSend()
    expect(await screen.findByText(/No row can be sent/)).toBeTruthy()
    expect(await named(/^Order/)).toHaveProperty('disabled', true)
  })
})
