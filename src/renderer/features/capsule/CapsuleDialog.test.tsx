import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { fileFailure } from '../../../shared/contract/failures.ts'
import type { CapsuleCheck } from '../../../shared/domain/studies/documents.ts'
import texts from '../../../shared/words/en/screens/study/capsule.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost } from '../../client/testing/fakeHost.ts'
import { createDialogs } from '../../state/dialogs.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { CapsuleDialog } from './CapsuleDialog.tsx'

const user = userEvent.setup()
const check: CapsuleCheck = {
  intact: true,
  sha256: 'ab12'.repeat(16),
  sizeBytes: 120_000,
  files: 61,
  problems: [],
  madeAt: '2026-02-01T12:00:00.000Z',
  application: 'Pathclock 0.1.0',
  study: {
    kind: 'cohort',
    of: { filter: {} },
    comparison: { groups: { by: 'group', values: ['treated', 'control'] }, test: 'welch', pathways: [] },
  },
  studyName: null,
  note: null,
  samples: 48,
  answers: 96,
  services: ['https://api.example.org'],
  synthetic: true,
}
const file = { fileId: 'f1', name: 'liver.pathclock', sizeBytes: 120_000 }

const open = (with_?: typeof file) => {
  const router = renderScreen(() => <CapsuleDialog />, {
    at: '/study/all/samples',
    namespace: 'capsule',
    words: texts,
  })
  act(() => testPage.get(createDialogs).getState().openCapsule(with_))
  return router
}
const all = { studyId: 'all', name: 'All samples' }
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  resetHost()
  answer({ 'files.chooseOpen': () => file, 'capsules.verify': () => check })
})

describe('a capsule', () => {
  it('is described before it is opened: contents, date, version, service and synthetic data', async () => {
    open(file)
    expect(await screen.findByText(/All samples · group: treated − control · Welch’s t-test/)).toBeTruthy()
    expect(screen.getByText(/· Pathclock 0.1.0/)).toBeTruthy()
    expect(screen.getByText('48 samples · 96 answers · 61 files')).toBeTruthy()
    expect(screen.getByText('https://api.example.org')).toBeTruthy()
    expect(screen.getByText('Synthetic data')).toBeTruthy()
    expect(screen.getByText(check.sha256)).toBeTruthy()
    expect(inputsOf('capsules.open')).toEqual([])
  })

  it("of a study shows the study's name and any unreadable parts, and opens its overview", async () => {
    answer({
      'capsules.verify': () => ({
        ...check,
        studyName: 'Liver 2026',
        note: joinMessages([`1 board cannot be read.`]),
      }),
      'capsules.open': () => ({ profile: { signIn: 'capsule' } }),
      'studies.list': () => [all, { studyId: 'liver', name: 'Liver 2026' }],
    })
    const router = open(file)
    expect(await screen.findByText('Liver 2026')).toBeTruthy()
    expect(screen.getByText('1 board cannot be read.')).toBeTruthy()
    await user.click(await button('Open to read'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/study/liver'))
  })

  it('shows its name while it opens, which cannot be canceled, and then its results', async () => {
    const opened = Promise.withResolvers<unknown>()
    answer({ 'capsules.open': () => opened.promise, 'studies.list': () => [all] })
    const router = open(file)
    await user.click(await button('Open to read'))
    expect((await screen.findByText(/Opening “liver.pathclock”/)).role).toBe('status')
    for (const name of ['Cancel', 'Choose another…'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await act(async () => opened.resolve({ profile: { signIn: 'capsule' } }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/study/all/explore/table'))
    expect(inputsOf('capsules.open')).toEqual([{ fileId: 'f1' }])
    expect(testPage.get(createDialogs).getState().capsule).toBeNull()
  })

  it('cannot be opened if files were changed, and lists them', async () => {
    answer({
      'capsules.verify': () => ({
        ...check,
        intact: false,
        problems: [
          { path: 'answers/a1.json', problem: 'changed' },
          { path: '../outside.txt', problem: 'unsafe' },
        ],
      }),
    })
    open(file)
    expect(await screen.findByText('This capsule is damaged or was changed')).toBeTruthy()
    expect(screen.getByText(/2 files do not match/)).toBeTruthy()
    expect(screen.getByText('answers/a1.json').parentElement?.textContent).toBe('answers/a1.json was changed')
    expect(screen.getByText('../outside.txt')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open to read' })).toBeNull()
  })

  it('is chosen as a file, and can be replaced if the file is not a capsule', async () => {
    const text = '“notes.txt” is no capsule.'
    refuse('capsules.verify', fileFailure(joinMessages([text]), 'notes.txt'))
    open()
    await user.click(await button('Choose a capsule…'))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open to read' })).toBeNull()
    answer({ 'capsules.verify': () => check, 'files.chooseOpen': () => ({ ...file, fileId: 'f2' }) })
    await user.click(await button('Choose another…'))
    expect(await button('Open to read')).toBeTruthy()
  })
})
