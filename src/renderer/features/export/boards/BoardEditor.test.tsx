import { Notifications, notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { Board, FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import texts from '../../../../shared/words/en/screens/study/board.json' with { type: 'json' }
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { PanelFigureContext, type PanelFigureProps } from '../../../charts/board/PanelFigure.tsx'
import {
  answer,
  calls,
  inputsOf,
  push,
  refuse,
  resetHost,
  textsOf,
} from '../../../client/testing/fakeHost.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { ShareScreen } from '../ShareScreen.tsx'

vi.mock('../../../client/host.ts', () => import('../../../client/testing/fakeHost.ts'))

// jsdom has no canvas; the drawing has its own tests.
vi.mock('../../../charts/board/composeBoard.ts', () => ({
  composeBoard: () => ({
    sheet: { widthPx: 600, heightPx: 300, summary: 'Board', figures: [], lines: [] },
    heightMm: 87,
    hidden: [{ letter: 'A', sentences: ['12 of 48 samples have no room for their name'] }],
  }),
}))
vi.mock('../../../charts/saving/figureFile.ts', async (load) => ({
  ...(await load<object>()),
  toSizedSvg: () => '<svg/>',
}))

const definition = (figure: FigureDefinition['figure']): FigureDefinition => ({
  figure,
  of: { filter: {} },
  measure: 'activity',
  view: { kind: 'z' },
  search: {},
})
const board: Board = {
  boardId: 'one',
  name: 'Figure 1',
  title: '',
  caption: '',
  widthMm: 174,
  lettersPt: 8,
  columns: 2,
  panels: [
    { panelId: 'a', definition: definition('heatmap'), title: '', span: 2 },
    { panelId: 'b', definition: definition('groups'), title: '', span: 1 },
  ],
}

const content = {
  kind: 'boxes' as const,
  props: { groups: [], valueTitle: '', pointWord: 'sample', summary: '' },
}

/** A panel that draws every figure except `groups`. */
function Panel({ panelId, definition: { figure }, report }: PanelFigureProps) {
  useEffect(() => {
    const failed = { state: 'failed', why: 'The samples have no field “dose”.' } as const
    report(panelId, figure === 'groups' ? failed : { state: 'drawn', content })
  }, [panelId, figure, report])
  return null
}

const open = () =>
  renderScreen(
    () => (
      <PanelFigureContext value={Panel}>
        <Notifications />
        <ShareScreen />
      </PanelFigureContext>
    ),
    { at: '/study/all/share?board=one', namespace: 'board', words: texts },
  )

// jsdom lacks `document.fonts`, which an autosizing textarea listens to.
Object.assign(document, { fonts: new EventTarget() })

beforeEach(() => {
  resetHost()
  notifications.clean()
  URL.createObjectURL = () => 'blob:board'
  URL.revokeObjectURL = () => undefined
  answer({
    'app.status': () => ({ profile: null }),
    'studies.boards': () => [board],
    'studies.saveBoard': ({ board: saved }: { board: Board }) => saved,
  })
})

it('names panels that cannot be drawn and labels without room, and saves a file only once those panels are removed', async () => {
  open()
  const alerts = async () => textsOf(await screen.findAllByRole('alert'))
  await waitFor(async () =>
    expect(await alerts()).toEqual([
      'A panel cannot be drawn.',
      'Panel B cannot be drawn. The samples have no field “dose”. Remove it to save the board.',
      expect.stringMatching(/^Panel A: 12 of 48 samples have no room for their name\./),
    ]),
  )
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Remove panel B' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
  await waitFor(() =>
    expect(inputsOf('studies.saveBoard')).toEqual([
      { studyId: 'all', board: { ...board, panels: board.panels.slice(0, 1) }, replaces: board },
    ]),
  )
})

it('names the samples of a panel only if they are not the whole study', async () => {
  const ofTwo = { ...definition('heatmap'), of: { sampleIds: ['a', 'b'] } }
  const [whole, part] = board.panels
  const panels = [whole, { ...part, definition: ofTwo }]
  answer({ 'studies.boards': () => [{ ...board, panels }] })
  open()
  expect(await screen.findByText('Heatmap')).toBeTruthy()
  expect(screen.getByText('Heatmap · 2 samples')).toBeTruthy()
})

it('assigns letters to panels in order', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Move panel B up' }))
  const panels = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(panels.map(({ textContent }) => textContent?.slice(0, 7))).toEqual(['AGroups', 'BHeatma'])
})

const savedNames = () => inputsOf<{ board: Board }>('studies.saveBoard').map((input) => input.board.name)

it('saves the final changes when it closes during a save', async () => {
  const saving = Promise.withResolvers<Board>()
  answer({ 'studies.saveBoard': () => saving.promise })
  open()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, ' a')
  await waitFor(() => expect(savedNames()).toEqual(['Figure 1 a']))
  await userEvent.type(name, 'b')
  await userEvent.click(screen.getByRole('button', { name: texts.back }))
  saving.resolve(board)
  await waitFor(() => expect(savedNames()).toEqual(['Figure 1 a', 'Figure 1 ab']))
})

const changedElsewhere = new Failure('rejected', joinMessages([`Changed.`]), {
  problems: [{ field: 'replaces', message: message('studies.notWhatStored') }],
})

