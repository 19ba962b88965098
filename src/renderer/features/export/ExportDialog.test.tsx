import { Notifications, notifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Input } from '../../../shared/contract/contract.ts'
import { notFound } from '../../../shared/contract/failures.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import type {
  ExportPreset,
  ExportRecord,
  ExportSettings,
  TableDescription,
} from '../../../shared/domain/studies/exporting.ts'
import texts from '../../../shared/words/en/screens/study/export.json' with { type: 'json' }
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answer, inputsOf, push, refuse, resetHost } from '../../client/testing/fakeHost.ts'
import { createShownTables, type TableInput } from '../../state/tables/shownTables.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ExportDialog } from './ExportDialog.tsx'

const user = userEvent.setup()
const at = '2026-01-01T00:00:00.000Z'
const column = (name: string, unit: string | null = null) => ({
  name,
  type: 'text' as const,
  unit,
  about: joinMessages([`What ${name} says.`]),
})
const results: TableDescription = {
  name: 'results-long',
  columns: [column('sample_id'), column('pathway'), column('activity', 'not documented')],
  rows: 1248,
  synthetic: true,
}
const marked: TableDescription = { ...results, columns: [...results.columns, column('synthetic')] }
const job: Job = jobOf({ kind: 'export', title: message('export.exportResults'), done: 400, total: 1248 })
const ended: Job = { ...job, state: 'done', done: 1248, endedAt: at }
const settings: ExportSettings = {
  table: { kind: 'resultsLong', of: { filter: {} }, pathways: [] },
  format: 'tsv',
  dictionary: false,
}
const record = (more: Partial<ExportRecord> = {}): ExportRecord => ({
  exportId: 'j1',
  at,
  fileName: 'results-long.csv',
  settings,
  rows: 1248,
  sizeBytes: 99_000,
  sha256: 'ab12'.repeat(16),
  ...more,
})

const close = vi.fn()
function open(tables: readonly TableInput[] = []) {
  testPage.get(createShownTables).setState({ tables })
  const Page = () => (
    <>
      <ExportDialog opened close={close} />
      <Notifications />
    </>
  )
  return renderScreen(Page, { at: '/study/all/explore/table', namespace: 'export', words: texts })
}
const written = () => inputsOf<Input<'exports.write'>>('exports.write').map((input) => input.settings)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const ready = () =>
  waitFor(() => expect(screen.getByRole('button', { name: 'Export…' })).toHaveProperty('disabled', false))
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

beforeEach(() => {
  notifications.clean()
  resetHost()
  close.mockClear()
  answer({
    'exports.describe': () => results,
    'exports.list': () => [],
    'exportPresets.list': () => [],
    'files.chooseSave': ({ suggestedName }: { suggestedName: string }) => ({
      fileId: 'f1',
      name: suggestedName,
      sizeBytes: 0,
    }),
    'exports.write': () => ({ jobId: 'j1' }),
    'jobs.cancel': () => null,
  })
})

