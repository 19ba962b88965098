import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import localeEn from '../../../shared/words/en/screens/frame/help.json' with { type: 'json' }
import localeZh from '../../../shared/words/zh-CN/screens/frame/help.json' with { type: 'json' }
import { answer, inputsOf, resetHost } from '../../client/testing/fakeHost.ts'
import { createDialogs, type HelpTopic, helpTopics, useDialogs } from '../../state/dialogs.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { HelpDialog } from './HelpDialog.tsx'

const locale = { en: localeEn, 'zh-CN': localeZh }

const user = userEvent.setup()
const profile = { id: 'p1', name: 'Demo', signIn: 'demo' }

function Opened() {
  const { help } = useDialogs()
  return help === null ? null : <HelpDialog topic={help} />
}
const open = async (topic?: HelpTopic) => {
  const router = renderScreen(Opened, { at: '/study/all/samples', namespace: 'help', words: locale.en })
  act(() => testPage.get(createDialogs).getState().openHelp(topic))
  await screen.findByRole('dialog', { name: 'Help' })
  return router
}

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile }),
    'examples.list': () => [
      { name: 'cohort.csv', sizeBytes: 2558 },
      { name: 'cohort-messy.csv', sizeBytes: 5892 },
    ],
    'examples.open': () => ({ fileId: 'e1', name: 'cohort.csv', sizeBytes: 2558 }),
  })
})

describe('the help', () => {
  it('has all chapters in both languages with the same number of paragraphs', () => {
    for (const { chapter } of [locale.en, locale['zh-CN']])
      for (const topic of helpTopics) {
        expect(chapter[topic].text.length).toBeGreaterThan(1)
        expect(chapter[topic].text).toHaveLength(locale.en.chapter[topic].text.length)
      }
  })

  it('opens at the requested chapter, and changes chapters by keyboard', async () => {
    await open('numbers')
    const panel = await screen.findByRole('tabpanel')
    expect(within(panel).getByText(/Its unit is not documented/)).toBeTruthy()
    act(() => screen.getByRole('tab', { name: 'What the numbers mean' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText(/data dictionary/)).toBeTruthy()
  })

  it('opens an example in the import', async () => {
    const router = await open('import')
    await user.click(await screen.findByRole('button', { name: 'Try it with cohort.csv' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/import'))
    expect(router.state.location.search).toEqual({ file: 'e1' })
    expect(testPage.get(createDialogs).getState().help).toBeNull()
  })

  it('saves a copy of an example where the user chooses', async () => {
    answer({
      'files.chooseSave': () => ({ fileId: 's1', name: 'mine.csv', sizeBytes: 0 }),
      'examples.save': () => ({ file: { fileId: 's1', name: 'mine.csv', sizeBytes: 5892 } }),
    })
    await open('start')
    await user.click(await screen.findByRole('button', { name: 'Save a copy of cohort-messy.csv…' }))
    expect(await screen.findByText('Saved mine.csv.')).toBeTruthy()
    expect(inputsOf('examples.save')).toEqual([{ name: 'cohort-messy.csv', fileId: 's1' }])
  })

  it('offers no trial and no tour before there is a profile', async () => {
    answer({ 'app.status': () => ({ profile: null }) })
    await open('start')
    expect(await screen.findByRole('button', { name: 'Save a copy of cohort.csv…' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Try it/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
  })

  it('offers no example in a real profile, where orders may cost money', async () => {
    answer({ 'app.status': () => ({ profile: { profileId: 'p1', signIn: 'apiKey' } }) })
    await open('start')
    expect(await screen.findByRole('button', { name: 'Take the tour' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('cohort.csv')).toBeNull())
  })

  it('links to the tour, the shortcuts and the problem report', async () => {
    await open()
    await user.click(screen.getByRole('button', { name: 'Show all shortcuts' }))
    expect(testPage.get(createDialogs).getState()).toMatchObject({ help: null, shortcuts: true })
    act(() => testPage.get(createDialogs).getState().openHelp())
    await user.click(await screen.findByRole('button', { name: 'Report a problem…' }))
    expect(testPage.get(createDialogs).getState()).toMatchObject({ help: null, reportingProblem: true })
    act(() => testPage.get(createDialogs).getState().openHelp())
    await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
    expect(testPage.get(createDialogs).getState()).toMatchObject({ help: null, touring: true })
  })
})
