import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FailingRow, ReadingNote, Transform } from '../../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { answer, calls, Refusal, resetHost } from '../../../testing/fakeHost.ts'
import { renderScreen } from '../../../testing/renderScreen.tsx'
import { ImportScreen } from '../../ImportScreen.tsx'
import { locale } from '../../locale.ts'
import { noTransform } from '../../plan.ts'
import { answerAll, check, draft, failingRow, problem } from '../../testing/importAnswers.ts'

vi.mock('../../../../client/host.ts', () => import('../../../testing/fakeHost.ts'))

const inputs = (name: string) => calls.filter((one) => one.name === name).map(({ input }) => input)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const rowOf = (line: number, part: Partial<FailingRow> = {}): FailingRow => ({
  ...failingRow,
  row: line,
  cells: [`liver-${line}`, 'x', 'B'],
  problems: [{ ...problem, row: line }],
  ...part,
})
const failing = (rows: FailingRow[]) =>
  answer({
    'imports.failing': ({ page, limit }: { page: number; limit: number }) => ({
      rows: rows.slice((page - 1) * limit, page * limit),
      total: rows.length,
    }),
  })

const open = async () => {
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: locale.en })
  await press('Next')
  await screen.findByLabelText('Send years as')
  await press('Next')
  const grid = await screen.findByRole('grid', { name: 'Rows with findings' })
  await screen.findAllByRole('rowheader')
  return grid
}
const active = (grid: HTMLElement) =>
  document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  resetHost()
  answerAll()
  failing([rowOf(3), rowOf(7), rowOf(9, { problems: [{ ...problem, row: 9, column: 'site' }] })])
})

describe('the failing rows', () => {
  it('stand in a grid under the names of their columns, with their lines and what is wrong', async () => {
    const grid = await open()
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['3', '7', '9'])
    expect(screen.getByRole('columnheader', { name: 'years' })).toBeTruthy()
    expect(active(grid)).toBe('x; error: Not a number.')
    expect(screen.getByRole('region', { name: 'What is wrong with this row' }).textContent).toContain(
      'Line 3errorsite'.replace('site', 'years'),
    )
  })

  it('are only as many in the page as can be seen, of ten thousand', async () => {
    failing(Array.from({ length: 10_000 }, (_, index) => rowOf(index + 2)))
    const grid = await open()
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
    expect(inputs('imports.failing')).toEqual([{ draftId: 'd1', page: 1, limit: 200 }])
  })

  it('are walked through by keys: to the next problem, down, and to the end', async () => {
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('{F8}')
    expect(active(grid)).toContain('x; error')
    await userEvent.keyboard('{F8}')
    expect(active(grid)).toBe('B; error: Not a number.')
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(active(grid)).toBe('liver-7')
  })

  it('have the keys as soon as they stand there, and F8 finds the next problem from anywhere on the page', async () => {
    const grid = await open()
    await waitFor(() => expect(document.activeElement).toBe(grid))
    act(() => screen.getByRole('button', { name: /^not a number/ }).focus())
    await userEvent.keyboard('{F8}')
    expect(document.activeElement).toBe(grid)
    expect(screen.getByRole('region', { name: 'What is wrong with this row' }).textContent).toContain(
      'Line 7',
    )
  })

  it('are filtered by a rule', async () => {
    await open()
    await press(/^not a number/)
    await waitFor(() =>
      expect(inputs('imports.failing').at(-1)).toEqual({
        draftId: 'd1',
        severity: 'error',
        rule: 'number',
        page: 1,
        limit: 200,
      }),
    )
  })
})

