import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import type { FailingRow, ReadingNote, Transform } from '../../../../shared/domain/samples/importing.ts'
import texts from '../../../../shared/words/en/screens/samples/import.json' with { type: 'json' }
import { joinMessages } from '../../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost, textsOf } from '../../../client/testing/fakeHost.ts'
import { createUndoOffers } from '../../../state/undo.tsx'
import { testPage } from '../../../ui/testing/testPage.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { ImportScreen } from '../ImportScreen.tsx'
import { noTransform } from '../plan.ts'
import { answerAll, check, draft, dryRun, failingRow, problem } from '../testing/importAnswers.ts'

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const rowOf = (line: number, part: Partial<FailingRow> = {}): FailingRow => ({
  ...failingRow,
  row: line,
  cells: [`liver-${line}`, 'x', 'B'],
  problems: [{ ...problem, row: line }],
  ...part,
})
/** Answers with these rows; some may have no problems. */
const rowsAre = (rows: FailingRow[]) => {
  const pageOf = (all: FailingRow[], page: number, limit: number) => ({
    rows: all.slice((page - 1) * limit, page * limit),
    total: all.length,
  })
  const isFailing = ({ problems }: FailingRow) => problems.length > 0
  answer({
    'imports.rows': ({ page, limit }: { page: number; limit: number }) => {
      const before = rows.slice(0, (page - 1) * limit).findLastIndex(isFailing)
      const after = rows.slice(page * limit).findIndex(isFailing)
      return {
        ...pageOf(rows, page, limit),
        before: before < 0 ? null : before,
        after: after < 0 ? null : page * limit + after,
      }
    },
    'imports.failing': ({ page, limit }: { page: number; limit: number }) =>
      pageOf(rows.filter(isFailing), page, limit),
  })
}
const lines = () => textsOf(screen.getAllByRole('rowheader'))
/** Opens the file and moves the keyboard focus into its rows. */
const openFocused = async () => {
  const grid = await open()
  act(() => grid.focus())
  return grid
}
const problemsOfRow = () => screen.getByRole('region', { name: 'What is wrong with this row' }).textContent

const open = async () => {
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: texts })
  const grid = await screen.findByRole('grid', { name: 'Rows of the file' })
  await waitFor(() => expect(inputsOf('imports.rows')).toHaveLength(1))
  await screen.findByText('Will be ordered')
  await waitFor(() => expect(lines()).not.toContain('2'))
  return grid
}
const active = (grid: HTMLElement) =>
  document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent

beforeEach(() => {
  resetHost()
  answerAll()
  rowsAre([rowOf(3), rowOf(7), rowOf(9, { problems: [{ ...problem, row: 9, column: 'site' }] })])
})