describe('the export dialog', () => {
  it('describes the file with its columns, and always exports the mark of synthetic data', async () => {
    answer({ 'exports.describe': () => marked })
    open()
    expect(await screen.findByText('1,248 rows')).toBeTruthy()
    expect(screen.getByText('4 columns')).toBeTruthy()
    expect(screen.getByText('and marked so in the file')).toBeTruthy()
    expect(screen.getByText('unit not documented')).toBeTruthy()
    expect(screen.getByText('What activity says.')).toBeTruthy()
    await ready()
    expect(screen.getByText('Always written, as some of this data is synthetic.')).toBeTruthy()
    await user.click(box(/^synthetic/))
    expect(box(/^synthetic/).checked).toBe(true)
    await user.click(await button('None'))
    expect(screen.getByText('Choose at least one column.')).toBeTruthy()
    expect(await button('Export…')).toHaveProperty('disabled', true)
    await user.click(box(/^pathway/))
    await user.click(await button('Export…'))
    await waitFor(() => expect(written()).toMatchObject([{ columns: ['pathway', 'synthetic'] }]))
  })

  it.each([
    { of: 'drugs, since some may be synthetic', tables: [{ kind: 'drugs', of: { search: { text: '' } } }] },
    { of: 'results only if some are synthetic', tables: [] },
  ] as const)('exports the mark for $of', async ({ tables }) => {
    answer({ 'exports.describe': () => ({ ...marked, synthetic: false }) })
    open(tables)
    await ready()
    await user.click(box(/^synthetic/))
    const isDrugs = tables.length > 0
    expect(box(/^synthetic/).checked).toBe(isDrugs)
    const reason = screen.queryByText('Always written, as each drug may be synthetic or not.')
    expect(reason !== null).toBe(isDrugs)
    expect(screen.queryByText('Synthetic data')).toBeNull()
  })

  it('starts with what the current screen shows, and offers everything', async () => {
    open([{ kind: 'samples', of: { sampleIds: ['a', 'b'] } }])
    expect((await screen.findByRole('radio', { name: 'Samples' })).getAttribute('checked')).not.toBeNull()
    expect(screen.getByText('2 samples')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'The whole study' }))
    await ready()
    expect(inputsOf('exports.describe')).toEqual([
      { table: { kind: 'samples', of: { sampleIds: ['a', 'b'] } } },
      { table: { kind: 'samples', of: { filter: {} } } },
    ])
  })

  it('disables comparisons if none is open, and claims no mark in a table without a column for it', async () => {
    open()
    expect(await screen.findByText('Synthetic data')).toBeTruthy()
    expect(screen.queryByText('and marked so in the file')).toBeNull()
    expect(await screen.findByRole('radio', { name: 'Comparison' })).toHaveProperty('disabled', true)
    expect(screen.getAllByText(/Open Compare in a study/).length).toBeGreaterThan(0)
  })

  it('exports the chosen columns in order, operated by keyboard', async () => {
    open()
    await ready()
    box(/^sample_id/).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}{ArrowDown} ')
    expect(box(/^activity/).checked).toBe(false)
    await user.click(screen.getByRole('radio', { name: 'Excel workbook (XLSX)' }))
    await user.click(await button('Export…'))
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]).toMatchObject({ format: 'xlsx', columns: ['pathway', 'sample_id'] })
    expect(inputsOf('files.chooseSave')).toEqual([{ suggestedName: 'results-long.xlsx' }])
  })

  it('turns off only the columns found by the search, and sends no names of the default columns', async () => {
    open()
    await ready()
    await user.type(screen.getByRole('searchbox', { name: 'Find a column' }), 'path')
    await user.click(await button('None of those found'))
    await user.clear(screen.getByRole('searchbox', { name: 'Find a column' }))
    const columns = [box(/^sample_id/), box(/^pathway/), box(/^activity/)]
    expect(columns.map(({ checked }) => checked)).toEqual([true, false, true])
    await user.click(await button('None'))
    await user.click(await button('All'))
    await user.click(await button('Export…'))
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]).not.toHaveProperty('columns')
  })

  it('disables the columns while the next table loads', async () => {
    const waiting = Promise.withResolvers<TableDescription>()
    open([{ kind: 'samples', of: { sampleIds: ['a'] } }])
    await ready()
    answer({ 'exports.describe': () => waiting.promise })
    await user.click(screen.getByRole('radio', { name: 'The whole study' }))
    await user.click(box(/^activity/))
    await user.click(await button('None'))
    expect(box(/^activity/)).toMatchObject({ disabled: true, checked: true })
    waiting.resolve(results)
    await waitFor(() => expect(box(/^activity/).disabled).toBe(false))
    expect([box(/^sample_id/).checked, box(/^activity/).checked]).toEqual([true, true])
  })

  it('can start while the same table is described again', async () => {
    open()
    await ready()
    answer({ 'exports.describe': () => new Promise(() => undefined) })
    act(() => push('results.changed', {}))
    await waitFor(() => expect(inputsOf('exports.describe')).toHaveLength(2))
    expect(await button('Export…')).toHaveProperty('disabled', false)
    expect(box(/^activity/).disabled).toBe(false)
  })

  it('keeps choices for columns that another table does not have', async () => {
    const few = { ...results, columns: results.columns.slice(0, 2) }
    const isFew = ({ table }: Input<'exports.describe'>) => 'of' in table && 'sampleIds' in (table.of ?? {})
    answer({ 'exports.describe': (input: Input<'exports.describe'>) => (isFew(input) ? few : results) })
    open([{ kind: 'samples', of: { sampleIds: ['a'] } }])
    await ready()
    const go = async (to: string, count: number) => {
      await user.click(screen.getByRole('radio', { name: to }))
      await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(count))
      await ready()
    }
    await user.click(await button('Move pathway up'))
    await go('The whole study', 3)
    expect(box(/^activity/).checked).toBe(true)
    await user.click(box(/^activity/))
    await go('The last view', 2)
    await user.click(await button('Move pathway down'))
    await go('The whole study', 3)
    expect(box(/^activity/).checked).toBe(false)
    expect(box(/^sample_id/).checked).toBe(true)
  })

  it('saves the data dictionary of the same table', async () => {
    open()
    await ready()
    await user.click(await button('Save the dictionary…'))
    await waitFor(() => expect(written()).toMatchObject([{ dictionary: true }]))
    expect(inputsOf('files.chooseSave')).toEqual([{ suggestedName: 'results-long-dictionary.csv' }])
  })

  it('explains why a table cannot be described, and retries', async () => {
    refuse('exports.describe', notFound(joinMessages([`This list is gone.`]), message('shared.list')))
    open()
    expect(await screen.findByText('This list is gone.')).toBeTruthy()
    answer({ 'exports.describe': () => results })
    await user.click(await button('Try again'))
    await ready()
  })
})