describe('a cell', () => {
  it('is corrected by Enter, its new text stands there at once, and all rows are checked again by themselves', async () => {
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('{Enter}')
    const field = await screen.findByLabelText('years of line 3')
    await userEvent.clear(field)
    await userEvent.type(field, '61{Enter}')
    expect(inputs('imports.edit')).toEqual([
      { draftId: 'd1', edits: [{ row: 3, column: 'years', value: '61' }] },
    ])
    expect(screen.getByText('61')).toBeTruthy()
    expect(document.activeElement).toBe(grid)
    failing([rowOf(7)])
    answer({ 'imports.check': () => ({ ...check, valid: 3, invalid: 0 }) })
    await waitFor(() => expect(inputs('imports.check')).toHaveLength(2))
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['7']),
    )
    expect(document.activeElement).toBe(grid)
  })

  it('leads by Enter to the row below it, also once the corrected row has left', async () => {
    failing([rowOf(13), rowOf(15), rowOf(18)])
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('61{Enter}')
    failing([rowOf(15), rowOf(18)])
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['15', '18']),
    )
    await userEvent.keyboard('62{Enter}')
    expect(inputs('imports.edit').at(-1)).toEqual({
      draftId: 'd1',
      edits: [{ row: 15, column: 'years', value: '62' }],
    })
  })

  it('stays as it was after Escape', async () => {
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('{F2}')
    await userEvent.type(await screen.findByLabelText('years of line 3'), '99{Escape}')
    expect(inputs('imports.edit')).toEqual([])
    expect(active(grid)).toContain('x')
  })

  it('is written over by typing, and Tab goes on to the next one', async () => {
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('42{Tab}')
    expect(inputs('imports.edit')).toEqual([
      { draftId: 'd1', edits: [{ row: 3, column: 'years', value: '42' }] },
    ])
    expect(active(grid)).toBe('B')
  })

  it('that was refused shows what stands in the file, and why', async () => {
    const text = 'Line 3 cannot be mended so.'
    answer({
      'imports.edit': () => {
        throw new Refusal({ code: 'rejected', message: message`${text}`, details: { problems: [] } })
      },
    })
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('42{Enter}')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('42')).toBeNull()
  })

  it('of a broken record is given with all others of its row', async () => {
    failing([
      rowOf(3, { cells: ['liver-3', 'x'], problems: [{ ...problem, column: null, rule: 'ragged-row' }] }),
    ])
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('{ArrowRight}5{Enter}')
    expect(inputs('imports.edit')).toEqual([
      {
        draftId: 'd1',
        edits: [
          { row: 3, column: 'name', value: 'liver-3' },
          { row: 3, column: 'years', value: '5' },
          { row: 3, column: 'site', value: '' },
        ],
      },
    ])
  })
})

describe('corrections', () => {
  it('are taken back and done again by keys', async () => {
    answer({
      'imports.undo': () => ({ changes: [], undoable: 0, redoable: 1 }),
      'imports.redo': () => ({ changes: [], undoable: 1, redoable: 0 }),
    })
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('42{Enter}')
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(inputs('imports.undo')).toEqual([{ draftId: 'd1' }]))
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(inputs('imports.redo')).toEqual([{ draftId: 'd1' }]))
  })

  it('are made in a whole column at once, and it is said how many', async () => {
    answer({ 'imports.replace': () => ({ changes: [], undoable: 1, redoable: 0, cells: 12 }) })
    await open()
    await press('Find and replace')
    expect(await screen.findByLabelText<HTMLInputElement>('Find')).toHaveProperty('value', 'x')
    await userEvent.type(screen.getByLabelText('Replace by'), '50')
    await press('Replace all')
    expect((await screen.findAllByText('12 cells changed.')).length).toBeGreaterThan(0)
    expect(inputs('imports.replace')).toEqual([
      { draftId: 'd1', column: 'years', find: 'x', replaceBy: '50', whole: true, matchCase: true },
    ])
  })

  it('wait for the last one before all rows are checked', async () => {
    const grid = await open()
    act(() => grid.focus())
    await userEvent.keyboard('1{Enter}')
    await userEvent.keyboard('2{Enter}')
    await waitFor(() => expect(inputs('imports.check')).toHaveLength(2))
    expect(inputs('imports.edit')).toHaveLength(2)
  })
})