describe('the rows of a file', () => {
  it('appear in a grid below their column names, with line numbers and problems', async () => {
    const grid = await open()
    expect(lines()).toEqual(['3', '7', '9'])
    expect(screen.getByRole('columnheader', { name: 'years' })).toBeTruthy()
    expect(active(grid)).toBe('x; error: Not a number.')
    expect(problemsOfRow()).toContain('Line 3erroryears')
  })

  it('are in the page only if visible, out of ten thousand', async () => {
    rowsAre(Array.from({ length: 10_000 }, (_, index) => rowOf(index + 3)))
    const grid = await open()
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
    expect(inputsOf('imports.rows')).toEqual([{ draftId: 'd1', page: 1, limit: 200 }])
  })

  it('are navigated by keys: to the next problem, down, and to the end', async () => {
    const grid = await openFocused()
    await userEvent.keyboard('{F8}')
    expect(active(grid)).toContain('x; error')
    await userEvent.keyboard('{F8}')
    expect(active(grid)).toBe('B; error: Not a number.')
    await userEvent.keyboard('{Home}{ArrowUp}')
    expect(active(grid)).toBe('liver-7')
  })

  it('have the keyboard focus when they appear, and F8 finds the next problem from anywhere on the page', async () => {
    const grid = await open()
    await waitFor(() => expect(document.activeElement).toBe(grid))
    act(() => screen.getByRole('button', { name: /^not a number/ }).focus())
    await userEvent.keyboard('{F8}')
    expect(document.activeElement).toBe(grid)
    expect(problemsOfRow()).toContain('Line 7')
  })

  it('can all be scrolled to, and F8 jumps to the next problem however far away it is', async () => {
    const sound = { problems: [] }
    const all = Array.from({ length: 1000 }, (_, index) => rowOf(index + 3, index === 700 ? {} : sound))
    rowsAre(all)
    const grid = await open()
    expect(grid.getAttribute('aria-rowcount')).toBe('1001')
    // jsdom has no layout, so this scrolls as a browser would.
    Object.defineProperty(grid, 'scrollHeight', { value: 32_000 })
    grid.scrollTo = (to?: ScrollToOptions | number) => {
      if (typeof to === 'object' && to.top !== undefined) grid.scrollTop = to.top
      grid.dispatchEvent(new Event('scroll'))
    }
    act(() => grid.focus())
    await userEvent.keyboard('{F8}')
    await waitFor(() => expect(problemsOfRow()).toContain('Line 703'))
    await waitFor(() => expect(active(grid)).toBe('x; error: Not a number.'))
  })

  it('are filtered by a rule, and unfiltered when the rule is pressed again', async () => {
    await open()
    await press(/^not a number/)
    await waitFor(() =>
      expect(inputsOf('imports.failing').at(-1)).toEqual({
        draftId: 'd1',
        severity: 'error',
        rule: 'number',
        page: 1,
        limit: 200,
      }),
    )
    expect(screen.getByRole('button', { name: /^not a number/ }).getAttribute('aria-pressed')).toBe('true')
    await press(/^not a number/)
    expect(screen.getByRole('button', { name: 'All rows' }).getAttribute('aria-pressed')).toBe('true')
  })
})

