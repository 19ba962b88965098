import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { suggestMapping } from '../mapping/columnMapping.ts'
import { checkWith, csv } from './testing/checkWith.ts'

const columns = ['sample', 'age', 'sex', 'tissue', 'date', 'remark']

function checkRows(rows: string[][], decimal: ',' | '.' = '.') {
  return checkWith({ columns, decimal }, rows)
}

/** Checks one row with one cell changed. Returns the sent value and the findings. */
function cell(column: string, value: string, decimal?: ',' | '.') {
  const cells = columns.map((name) => (name === column ? value : name === 'sample' ? 'S-1' : ''))
  const row = checkRows([cells], decimal).checked[0]!
  const field = suggestMapping(columns, defaultOrderForm)[column]!
  return {
    sent: row.fields ? row.fields[field] : 'refused',
    rules: row.problems.map(({ rule, severity }) => `${severity} ${rule}`),
    messages: row.problems.map(({ message }) => toEnglish(message)).join(' '),
  }
}

describe('a column of names that begin as formulas do', () => {
  const namesOnly = (...names: string[]) =>
    checkRows(names.map((name) => [name, '', '', '', '', ''])).last.filter(
      ({ rule }) => rule === 'formula-name',
    )

  it('is warned of once, with how many there are and the first', () => {
    const names = ['S-1', '=HYPERLINK("http://x.example","a")', '+cmd', '@SUM(A1)', '-2+3', 'S-2']
    const problems = namesOnly(...names)
    expect(problems).toMatchObject([
      { row: 3, column: 'sample', value: names[1], severity: 'warning', rule: 'formula-name' },
    ])
    expect(toEnglish(problems[0]!.message)).toContain('4 names in this column')
  })

  it('is not one of numbers, words for missing values, or texts with an apostrophe before them', () => {
    expect(namesOnly('-12', '+3.5', '-', "'=A1", 'a=b')).toEqual([])
    expect(namesOnly('=A1')).toMatchObject([{ value: '=A1' }])
  })
})

describe('a text cell', () => {
  it.each([
    ['S-1', 'S-1', []],
    [' S-1 ', 'S-1', ['warning spaces']],
    ["'=A1", '=A1', ['warning inert-formula']],
    ["'quoted", "'quoted", []],
    ['2-Sep', '2-Sep', ['warning excel-date']],
    ['Sep-02', 'Sep-02', ['warning excel-date']],
    ['3-Mar-2024', '3-Mar-2024', ['warning excel-date']],
    ['1E+05', '1E+05', ['warning excel-exponent']],
    ['1,23E+15', '1,23E+15', ['warning excel-exponent']],
    ['1234567890123450', '1234567890123450', ['warning excel-digits']],
    ['x'.repeat(501), 'refused', ['error too-long']],
    ['a\ufffdb', 'refused', ['error encoding']],
  ])('%j is sent as %j', (value, sent, rules) => {
    expect(cell('sample', value)).toMatchObject({ sent, rules })
  })

  it.each(['HLS-2-Sep', '1E5', '44806', '样本 一'])('%j is sent as it is', (value) => {
    expect(cell('sample', value)).toMatchObject({ sent: value, rules: [] })
  })

  it.each([
    ['control-character', ['a\u0007b', 'a\nb', 'a\tb', 'a\ud800b']],
    ['invisible-character', ['a\u200bb', 'a\u202eb']],
    ['required', ['', '   ']],
  ])('is refused by the rule %s: %j', (rule, values) => {
    for (const value of values)
      expect(cell('sample', value)).toMatchObject({ sent: 'refused', rules: [`error ${rule}`] })
  })
})

describe('an age', () => {
  it.each([
    ['34', '.', 34],
    ['34.5', '.', 34.5],
    ['34,5', ',', 34.5],
    ['0', '.', 0],
    ['130', ',', 130],
    ['', '.', undefined],
  ] as const)('%j with decimal %j is %j', (value, decimal, sent) => {
    expect(cell('age', value, decimal)).toMatchObject({ sent, rules: [] })
  })

  it.each([
    ['range', '.', '130.1|-1'],
    ['number', '.', '34,5|3E1|0x22|Infinity'],
    ['number', ',', '34.5|1.234,5'],
  ] as const)('is refused by the rule %s with decimal %j for %s', (rule, decimal, values) => {
    for (const value of values.split('|'))
      expect([value, cell('age', value, decimal)]).toMatchObject([
        value,
        { sent: 'refused', rules: [`error ${rule}`] },
      ])
  })

  it('names the decimal sign the file is read with', () => {
    expect(cell('age', '34,5', '.').messages).toContain('read with “.”')
  })
})

describe('a sex', () => {
  it.each([
    ['F', 'F|m|unknown|?', 'F|M|unknown|', []],
    ['other words', 'female|W|女|男|Male', 'F|F|F|M|M', ['note normalised']],
    ['no word for a sex', 'toString', 'refused', ['error sex']],
  ])('is read from %s: %s', (_, values, sent, rules) => {
    for (const [at, value] of values.split('|').entries())
      expect(cell('sex', value)).toMatchObject({ sent: sent.split('|')[at] || undefined, rules })
  })

  it('is reported once for each changed spelling', () => {
    const { checked } = checkRows(csv('A,,w,,,', 'B,,W,,,', 'C,,male,,,', 'D,,w,,,'))
    const found = checked.flatMap(({ problems }) => problems.map(({ row, value }) => `${row} ${value}`))
    expect(found).toEqual(['2 w', '4 male'])
  })
})