describe('an export', () => {
  const start = async () => {
    open()
    await ready()
    await user.click(await button('Export…'))
    await waitFor(() => expect(written()).toHaveLength(1))
    act(() => push('job.progressed', job))
  }

  it('shows its progress, then the file with its rows and checksum', async () => {
    await start()
    expect(await screen.findByText('400 of 1,248 rows written')).toBeTruthy()
    answer({ 'exports.list': () => [record()] })
    act(() => push('job.ended', ended))
    expect(await screen.findByText('“results-long.csv” was saved where you chose.')).toBeTruthy()
    expect(screen.getByText('1,248')).toBeTruthy()
    expect(screen.getByText('99,000 bytes')).toBeTruthy()
    expect(screen.getByText('ab12'.repeat(16))).toBeTruthy()
    await user.click(await button('Export another'))
    await ready()
  })

  it('can be canceled without losing the choices', async () => {
    await start()
    await user.click(await button('Cancel the export'))
    expect(inputsOf('jobs.cancel')).toEqual([{ jobId: 'j1' }])
    act(() => push('job.ended', { ...ended, state: 'cancelled' }))
    expect(await screen.findByText(/Nothing was written/)).toBeTruthy()
  })

  it('shows the remedy if it fails', async () => {
    await start()
    const text =
      '“results-long.csv” could not be saved: the disk is full. Free some space, then export again.'
    act(() =>
      push('job.ended', { ...ended, state: 'failed', failureCode: 'file', message: joinMessages([text]) }),
    )
    expect(await screen.findByText(text)).toBeTruthy()
    await ready()
  })
})

describe('an earlier export', () => {
  it('is repeated with the same settings and name in one click', async () => {
    answer({ 'exports.list': () => [record({ settings: { ...settings, columns: ['pathway'] } })] })
    open()
    await user.click(await button('Export again'))
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]).toEqual({ ...settings, columns: ['pathway'] })
    expect(inputsOf('files.chooseSave')).toEqual([{ suggestedName: 'results-long.csv' }])
  })

  it('sets the format of the next one, and is not offered for another kind of table', async () => {
    answer({ 'exports.list': () => [record()] })
    open([{ kind: 'samples' }])
    await waitFor(() => expect(screen.getByRole('radio', { name: 'TSV' })).toHaveProperty('checked', true))
    expect(screen.queryByRole('button', { name: 'Export again' })).toBeNull()
  })
})

describe('presets', () => {
  const preset: ExportPreset = {
    presetId: 'r1',
    name: 'For R',
    settings: { ...settings, columns: ['activity', 'gone_since', 'pathway'] },
    savedAt: at,
  }

  it('are saved under a name with Enter, without exporting', async () => {
    let stored: ExportPreset[] = []
    answer({
      'exportPresets.list': () => stored,
      'exportPresets.save': () => {
        stored = [preset]
        return preset
      },
    })
    open()
    await ready()
    await user.type(screen.getByRole('textbox', { name: 'Name for these settings' }), ' For R {Enter}')
    expect(await button('Remove the preset For R')).toBeTruthy()
    expect(inputsOf('exportPresets.save')).toMatchObject([{ name: 'For R', settings: { format: 'csv' } }])
    expect(written()).toEqual([])
  })

  it('can be restored when another one of the same name replaces them', async () => {
    answer({ 'exportPresets.list': () => [preset], 'exportPresets.save': () => preset })
    open()
    await ready()
    await user.type(screen.getByRole('textbox', { name: 'Name for these settings' }), 'For R')
    await user.click(await button('Replace preset'))
    expect(await screen.findByText('The preset “For R” was replaced.')).toBeTruthy()
    await user.click(await button('Undo'))
    await waitFor(() =>
      expect(inputsOf('exportPresets.save')).toMatchObject([
        { name: 'For R', settings: { format: 'csv' } },
        { name: 'For R', settings: preset.settings },
      ]),
    )
  })

  it('restore their table, format and columns, and name columns that no longer exist', async () => {
    answer({ 'exportPresets.list': () => [preset] })
    open()
    await ready()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Choose a preset' }), 'For R')
    expect(await screen.findByText('This table has no column gone_since; it is left out.')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'TSV' })).toHaveProperty('checked', true)
    const list = within(screen.getByRole('list', { name: 'Columns' }))
    expect(
      list
        .getAllByRole('checkbox')
        .map((line) => [line.dataset['column'], (line as HTMLInputElement).checked]),
    ).toEqual([
      ['activity', true],
      ['pathway', true],
      ['sample_id', false],
    ])
    await user.click(await button('Export…'))
    await waitFor(() => expect(written()).toMatchObject([{ columns: ['activity', 'pathway'] }]))
  })

  it('can be removed', async () => {
    answer({ 'exportPresets.list': () => [preset], 'exportPresets.remove': () => null })
    open()
    await ready()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Choose a preset' }), 'For R')
    await user.click(await button('Remove the preset For R'))
    await waitFor(() => expect(inputsOf('exportPresets.remove')).toEqual([{ presetId: 'r1' }]))
  })
})