describe('a cell', () => {
  it('is corrected with Enter, shows its new text immediately, and has all rows checked again', async () => {
    const grid = await openFocused()
    await userEvent.keyboard('{Enter}')
    const field = await screen.findByLabelText('years of line 3')
    await userEvent.clear(field)
    await userEvent.type(field, '61{Enter}')
    expect(inputsOf('imports.edit')).toEqual([
      { draftId: 'd1', edits: [{ row: 3, column: 'years', value: '61' }] },
    ])
    expect(screen.getByText('61')).toBeTruthy()
    expect(document.activeElement).toBe(grid)
    rowsAre([rowOf(7)])
    answer({ 'imports.check': () => ({ ...check, valid: 3, invalid: 0 }) })
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(2))
    await waitFor(() => expect(lines()).toEqual(['7']))
    expect(document.activeElement).toBe(grid)
  })

  it('leads with Enter to the row below, even after the corrected row leaves the list', async () => {
    rowsAre([rowOf(13), rowOf(15), rowOf(18)])
    await openFocused()
    await userEvent.keyboard('61{Enter}')
    rowsAre([rowOf(15), rowOf(18)])
    await waitFor(() => expect(lines()).toEqual(['15', '18']))
    await userEvent.keyboard('62{Enter}')
    expect(inputsOf('imports.edit').at(-1)).toEqual({
      draftId: 'd1',
      edits: [{ row: 15, column: 'years', value: '62' }],
    })
  })

  it('is unchanged after Escape', async () => {
    const grid = await openFocused()
    await userEvent.keyboard('{F2}')
    await userEvent.type(await screen.findByLabelText('years of line 3'), '99{Escape}')
    expect(inputsOf('imports.edit')).toEqual([])
    expect(active(grid)).toContain('x')
  })

  it('is overwritten by typing, and Tab moves to the next one', async () => {
    const grid = await openFocused()
    await userEvent.keyboard('42{Tab}')
    expect(inputsOf('imports.edit')).toEqual([
      { draftId: 'd1', edits: [{ row: 3, column: 'years', value: '42' }] },
    ])
    expect(active(grid)).toBe('B')
  })

  it('shows the text of the file again, with the reason, when its correction is rejected', async () => {
    const text = 'Line 3 cannot be mended so.'
    refuse('imports.edit', rejected(joinMessages([text])))
    await openFocused()
    await userEvent.keyboard('42{Enter}')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText('42')).toBeNull()
  })

  it('of a broken record is sent together with all other cells of its row', async () => {
    rowsAre([
      rowOf(3, { cells: ['liver-3', 'x'], problems: [{ ...problem, column: null, rule: 'ragged-row' }] }),
    ])
    await openFocused()
    await userEvent.keyboard('{ArrowRight}5{Enter}')
    expect(inputsOf('imports.edit')).toEqual([
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
  it('are undone by the Undo command and redone by a key', async () => {
    answer({
      'imports.undo': () => ({ changes: [], undoable: 0, redoable: 1 }),
      'imports.redo': () => ({ changes: [], undoable: 1, redoable: 0 }),
    })
    await openFocused()
    await userEvent.keyboard('42{Enter}')
    act(() => testPage.get(createUndoOffers).undoLast())
    await waitFor(() => expect(inputsOf('imports.undo')).toEqual([{ draftId: 'd1' }]))
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(inputsOf('imports.redo')).toEqual([{ draftId: 'd1' }]))
  })

  it('replace text in a whole column at once and report how many cells changed', async () => {
    answer({ 'imports.replace': () => ({ changes: [], undoable: 1, redoable: 0, cells: 12 }) })
    await open()
    await press('Find and replace')
    expect(await screen.findByLabelText<HTMLInputElement>('Find')).toHaveProperty('value', 'x')
    await userEvent.type(screen.getByLabelText('Replace by'), '50')
    await press('Replace all')
    expect((await screen.findAllByText('12 cells changed.')).length).toBeGreaterThan(0)
    expect(inputsOf('imports.replace')).toEqual([
      { draftId: 'd1', column: 'years', find: 'x', replaceBy: '50', whole: true, matchCase: true },
    ])
  })

  it('are all sent before the rows are checked', async () => {
    await openFocused()
    await userEvent.keyboard('1{Enter}')
    await userEvent.keyboard('2{Enter}')
    await waitFor(() => expect(inputsOf('imports.check')).toHaveLength(2))
    expect(inputsOf('imports.edit')).toHaveLength(2)
  })
})

describe('a column that may have been misread', () => {
  it.each([
    ['day-form', 'collected_at', 'Select the form of days', 'Days are written as'],
    ['age-unit-assumed', 'age', 'Select the unit of ages', 'Ages are given in'],
    ['ambiguous-sex', 'sex', 'Say what values mean', 'Read 54 as'],
    ['ambiguous-age', 'age', 'Say what values mean', 'Read 54 as'],
    ['ambiguous-number', 'age', 'Select the decimal sign', 'Decimal sign'],
  ])('blocks the order (%s), and offers the option that resolves it', async (rule, field, way, label) => {
    const blocker = 'All of “years” can be read in two ways.'
    const rules = [{ rule, severity: 'error', count: 1 }]
    answer({
      'imports.read': () => ({ ...draft, suggestedMapping: { ...draft.suggestedMapping, years: field } }),
      'imports.check': () => ({ ...check, blocker: joinMessages([blocker]), rules }),
      'imports.dryRun': () => ({ ...dryRun, blocker: joinMessages([blocker]), orders: 0 }),
    })
    await open()
    expect((await screen.findAllByText(blocker)).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: /^Order/ })).toHaveProperty('disabled', true)
    await press(way)
    expect(await screen.findByLabelText(label)).toBeTruthy()
  })
})

