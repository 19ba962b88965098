import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { Delimiter } from '../../../../shared/domain/samples/importing.ts'
import { escapeFormula, toCsvText } from '../../../../shared/format/csvLine.ts'
import { type Fault } from '../tableRow.ts'
import { csv } from '../validation/testing/checkWith.ts'
import { createTokenizer, RecordTooLong } from './tokenizer.ts'

type Row = { cells: string[]; line: number; fault: Fault | null }

/** Reads the text in pieces of the given sizes, over and over; one piece when there are none. */
function tokenize(
  text: string,
  sizes: number[] = [],
  delimiter: Delimiter = ',',
  maxCellLength?: number,
): Row[] {
  const rows: Row[] = []
  const tokenizer = createTokenizer({
    delimiter,
    maxCellLength,
    onRow: (cells, line, fault) => rows.push({ cells, line, fault }),
  })
  let at = 0
  for (let step = 0; at < text.length; step++) {
    const size = sizes[step % Math.max(1, sizes.length)] ?? text.length
    tokenizer.push(text.slice(at, at + size))
    at += size
  }
  tokenizer.end()
  return rows
}

const cells = (rows: Row[]) => rows.map((row) => row.cells)
const faults = (rows: Row[]) =>
  rows.flatMap(({ line, fault }) => (fault ? [[line, fault.rule, fault.line, fault.cell]] : []))

describe('createTokenizer', () => {
  const twoRows = csv('a,b', '1,2')
  it.each([
    ['plain', 'a,b\n1,2\n', twoRows],
    ['no last line break', 'a,b\n1,2', twoRows],
    ['CRLF', 'a,b\r\n1,2\r\n', twoRows],
    ['CR alone', 'a,b\r1,2\r', twoRows],
    ['line ends mixed', 'a\r\nb\nc\rd', csv('a', 'b', 'c', 'd')],
    ['delimiter in quotes', '"1,5",2\n', [['1,5', '2']]],
    ['doubled quotes', '"x ""y"" z",2\n"x""",""\n"""",3', csv('x "y" z,2', 'x",', '",3')],
    ['line breaks in cells', '"x\ny",2\r\n"x\r\ny",3\n"x\ry",4\r', csv('x\ny,2', 'x\r\ny,3', 'x\ry,4')],
    ['empty cells', ',,\n"",,""', csv(',,', ',,')],
    ['spaces', ' x , y\n', csv(' x , y')],
    ['quotes at the very end', 'a,"b"', csv('a,b')],
    ['no text', '', []],
    ['an empty last cell', 'a,', csv('a,')],
  ])('reads %s the same in pieces of any size', (_, text, expected) => {
    for (const size of [text.length + 1, 1, 2, 3, 5]) {
      const rows = tokenize(text, [size])
      expect(cells(rows)).toEqual(expected)
      expect(faults(rows)).toEqual([])
    }
  })

  it('skips blank lines and counts them, as a text editor does', () => {
    const rows = tokenize('a\n\n\r\n\rb\r\n"c\r\nc\nc"\nd\n', [1])
    expect(rows.map((row) => [row.line, row.cells[0]])).toEqual([
      [1, 'a'],
      [5, 'b'],
      [6, 'c\r\nc\nc'],
      [9, 'd'],
    ])
  })

  it.each([';', '\t', '|'] as const)('splits at %j', (delimiter) => {
    expect(cells(tokenize(`a,a${delimiter}"b${delimiter}b"`, [1], delimiter))).toEqual([
      ['a,a', `b${delimiter}b`],
    ])
  })
})

