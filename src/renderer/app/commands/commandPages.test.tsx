// First: it provides the bridge that client/host.ts looks for.
import '../testing/fakeHost.ts'
import { notifications } from '@mantine/notifications'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commands } from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { SearchHit } from '../../../shared/domain/app/search.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import texts from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { createDialogs } from '../../state/dialogs.ts'
import { createUndoOffers } from '../../state/undo.tsx'
import { CopyLink } from '../../ui/copy/CopyButton.tsx'
import { testPage } from '../../ui/testing/testPage.ts'
import {
  answerWith,
  calls,
  demoStatus,
  firstStart,
  labProfile,
  labStatus,
  push,
} from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'
import { palette } from './commands.ts'

const user = userEvent.setup()
let copiedText = ''

beforeEach(() => {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve((copiedText = text)) },
  })
})
afterEach(() => {
  palette.close()
})

/** Opens the page, and waits until the status bar shows a text. */
async function open({
  status = labStatus,
  at = '/library/drugs',
  shown = /^Online$/,
  ...more
}: { status?: AppStatus; at?: string; shown?: RegExp } & Parameters<typeof answerWith>[0] = {}) {
  answerWith({
    'app.status': () => status,
    'settings.set': () => defaultSettings,
    'recent.list': () => [
      { recentId: 'r1', name: 'cohort.csv', kind: 'table', openedAt: '2026-01-01T00:00:00Z' },
    ],
    'recent.open': () => ({ fileId: 'f7', name: 'study.pathclock', sizeBytes: 1 }),
    'profiles.select': () => status,
    'batches.list': () => [],
    'searches.list': () => [],
    'studies.ofSample': () => [{ studyId: 'liver', name: 'Liver' }],
    'search.everything': ({ text }: { text: string }) => everything(text),
    ...more,
  })
  openApp(at)
  await screen.findByText(shown)
}
const hits: SearchHit[] = [
  { kind: 'sample', id: 'smp_2', name: 'HLS-002', detail: 'smp_2', match: 'whole' },
  { kind: 'pathway', id: 'mtor', name: 'mTOR', detail: null, match: 'whole' },
  { kind: 'drug', id: 'd1', name: 'Temsirolimus', detail: 'mTOR inhibitor', match: 'elsewhere' },
]
const everything = (text: string) =>
  hits.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(text.toLowerCase()))
const capsule = {
  fileName: 'a.pathclock',
  sha256: '0',
  madeAt: '2026-01-01T00:00:00Z',
  application: 'Pathclock 1',
}
const inCapsule: AppStatus = { ...labStatus, profile: { ...labProfile, signIn: 'capsule', capsule } }
const openCapsule = () =>
  open({ status: inCapsule, at: '/study/all/explore/table', shown: /^Capsule, sends no requests$/ })
const paletteField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Search or command' })

async function openPalette() {
  await user.keyboard('{Control>}k{/Control}')
  await paletteField()
  return (await screen.findAllByRole('button')).map((button) => button.textContent ?? '')
}