describe('unknown codes for sex', () => {
  it('lead to the form that defines them', async () => {
    const rules = [{ rule: 'sex', severity: 'error', count: 3 }]
    answer({
      'imports.read': () => ({ ...draft, suggestedMapping: { ...draft.suggestedMapping, site: 'sex' } }),
      'imports.check': () => ({ ...check, valid: 0, invalid: 3, rules }),
    })
    await open()
    await screen.findAllByText(/No row can be ordered/)
    await press('Say what values mean')
    await userEvent.type(await screen.findByLabelText('Read A as'), 'F')
    await press('Use these')
    await waitFor(() =>
      expect(inputsOf('imports.check').at(-1)).toMatchObject({ transform: { values: { site: { A: 'F' } } } }),
    )
  })
})

describe('ages without a unit', () => {
  const note: ReadingNote = {
    rule: 'age-unit-assumed',
    column: 'years',
    count: 3,
    rows: [2, 3, 4],
    message: joinMessages([`“years” names no unit. Its ages are read as years.`]),
    severity: 'note',
    undo: null,
  }

  it('raise a question, and the rows are checked again in the chosen unit', async () => {
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
    const [first, second] = inputsOf('imports.check') as { transform: Transform }[]
    expect(first!.transform.ageUnit).toBe('years')
    expect(second!.transform).toEqual({ ...noTransform, notes: ['years', 'site'], ageUnit: 'weeks' })
  })
})

it('values of a column are replaced as the user defines, and checked again', async () => {
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: texts })
  await userEvent.selectOptions(await screen.findByLabelText('What “site” is'), 'Group')
  await press('How “site” is read')
  await userEvent.type(await screen.findByLabelText('Read A as'), 'north')
  await press('Another value')
  await userEvent.type(screen.getByLabelText('Value in the file'), 'C')
  await userEvent.type(screen.getByLabelText('Read C as'), 'south')
  await press('Use these')
  expect(await screen.findByRole('button', { name: 'How “site” is read: 2 values changed' })).toBeTruthy()
  await waitFor(() =>
    expect(inputsOf('imports.check').at(-1)).toMatchObject({
      mapping: { site: 'group' },
      transform: { values: { site: { A: 'north', C: 'south' } } },
    }),
  )
})

it('a value that is read as empty stays so, and the user can choose it', async () => {
  const suggestedTransform = { ...noTransform, values: { site: { A: '' } } }
  answer({ 'imports.read': () => ({ ...draft, suggestedTransform }) })
  renderScreen(ImportScreen, { at: '/import?file=f1', namespace: 'import', words: texts })
  await userEvent.selectOptions(await screen.findByLabelText('What “site” is'), 'Group')
  await press('How “site” is read: 1 value changed')
  expect(await screen.findByLabelText('Read A as empty')).toHaveProperty('checked', true)
  expect(screen.getByLabelText('Read A as')).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('Read B as empty'))
  await press('Use these')
  expect(await screen.findByRole('button', { name: 'How “site” is read: 2 values changed' })).toBeTruthy()
  await waitFor(() =>
    expect(inputsOf('imports.check').at(-1)).toMatchObject({
      transform: { values: { site: { A: '', B: '' } } },
    }),
  )
})

it('a row loses surplus cells only when the user accepts the row as shown', async () => {
  rowsAre([
    {
      ...failingRow,
      cells: ['liver-2', '34', '5', 'M'],
      problems: [{ ...problem, column: null, rule: 'ragged-row' }],
    },
  ])
  await openFocused()
  expect(await screen.findByText(/accept the row as shown, without “M”/)).toBeTruthy()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}B{Enter}')
  expect(inputsOf('imports.edit')).toEqual([
    { draftId: 'd1', edits: [{ row: 3, column: 'site', value: 'B' }] },
  ])
  answer({ 'imports.edit': () => ({ changes: [], undoable: 1, redoable: 0 }) })
  await press('Accept the row as shown')
  expect(inputsOf('imports.edit')).toHaveLength(2)
  expect(inputsOf('imports.edit')[1]).toMatchObject({
    edits: [{ value: 'liver-2' }, { value: '34' }, { column: 'site' }],
  })
})