describe('a whole column that was perhaps read wrongly', () => {
  it.each([
    ['day-form', 'Choose the form of days', 'Send years as'],
    ['age-unit-assumed', 'Choose the unit of ages', 'Send years as'],
    ['ambiguous-sex', 'Say what values mean', 'Send years as'],
    ['ambiguous-age', 'Say what values mean', 'Send years as'],
    ['ambiguous-number', 'Choose the decimal sign', 'Decimal sign'],
  ])('closes the way on (%s), and leads to where it is chosen how it is read', async (rule, way, label) => {
    const blocker = 'All of “years” can be read in two ways.'
    const rules = [{ rule, severity: 'error', count: 1 }]
    answer({ 'imports.check': () => ({ ...check, blocker: message`${blocker}`, rules }) })
    await open()
    expect(await screen.findByText(blocker)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'See what would be sent' })).toBeNull()
    await press(way)
    expect(await screen.findByLabelText(label)).toBeTruthy()
  })
})

describe('codes of a sex that nobody knows in any row', () => {
  it('lead to where their meaning is said', async () => {
    const rules = [{ rule: 'sex', severity: 'error', count: 3 }]
    answer({ 'imports.check': () => ({ ...check, valid: 0, invalid: 3, rules }) })
    await open()
    await screen.findByText(/No row can be sent/)
    await press('Say what values mean')
    expect(await screen.findByRole('region', { name: 'What an order is made of' })).toBeTruthy()
  })
})

describe('ages without a unit', () => {
  const note: ReadingNote = {
    rule: 'age-unit-assumed',
    column: 'years',
    count: 3,
    rows: [2, 3, 4],
    message: message`“years” names no unit. Its ages are read as years.`,
    severity: 'note',
    undo: null,
  }

  it('are asked about in the check, and all rows are checked again in the unit that is chosen', async () => {
    answer({
      'imports.check': ({ transform }: { transform: Transform }) => ({
        ...check,
        notes: transform.ageUnit === 'weeks' ? [] : [note],
      }),
    })
    await open()
    const question = screen.getByRole('region', { name: 'Unit of ages' })
    expect(question.textContent).toContain('Its ages are read as years.')
    await press('Weeks')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unit of ages' })).toBeNull())
    const [first, second] = inputs('imports.check') as { transform: Transform }[]
    expect(first!.transform.ageUnit).toBe('years')
    expect(second!.transform).toEqual({ ...noTransform, ageUnit: 'weeks' })
  })
})

it('values of a column are read as a person says, and the check is made with them', async () => {
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: locale.en })
  await press('Next')
  await userEvent.selectOptions(await screen.findByLabelText('Send site as'), 'group')
  const [open] = await screen.findAllByRole('button', { name: 'Values…' })
  await userEvent.click(open!)
  await userEvent.type(await screen.findByLabelText('Read A as'), 'north')
  await press('Another value')
  await userEvent.type(screen.getByLabelText('Value in the file'), 'C')
  await userEvent.type(screen.getByLabelText('Read C as'), 'south')
  await press('Use these')
  expect(await screen.findByRole('button', { name: '2 values…' })).toBeTruthy()
  await press('Next')
  await waitFor(() => expect(inputs('imports.check')).toHaveLength(1))
  expect(inputs('imports.check')[0]).toMatchObject({
    mapping: { site: 'group' },
    transform: { values: { site: { A: 'north', C: 'south' } } },
  })
})

it('a value that is read as empty stays so, and a person can choose it', async () => {
  const suggestedTransform = { ...noTransform, values: { site: { A: '' } } }
  answer({ 'imports.read': () => ({ ...draft, suggestedTransform }) })
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: locale.en })
  await press('Next')
  await userEvent.selectOptions(await screen.findByLabelText('Send site as'), 'group')
  await press('1 value…')
  expect(await screen.findByLabelText('Read A as empty')).toHaveProperty('checked', true)
  expect(screen.getByLabelText('Read A as')).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('Read B as empty'))
  await press('Use these')
  expect(await screen.findByRole('button', { name: '2 values…' })).toBeTruthy()
  await press('Next')
  await waitFor(() => expect(inputs('imports.check')).toHaveLength(1))
  expect(inputs('imports.check')[0]).toMatchObject({ transform: { values: { site: { A: '', B: '' } } } })
})
