import { describe, expect, it } from 'vitest'
import type { FileChange } from '../../../../shared/domain/samples/importing.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import type { Fault, TableRow } from '../tableRow.ts'
import { createCorrections, editedIndexes } from './corrections.ts'

const columns = ['id', 'age', 'sex']
const record = (row: number, ...cells: string[]): TableRow => ({ row, cells, fault: null, notes: null })
const edit = (row: number, column: string, value: string): FileChange => ({
  kind: 'cells',
  edits: [{ row, column, value }],
})
const replacement = (
  find: string,
  replaceBy: string,
  matchOptions: { whole?: boolean; matchCase?: boolean } = {},
) =>
  ({
    kind: 'replace',
    column: 'sex',
    find,
    replaceBy,
    whole: false,
    matchCase: true,
    ...matchOptions,
  }) as const

const apply = (changes: FileChange[], row: TableRow) => createCorrections(columns, changes).apply(row)

describe('corrections of a file', () => {
  it('leave a row alone that none of them names', () => {
    const row = record(2, 'A', '1', 'M')
    expect(apply([edit(3, 'age', '9'), replacement('X', 'Y')], row)).toBe(row)
  })

  it('are applied in the order they were made', () => {
    const row = record(2, 'A', '1', 'M')
    const changes = [edit(2, 'sex', 'female'), replacement('female', 'F'), edit(2, 'age', '30')]
    expect(apply(changes, row).cells).toEqual(['A', '30', 'F'])
    expect(apply([replacement('M', 'F'), edit(2, 'sex', 'M')], row).cells).toEqual(['A', '1', 'M'])
    expect(row.cells).toEqual(['A', '1', 'M'])
  })

  it('name the cells that differ from the file', () => {
    const row = record(2, 'A', '1', 'M')
    const now = apply([edit(2, 'sex', 'F'), edit(2, 'age', '1')], row)
    expect(editedIndexes(row, now.cells, columns)).toEqual([2])
    expect(editedIndexes(row, row.cells, columns)).toEqual([])
  })

  it.each([
    [{ find: '.', replaceBy: '$&' }, 'a.b.A', 'a$&b$&A'],
    [{ find: 'a', replaceBy: 'x' }, 'a.b.A', 'x.b.A'],
    [{ find: 'a', replaceBy: 'x', matchCase: false }, 'a.b.A', 'x.b.x'],
    [{ find: 'A.B.a', replaceBy: 'x', matchCase: false, whole: true }, 'a.b.A', 'x'],
    [{ find: 'a.b', replaceBy: 'x', whole: true }, 'a.b.A', 'a.b.A'],
    [{ find: '', replaceBy: 'x', whole: true }, '', 'x'],
    [{ find: '', replaceBy: 'x' }, 'a', 'a'],
    [{ find: '(-]', replaceBy: 'x', matchCase: false }, '(-]', 'x'],
  ])('replaces %j in “%s”', ({ find, replaceBy, ...how }, before, after) => {
    expect(apply([replacement(find, replaceBy, how)], record(2, 'A', '1', before)).cells[2]).toBe(after)
  })

  it("drop the reader's notes on a corrected cell and keep the others", () => {
    const note = (cell: number) => ({
      cell,
      rule: 'r',
      message: joinMessages([`m`]),
      severity: 'warning' as const,
    })
    const row = { ...record(2, 'A', '1', 'M'), notes: [note(1), note(2)] }
    expect(apply([edit(2, 'age', '30')], row).notes).toEqual([note(2)])
  })

  it('repair a broken row only if one change gives all of its cells', () => {
    const short = record(2, 'A', '1')
    expect(apply([edit(2, 'sex', 'F'), edit(2, 'id', 'B'), edit(2, 'age', '3')], short)).toBe(short)
    const edits = columns.map((column) => ({ row: 2, column, value: column }))
    const fullCorrection: FileChange = { kind: 'cells', edits }
    expect(apply([fullCorrection, edit(2, 'age', '3'), replacement('sex', 'F')], short).cells).toEqual([
      'id',
      '3',
      'F',
    ])
    const open = { ...record(2, 'A"', '', ''), fault: { rule: 'open-quote', line: 2, cell: 0 } as const }
    const corrected = apply([replacement('', 'F', { whole: true }), fullCorrection], open)
    expect(corrected).toMatchObject({ cells: columns, fault: null })
    expect(editedIndexes(open, corrected.cells, columns)).toEqual([0, 1, 2])
  })

  const faulty = (rule: Fault['rule'], cell: number, ...cells: string[]): TableRow => ({
    ...record(2, ...cells),
    fault: { rule, line: 2, cell },
  })

  it.each<[string, TableRow, string[]]>([
    ['an open quote', faulty('open-quote', 1, 'A', '"1', 'M'), ['age', 'sex']],
    ['text after a quote', faulty('text-after-quote', 1, 'A', '"1"x', 'M'), ['age']],
    ['text after a quote, and one more', faulty('text-after-quote', 0, '"A"x', '1', '"M"'), ['id', 'sex']],
    ['a quote in a cell', faulty('bare-quote', 1, 'A', '5"', 'M'), ['age']],
    ['a long cell', faulty('cell-too-long', 0, 'A'.repeat(40_000), '1', 'M'), ['id']],
    ['a long cell in quotes', faulty('cell-too-long', 0, `"${'A'.repeat(40_000)}`, '1', 'M'), columns],
    ['a quote in a row of too many cells', faulty('bare-quote', 1, 'A', '5"', 'M', 'x'), columns],
  ])('need for a row with %s just the cells that are not certain', (_, row, needed) => {
    const value = (column: string) => ({ row: 2, column, value: `new ${column}` })
    const given = (names: string[]): FileChange[] => [{ kind: 'cells', edits: names.map(value) }]
    const corrected = apply(given(needed), row)
    expect(corrected.fault).toBeNull()
    expect(corrected.cells).toEqual(
      columns.map((column, at) => (needed.includes(column) ? `new ${column}` : row.cells[at])),
    )
    for (const left of needed) expect(apply(given(columns.filter((name) => name !== left)), row)).toBe(row)
  })

  it('clear the doubt about rows below an open quote once they give the text of its cell', () => {
    const below: TableRow = {
      ...record(3, 'B', '2', 'F'),
      fault: { rule: 'after-open-quote', line: 2, cell: 0 },
    }
    const mend = edit(2, 'sex', 'M')
    expect(apply([replacement('F', 'x')], below)).toBe(below)
    expect(apply([mend], below)).toEqual({ ...below, fault: null })
    expect(apply([replacement('F', 'x'), mend, edit(3, 'age', '3')], below).cells).toEqual(['B', '3', 'F'])
    expect(apply([mend, replacement('F', 'x')], below).cells).toEqual(['B', '2', 'x'])
    expect(apply([edit(2, 'sex', 'M\nB,2,F')], below)).toBe(below)
  })
})
