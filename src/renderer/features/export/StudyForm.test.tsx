import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '../../../shared/contract/contract.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import type { StudySettings } from '../../../shared/domain/studies/documents.ts'
import type { ExportRecord } from '../../../shared/domain/studies/exporting.ts'
import texts from '../../../shared/words/en/screens/study/export.json' with { type: 'json' }
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answer, inputsOf, push, resetHost } from '../../client/testing/fakeHost.ts'
import { createDialogs, type ExportPart } from '../../state/dialogs.ts'
import { createShownTables, type StudyInput } from '../../state/tables/shownTables.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ExportDialog } from './ExportDialog.tsx'

const user = userEvent.setup()
const at = '2026-01-01T00:00:00.000Z'
const compared: StudyInput = {
  kind: 'cohort',
  of: { filter: {} },
  comparison: { groups: { by: 'group', values: ['treated', 'control'] }, test: 'welch' },
}
const job: Job = jobOf({ kind: 'export', title: message('export.report'), done: 1, total: 3 })
const settings: StudySettings = {
  document: 'report',
  format: 'pdf',
  study: { kind: 'sample', sampleId: 's1' },
  language: 'zh-CN',
}
const record: ExportRecord = {
  exportId: 'j1',
  at,
  fileName: 'liver.pdf',
  settings,
  rows: 48,
  sizeBytes: 99_000,
  sha256: 'ab12'.repeat(16),
}

function open(part: ExportPart, study: StudyInput | null = null) {
  testPage.get(createDialogs).setState({ exportPart: part })
  testPage.get(createShownTables).setState({ tables: [], study })
  return renderScreen(() => <ExportDialog opened close={() => undefined} />, {
    at: '/study/all/explore/table',
    namespace: 'export',
    words: texts,
  })
}
const written = () => inputsOf<Input<'documents.write'>>('documents.write').map((input) => input.settings)
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  resetHost()
  answer({
    'exports.list': () => [],
    'studies.names': () => [{ studyId: 'liver', name: 'Liver: 2026' }],
    'exportPresets.list': () => [],
    'files.chooseSave': ({ suggestedName }: { suggestedName: string }) => ({
      fileId: 'f1',
      name: suggestedName,
      sizeBytes: 0,
    }),
    'documents.write': () => ({ jobId: 'j1' }),
    'jobs.cancel': () => null,
  })
})