describe('rows', () => {
  const row = (sample: string, age: string) => [sample, age, '', '', '', '']

  it('are one order if they are identical, and are refused with the first line if they differ', () => {
    const { checked } = checkRows([row('A', '1'), row('A', '1'), row('A', '2'), row('B', '1')])
    expect(checked.map(({ status }) => status)).toEqual(['valid', 'duplicate', 'invalid', 'valid'])
    expect(toEnglish(checked[2]!.problems[0]!.message)).toContain('Line 2 has the same name')
  })

  it('with too few or too many cells are refused, unless what is too much is empty', () => {
    const { checked } = checkRows([
      ['A', '1'],
      [...row('B', '1'), ''],
      [...row('C', '1'), 'x'],
    ])
    expect(checked.map(({ status }) => status)).toEqual(['invalid', 'valid', 'invalid'])
    expect(toEnglish(checked[0]!.problems[0]!.message)).toContain('The row has 2 cells and the header 6')
  })

  it('may hold anything in columns that are not sent', () => {
    const { checked } = checkRows([['A', '', '', '', '', 'a\nb\u0000=1+1']])
    expect(checked[0]).toMatchObject({ status: 'valid', problems: [], fields: { client_reference: 'A' } })
  })

  it('name themselves, the column, the value and a remedy in every problem', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 6, maxLength: 6 }), (cells) => {
        for (const problem of checkRows([cells]).checked[0]!.problems) {
          expect(problem.row).toBe(2)
          expect(columns).toContain(problem.column)
          expect(typeof problem.value).toBe('string')
          expect(toEnglish(problem.message).length).toBeGreaterThan(30)
        }
      }),
    )
  })

  it('either send a cell unchanged except for outer spaces, or explain why not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (tissue) => {
        const { checked, notes } = checkRows([['A', '', '', tissue, '', '']])
        const { fields, problems } = checked[0]!
        // A cell of nothing but spaces is an empty one; a word such as “na” is left out with a note.
        const written = tissue.trim() === '' ? undefined : tissue
        const isNoted = notes.some(({ column }) => column === columns[3])
        expect(problems.length > 0 || isNoted || fields?.['tissue'] === written).toBe(true)
      }),
      { examples: [['na'], ['Na'], [' ']] },
    )
  })
})

describe('a row that holds a name and nothing else', () => {
  const full = (name: string) => [name, '34', 'F', 'liver', '2026-04-03', '']
  const alone = (name: string) => [name, '', ' ', '', '', '']

  it('is noted loudly where other rows hold more, since it may be a heading', () => {
    const { notes, checked } = checkRows([alone('Treated group'), full('A'), full('B'), full('C')])
    expect(checked[0]!.status).toBe('valid')
    const lone = notes.find(({ rule }) => rule === 'lone-names')
    expect(lone).toMatchObject({ count: 1, rows: [2], severity: 'warning' })
    expect(toEnglish(lone!.message)).toContain('“Treated group” and nothing else')
    const many = checkRows([alone('One'), full('A'), alone('Two'), full('B')]).notes
    expect(many.find(({ rule }) => rule === 'lone-names')).toMatchObject({ count: 2, rows: [2, 4] })
  })

  it('is usual where most rows do', () => {
    expect(checkRows([alone('A'), alone('B'), full('C')]).notes).not.toMatchObject([{ rule: 'lone-names' }])
  })

  it.each(['NA', 'n/a', '---', '.', 'missing', '不详'])('is no sample where the name is %j', (name) => {
    for (const cells of [alone(name), [name, 'NA', '-', '', '', 'remark']]) {
      const [row] = checkRows([cells]).checked
      expect(row).toMatchObject({ status: 'invalid', problems: [{ rule: 'no-sample', severity: 'error' }] })
    }
    expect(checkRows([full(name)]).checked[0]!.status).toBe('valid')
  })
})

describe('lost zeros', () => {
  const numbers = (values: (string | number)[]) =>
    checkRows(values.map((value) => [`${value}`, '', '', '', '', '']))

  it('are hinted at where nearly all names have one length and none begins with a zero', () => {
    const values = Array.from({ length: 40 }, (_, index) => 100_000 + ((index * 7919) % 90_000))
    const { last } = numbers([...values, 4711])
    expect(last).toMatchObject([
      { row: 42, column: 'sample', value: '4711', rule: 'lost-zeros', severity: 'warning' },
    ])
  })

  it('are not assumed in counters, in names that kept their zeros, or in names with letters', () => {
    const counter = Array.from({ length: 200 }, (_, index) => 99_900 + index)
    expect(numbers(counter).last).toEqual([])
    expect(numbers([...counter.toReversed(), '000123', 4711]).last).toEqual([])
    expect(numbers([...counter.toReversed(), 'S-1', 4711]).last).toEqual([])
  })
})