describe('the palette', () => {
  it('offers every usable command of the page, recent files and other profiles', async () => {
    await open()
    const offered = await openPalette()
    await screen.findByText('Open “cohort.csv”')
    expect(screen.getByText('Switch to the profile “Demo”')).toBeTruthy()
    const expected = commands
      .filter(({ by, id }) => by === 'page' && !['palette', 'goOnline', 'undo'].includes(id))
      .map(({ menu, words }) => (menu === 'go' ? `Go to ${words.en}` : words.en))
    expect(expected.filter((label) => !offered.join('\n').includes(label))).toEqual([])
    expect(offered.join('\n')).not.toContain('Go online')
    expect(offered.join('\n')).not.toContain('Quit')
  })

  it('opens the listed item', async () => {
    await open()
    await openPalette()
    await user.click(await screen.findByText('Switch to the profile “Demo”'))
    await waitFor(() => expect(calls).toContainEqual({ name: 'profiles.select', input: { profileId: 'p1' } }))
    await openPalette()
    await user.click(await screen.findByText('Open “cohort.csv”'))
    await waitFor(() =>
      expect(testPage.get(createDialogs).getState().capsule).toMatchObject({ fileId: 'f7' }),
    )
  })

  it('runs the named command on Enter, or else searches the drugs', async () => {
    await open()
    await openPalette()
    await user.type(await paletteField(), 'batches{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/activity/batches'))
    await openPalette()
    const field = await paletteField()
    await user.clear(field)
    await user.type(field, 'rapa{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?text=rapa'))
  })

  it('opens a sample by name, a pathway, a drug by its class, and a view', async () => {
    await open()
    for (const [text, address] of [
      ['HLS-002', /^#\/study\/liver\/samples\?sample=smp_2$/],
      ['mtor', /^#\/library\/pathways\?pathway=mtor$/],
      ['mtor inh', /^#\/library\/drugs\?drug=d1$/],
      ['heatmap', /^#\/study\/\w+\/explore\/heatmap/],
    ] as const) {
      await openPalette()
      await user.type(await paletteField(), `${text}{Enter}`)
      await waitFor(() => expect(window.location.hash).toMatch(address))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search or command' })).toBeNull())
    }
  })

  it('prepares the first search before the user types', async () => {
    const searched: string[] = []
    const note = ({ text }: { text: string }) => {
      searched.push(text)
      return everything('nothing')
    }
    await open({ 'search.everything': note })
    expect(searched).toEqual([])
    await openPalette()
    await waitFor(() => expect(searched).toEqual(['']))
  })

  it('waits on Enter for the results of the text, even if they come late', async () => {
    const answers = new Map<string, PromiseWithResolvers<SearchHit[]>>()
    await open({
      'search.everything': ({ text }: { text: string }) => {
        const answer = Promise.withResolvers<SearchHit[]>()
        answers.set(text, answer)
        return answer.promise
      },
    })
    await openPalette()
    await user.type(await paletteField(), 'HLS-002{Enter}')
    await waitFor(() => expect(answers.has('HLS-002')).toBe(true))
    expect(window.location.hash).toBe('#/library/drugs')
    for (const [text, { resolve }] of answers) resolve(everything(text))
    await waitFor(() => expect(window.location.hash).toBe('#/study/liver/samples?sample=smp_2'))
  })

  it('is empty when it is opened again, even right after Escape', async () => {
    await open()
    await openPalette()
    await user.type(await paletteField(), 'rapa')
    await user.keyboard('{Escape}{Control>}k{/Control}')
    expect((await paletteField()).value).toBe('')
  })

  it('leaves out commands that would change a capsule', async () => {
    await openCapsule()
    const offered = (await openPalette()).join('\n')
    expect(offered).toContain('Go to Explore')
    expect(offered).not.toContain('Import samples…')
    expect(offered).not.toContain('Go to Library')
  })
})

describe('the shortcut sheet', () => {
  it('lists all shortcuts, and opens by the question mark and from the menu', async () => {
    await open()
    await user.click(document.body)
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const keyed = commands.filter(({ keys }) => keys.length > 0).map(({ words }) => words.en)
    expect(keyed.filter((label) => within(sheet).queryAllByText(label).length === 0)).toEqual([])
    expect(within(sheet).getByText('Ctrl K')).toBeTruthy()
    expect(within(sheet).getByText('Lists and tables')).toBeTruthy()
    act(() => testPage.get(createDialogs).getState().close('shortcuts'))
    act(() => push('command.invoked', { command: 'shortcuts' }))
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })

  it("leaves out the browser's own shortcuts in a browser", async () => {
    await open({ status: { ...labStatus, host: 'loopback' } })
    act(() => push('command.invoked', { command: 'shortcuts' }))
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(sheet).queryByText('Quit')).toBeNull()
    expect(within(sheet).getByText('Zoom in')).toBeTruthy()
  })
})

describe('a command', () => {
  it('that is not usable does nothing when it is invoked', async () => {
    await openCapsule()
    act(() => push('command.invoked', { command: 'import' }))
    await user.keyboard('{Control>}o{/Control}{Control>}2{/Control}')
    expect(window.location.hash).toMatch(/^#\/study\/all\/explore\/table/)
  })

  it('switches the network off', async () => {
    await open()
    act(() => push('command.invoked', { command: 'goOffline' }))
    await waitFor(() =>
      expect(calls).toContainEqual({ name: 'settings.set', input: { offlineSwitch: true } }),
    )
  })
})

describe('Undo', () => {
  const offerTag = async () => {
    let undone = 0
    act(() =>
      testPage.get(createUndoOffers).create()({
        message: '48 samples changed',
        undo: async () => (undone += 1),
      }),
    )
    await screen.findByText('48 samples changed')
    return () => undone
  }

  it('reverts the last change once by its shortcut, and names it', async () => {
    await open()
    const undone = await offerTag()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('Undone: 48 samples changed')).toBeTruthy()
    await user.keyboard('{Control>}z{/Control}')
    expect(undone()).toBe(1)
  })

  it('works from the menu even after the offer has left the screen', async () => {
    await open()
    const undone = await offerTag()
    act(() => notifications.clean())
    await waitFor(() => expect(screen.queryByText('48 samples changed')).toBeNull())
    act(() => push('command.invoked', { command: 'undo' }))
    await waitFor(() => expect(undone()).toBe(1))
  })

  it("leaves text in a field to the field's own undo", async () => {
    await open()
    const undone = await offerTag()
    await openPalette()
    await user.keyboard('rapa{Control>}z{/Control}')
    act(() => testPage.get(createUndoOffers).withdraw())
    expect(undone()).toBe(0)
  })
})

describe('a link passed to the app', () => {
  it('opens its target; a link without one is reported, and nothing opens', async () => {
    await open()
    act(() => push('link.received', { link: null }))
    expect(await screen.findByText('This link does not work')).toBeTruthy()
    expect(window.location.hash).toBe('#/library/drugs')
    act(() => push('link.received', { link: 'pathclock://drugs/5' }))
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?drug=%225%22'))
  })

  it('waits at the first start until there is a profile; a capsule does not wait', async () => {
    await open({ status: firstStart, shown: /^See a finished study/ })
    act(() => push('link.received', { link: 'pathclock://screening/T1' }))
    expect(window.location.hash).toBe('#/library/drugs')
    act(() => push('file.received', { fileId: 'f1', name: 'study.pathclock', sizeBytes: 1 }))
    expect(testPage.get(createDialogs).getState().capsule).toMatchObject({ fileId: 'f1' })
    answerWith({ 'app.status': () => demoStatus, 'screening.list': () => [] })
    act(() => push('status.changed', demoStatus))
    await waitFor(() => expect(window.location.hash).toBe('#/activity/screenings?task=T1'))
  })
})

it('copies the link to a drug', async () => {
  renderInPage(<CopyLink section="drugs" id="D 1" />, { ui: texts })
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(copiedText).toBe('pathclock://drugs/D%201')
})