describe('a report', () => {
  it('covers the shown comparison, in the language of the page, and shows the file with its checksum', async () => {
    open('report', compared)
    expect(await screen.findByText('All samples · group: treated − control · Welch’s t-test')).toBeTruthy()
    await press('Write report…')
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]).toMatchObject({
      document: 'report',
      format: 'html',
      study: compared,
      language: 'en',
    })
    expect(inputsOf('files.chooseSave')).toEqual([
      { suggestedName: expect.stringMatching(/^Pathclock report \d{4}-\d\d-\d\d\.html$/) },
    ])
    act(() => push('job.progressed', job))
    expect(await screen.findByText('Reading the study, then writing it…')).toBeTruthy()
    answer({ 'exports.list': () => [record] })
    act(() => push('job.ended', { ...job, state: 'done', done: 3, endedAt: at }))
    expect(await screen.findByText('Samples')).toBeTruthy()
    expect(screen.getByText('48')).toBeTruthy()
    expect(screen.getByText(record.sha256)).toBeTruthy()
  })

  it('of a whole study is named after it and the date', async () => {
    const study: StudyInput = { kind: 'cohort', of: { filter: { study: 'liver' } } }
    open('report', study)
    expect(await screen.findByText('Liver: 2026')).toBeTruthy()
    await press('Write report…')
    await waitFor(() => expect(written()).toMatchObject([{ study }]))
    expect(inputsOf('files.chooseSave')).toEqual([
      { suggestedName: expect.stringMatching(/^Liver_ 2026 report \d{4}-\d\d-\d\d\.html$/) },
    ])
  })

  it('covers everything if no samples are shown or the user chooses that', async () => {
    open('report', { kind: 'sample', sampleId: 's1' })
    expect(await screen.findByText('One sample: s1')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'The whole study' }))
    await user.click(screen.getByRole('radio', { name: '简体中文' }))
    await user.click(screen.getByRole('radio', { name: 'PDF' }))
    await press('Write report…')
    await waitFor(() => expect(written()).toHaveLength(1))
    expect(written()[0]).toEqual({
      document: 'report',
      format: 'pdf',
      study: { kind: 'cohort', of: { filter: {} } },
      language: 'zh-CN',
    })
  })

  it('is offered as HTML if a PDF cannot be made', async () => {
    open('report', compared)
    await user.click(await screen.findByRole('radio', { name: 'PDF' }))
    await press('Write report…')
    await waitFor(() => expect(written()).toHaveLength(1))
    const text = 'No browser was found that could make a PDF.'
    act(() =>
      push('job.ended', {
        ...job,
        state: 'failed',
        endedAt: at,
        failureCode: 'notFound',
        message: joinMessages([text]),
      }),
    )
    expect(await screen.findByText(text)).toBeTruthy()
    await press('Write it as an HTML page instead…')
    await waitFor(() => expect(written()).toHaveLength(2))
    expect(written()[1]).toMatchObject({ format: 'html' })
    expect(inputsOf('files.chooseSave').at(-1)).toEqual({
      suggestedName: expect.stringMatching(/^Pathclock report .*\.html$/),
    })
  })

  it('is exported again with the same settings in one click, and not as a capsule', async () => {
    answer({ 'exports.list': () => [record] })
    open('report', compared)
    expect(await screen.findByText(/PDF · One sample: s1 · 简体中文/)).toBeTruthy()
    await press('Export again')
    await waitFor(() => expect(written()).toEqual([settings]))
    expect(inputsOf('files.chooseSave')).toEqual([{ suggestedName: 'liver.pdf' }])
  })

  it('is saved as a preset, and listed only among presets of reports', async () => {
    answer({
      'exportPresets.list': () => [{ presetId: 'r1', name: 'For the paper', settings, savedAt: at }],
      'exportPresets.save': (given: Input<'exportPresets.save'>) => ({
        presetId: 'r2',
        savedAt: at,
        ...given,
      }),
    })
    open('report', compared)
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Choose a preset' }),
      await screen.findByRole('option', { name: 'For the paper' }),
    )
    expect(screen.getByRole('radio', { name: 'As it was exported or saved' })).toHaveProperty('checked', true)
    expect(screen.getByRole('radio', { name: 'PDF' })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: 'Study capsule' }))
    expect(await screen.findByText('None saved yet')).toBeTruthy()
  })
})

describe('a capsule', () => {
  it('covers the same study, and has a file name that can be opened', async () => {
    open('capsule', compared)
    await press('Make capsule…')
    await waitFor(() => expect(written()).toMatchObject([{ document: 'capsule', study: compared }]))
    expect(inputsOf('files.chooseSave')).toEqual([
      { suggestedName: expect.stringMatching(/^Pathclock study \d{4}-\d\d-\d\d\.pathclock$/) },
    ])
  })
})

describe('the methods text', () => {
  it('describes the shown study in the language of the page, and can be copied', async () => {
    answer({
      'documents.methods': () => ({
        text: '# Methods\n\n**Means** of `#1` \\[1\\].\n',
        r: '# R',
        python: '# Python',
      }),
    })
    open('methods', compared)
    expect(await screen.findByDisplayValue(/^Methods\s+Means of #1 \[1\]\.$/)).toBeTruthy()
    expect(inputsOf('documents.methods')).toMatchObject([{ study: compared, language: 'en' }])
    await press('Copy as Markdown')
    expect(await navigator.clipboard.readText()).toBe('# Methods\n\n**Means** of `#1` \\[1\\].\n')
    await press('Copy text')
    expect(await navigator.clipboard.readText()).toBe('Methods\n\nMeans of #1 [1].')
    expect(await screen.findByText('Copied')).toBeTruthy()
  })
})
