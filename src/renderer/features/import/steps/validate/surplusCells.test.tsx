import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, calls, resetHost } from '../../../testing/fakeHost.ts'
import { renderScreen } from '../../../testing/renderScreen.tsx'
import { ImportScreen } from '../../ImportScreen.tsx'
import { locale } from '../../locale.ts'
import { answerAll, failingRow, problem } from '../../testing/importAnswers.ts'

vi.mock('../../../../client/host.ts', () => import('../../../testing/fakeHost.ts'))

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const edits = () => calls.flatMap(({ name, input }) => (name === 'imports.edit' ? [input] : []))

beforeEach(() => {
  resetHost()
  answerAll()
  const row = {
    ...failingRow,
    cells: ['liver-2', '34', '5', 'M'],
    problems: [{ ...problem, column: null, rule: 'ragged-row' }],
  }
  answer({ 'imports.failing': () => ({ rows: [row], total: 1 }) })
})

it('a row loses the cells beyond its columns only when it is taken as shown, which says what is lost', async () => {
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: locale.en })
  await press('Next')
  await screen.findByLabelText('Send years as')
  await press('Next')
  const grid = await screen.findByRole('grid', { name: 'Rows with findings' })
  await screen.findAllByRole('rowheader')
  expect(screen.getByText(/take the row as shown, without “M”/)).toBeTruthy()
  act(() => grid.focus())
  await userEvent.keyboard('{ArrowRight}{ArrowRight}B{Enter}')
  expect(edits()).toEqual([{ draftId: 'd1', edits: [{ row: 3, column: 'site', value: 'B' }] }])
  answer({ 'imports.edit': () => ({ changes: [], undoable: 1, redoable: 0 }) })
  await press('Take the row as shown')
  expect(edits()).toHaveLength(2)
  expect(edits()[1]).toMatchObject({ edits: [{ value: 'liver-2' }, { value: '34' }, { column: 'site' }] })
})