describe('a record that breaks the rules', () => {
  const inAnySize = (text: string, maxCellLength?: number) => {
    const expected = tokenize(text, [], ',', maxCellLength)
    for (const size of [1, 2, 3, 7]) expect(tokenize(text, [size], ',', maxCellLength)).toEqual(expected)
    return expected
  }

  it('reports an open quote on the line where it opened, and each line it swallowed', () => {
    const rows = inAnySize('a,b\n1,2\n3,"4\n5,6\n7,8\n')
    expect(faults(rows)).toEqual([
      [3, 'open-quote', 3, 1],
      [4, 'after-open-quote', 3, 0],
      [5, 'after-open-quote', 3, 0],
    ])
    expect(cells(rows)).toEqual(csv('a,b', '1,2', '3,"4', '5,6', '7,8'))
  })

  it('reports a quote that is closed only by the opening of a later one, then reads valid records again', () => {
    const rows = inAnySize('a,b\n1,"2\n3,4\n5,"6, 6"\n7,8\n')
    expect(faults(rows)).toEqual([
      [2, 'open-quote', 2, 1],
      [3, 'after-open-quote', 2, 0],
      [4, 'after-open-quote', 2, 0],
    ])
    expect(rows.at(-1)).toEqual({ cells: ['7', '8'], line: 5, fault: null })
  })

  it('reports the right line even after quoted cells with line breaks', () => {
    expect(faults(inAnySize('"x\ny","z\n1,2\n'))[0]).toEqual([1, 'open-quote', 2, 1])
  })

  it('recovers once an open quote has outgrown the cap, without scanning the whole file', () => {
    const lines = Array.from({ length: 50 }, (_, index) => `row ${index},x`)
    const rows = inAnySize(`a,"b\n${lines.join('\n')}\n`, 40)
    expect(rows).toHaveLength(51)
    expect(faults(rows).map(([, rule]) => rule)).toEqual(['open-quote', ...Array(5).fill('after-open-quote')])
    expect(rows[50]).toEqual({ cells: ['row 49', 'x'], line: 51, fault: null })
  })

  it('reports text after a closing quote and leaves it in the cell', () => {
    const rows = inAnySize('a,b\n"x"y,2\n3,4\n')
    expect(faults(rows)).toEqual([[2, 'text-after-quote', 2, 0]])
    expect(cells(rows)).toEqual(csv('a,b', '"x"y,2', '3,4'))
  })

  it('reports a quote inside an unquoted cell and leaves its text', () => {
    const rows = inAnySize('5" pipe,2\n1, "x"\n3,4\n')
    expect(faults(rows)).toEqual([
      [1, 'bare-quote', 1, 0],
      [2, 'bare-quote', 2, 1],
    ])
    expect(cells(rows)[0]).toEqual(['5" pipe', '2'])
  })

  it.each([
    ['plain', `a,${'x'.repeat(50)}\nb,c\n`],
    ['quoted', `a,"${'x'.repeat(50)}"\nb,c\n`],
    ['with a quote inside', `a,${'x'.repeat(50)}"\nb,c\n`],
  ])('is reported for a %s cell over the cap', (_, text) => {
    const rows = inAnySize(text, 40)
    expect(faults(rows)[0]![1]).toMatch(/cell-too-long|bare-quote/)
    expect(rows[1]).toEqual({ cells: ['b', 'c'], line: 2, fault: null })
  })

  it('stops at a record that does not end, instead of using up the memory', () => {
    const tokenizer = createTokenizer({ delimiter: ',', onRow: () => undefined })
    const push = () => {
      for (let count = 0; count < 100; count++) tokenizer.push('x'.repeat(100_000))
    }
    expect(push).toThrow(RecordTooLong)
  })
})

/** Returns the records that csv-parse reads, or null if it refuses the text. */
function strictly(source: string): string[][] | null {
  try {
    return parse(source, { relax_column_count: true, skip_empty_lines: true })
  } catch {
    return null
  }
}

describe('against other readers', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'µ', '😀', ',', ';', '"', '\n', '\r', ' ') })
  const table = fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
  const breaks = fc.constantFrom('\n', '\r\n', '\r')
  const quoteAll = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const quoteSome = (cell: string) => (/[",;\n\r]/.test(cell) ? quoteAll(cell) : cell)

  it('agrees with csv-parse on every well-formed table, cut anywhere', () => {
    fc.assert(
      fc.property(
        table,
        breaks,
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 64 })),
        (rows, end, all, sizes) => {
          const source = rows.map((row) => row.map(all ? quoteAll : quoteSome).join(',')).join(end)
          const read = tokenize(source, sizes)
          const oracle = parse(source, {
            record_delimiter: end,
            relax_column_count: true,
            skip_empty_lines: true,
          })
          expect(faults(read)).toEqual([])
          expect(cells(read)).toEqual(oracle)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('agrees with Papa Parse on well-formed tables', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const source = rows.map((row) => row.map(quoteAll).join(',')).join('\n')
        const oracle = Papa.parse<string[]>(source, { delimiter: ',', newline: '\n', skipEmptyLines: true })
        expect(cells(tokenize(source, [7]))).toEqual(oracle.data)
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same rows and faults for any text, wherever it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (source, sizes) => {
        expect(tokenize(source, sizes, ',', 12)).toEqual(tokenize(source, [], ',', 12))
      }),
      { numRuns: 3000 },
    )
  })

  it('reports or reads right whatever csv-parse refuses or reads', () => {
    fc.assert(
      fc.property(text, (source) => {
        const plain = source.replaceAll('\r', '\n')
        const read = tokenize(plain)
        const oracle = strictly(plain)
        expect(oracle === null ? faults(read).length > 0 : cells(read)).toEqual(oracle ?? true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('toCsvText', () => {
  it('is read back cell by cell, but for the mark that makes a formula inert', async () => {
    const cell = fc.string({
      unit: fc.oneof(fc.constantFrom('"', ',', '\n', '\r', '=', ' ', "'"), fc.string()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1 })), async (rows) => {
        let text = ''
        for await (const line of toCsvText(rows)) text += line
        const read = tokenize(text)
        expect(faults(read)).toEqual([])
        expect(cells(read)).toEqual(rows.map((row) => row.map(escapeFormula)))
      }),
    )
  })
})