it('is saved as a copy with a notice if another window has saved it in the meantime', async () => {
  const stored = [{ ...board, title: 'of the other window' }]
  answer({
    'studies.saveBoard': ({ board: saved, replaces }: { board: Board; replaces: Board | null }) => {
      const at = stored.findIndex(({ boardId }) => boardId === saved.boardId)
      if (JSON.stringify(stored[at] ?? null) !== JSON.stringify(replaces)) throw changedElsewhere
      stored.splice(at === -1 ? stored.length : at, 1, saved)
      push('studies.changed', { samples: false })
      return saved
    },
  })
  const router = open()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  answer({ 'studies.boards': () => stored })
  await userEvent.type(name, ' mine')
  await waitFor(() => expect(stored).toHaveLength(2))
  const copy = stored[1]
  expect(copy).toMatchObject({ name: 'Figure 1 mine', panels: board.panels })
  expect(stored[0]?.title).toBe('of the other window')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ board: copy?.boardId }))
  await userEvent.keyboard(', too')
  await waitFor(() => expect(stored[1]?.name).toBe('Figure 1 mine, too'))
  expect(
    await screen.findByText(
      '“Figure 1” was changed in another window. Your version was saved as “Figure 1 mine”.',
    ),
  ).toBeTruthy()
})

it('shows changes of another window while there are none here', async () => {
  open()
  const title = await screen.findByRole('textbox', { name: texts.title })
  answer({ 'studies.boards': () => [{ ...board, title: 'Liver' }] })
  push('studies.changed', { samples: false })
  await waitFor(() => expect(title).toHaveProperty('value', 'Liver'))
  expect(calls.map(({ name }) => name)).not.toContain('studies.saveBoard')
})

it('keeps what the user types while it reads the saved board back', async () => {
  const stored = [board]
  answer({
    'studies.boards': () => stored,
    'studies.saveBoard': ({ board: saved }: { board: Board }) => {
      stored[0] = { ...saved, name: saved.name.trim() }
      push('studies.changed', { samples: false })
      return saved
    },
  })
  open()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  const readings = () => inputsOf('studies.boards').length
  await userEvent.type(name, ' of ')
  await waitFor(() => expect(readings()).toBe(2))
  await userEvent.type(name, 'a')
  expect(name).toHaveProperty('value', 'Figure 1 of a')
})

it('ignores an older response that arrives after a save', async () => {
  const reading = Promise.withResolvers<Board[]>()
  open()
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'a')
  await waitFor(() => expect(savedNames()).toHaveLength(1))
  answer({ 'studies.boards': () => reading.promise })
  push('studies.changed', { samples: false })
  await userEvent.type(name, 'b')
  await waitFor(() => expect(savedNames()).toEqual(['Figure 1a', 'Figure 1ab']))
  reading.resolve([{ ...board, name: 'Figure 1a' }])
  await waitFor(() => expect(inputsOf('studies.boards')).toHaveLength(2))
  await userEvent.type(name, 'c')
  await waitFor(() => expect(savedNames()).toHaveLength(3))
  expect(calls.at(-1)?.input).toEqual({
    studyId: 'all',
    board: { ...board, name: 'Figure 1abc' },
    replaces: { ...board, name: 'Figure 1ab' },
  })
})

it('is not saved again after it was deleted', async () => {
  answer({ 'studies.removeBoard': () => null })
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' a')
  await userEvent.click(screen.getByRole('button', { name: texts.delete }))
  await screen.findByRole('heading', { name: texts.boards })
  const names = calls.map(({ name }) => name)
  expect(names.slice(names.indexOf('studies.removeBoard'))).not.toContain('studies.saveBoard')
})

it('is not deleted if another window has changed it, and shows that change', async () => {
  refuse(
    'studies.removeBoard',
    new Failure('rejected', joinMessages([`Not deleted.`]), changedElsewhere.details),
  )
  open()
  const title = await screen.findByRole('textbox', { name: texts.title })
  answer({ 'studies.boards': () => [{ ...board, title: 'Liver' }] })
  await userEvent.click(screen.getByRole('button', { name: texts.delete }))
  expect(await screen.findByText('Not deleted.')).toBeTruthy()
  expect(calls.at(-1)).toEqual({ name: 'studies.removeBoard', input: { studyId: 'all', board } })
  push('studies.changed', { samples: false })
  await waitFor(() => expect(title).toHaveProperty('value', 'Liver'))
})

/** Deletes the board while a change of its name is being saved. Returns the pending save. */
async function deleteDuringSave() {
  const saving = Promise.withResolvers<Board>()
  answer({ 'studies.saveBoard': () => saving.promise, 'studies.removeBoard': () => null })
  open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), ' a')
  await waitFor(() => expect(savedNames()).toEqual(['Figure 1 a']))
  await userEvent.click(screen.getByRole('button', { name: texts.delete }))
  return saving
}

it('is deleted in its last saved version, even during a save', async () => {
  const saving = await deleteDuringSave()
  saving.resolve(board)
  await screen.findByRole('heading', { name: texts.boards })
  expect(inputsOf('studies.removeBoard')[0]).toEqual({
    studyId: 'all',
    board: { ...board, name: 'Figure 1 a' },
  })
})

it('is not saved as a copy if it was deleted during a save', async () => {
  const saving = await deleteDuringSave()
  saving.reject(changedElsewhere)
  await screen.findByRole('heading', { name: texts.boards })
  await new Promise((resolve) => setTimeout(resolve))
  expect(savedNames()).toEqual(['Figure 1 a'])
})
