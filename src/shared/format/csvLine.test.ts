import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, escapeFormula, unescapeFormula } from './csvLine.ts'

describe('csvLine', () => {
  it('writes numbers, booleans and empty cells unchanged', () => {
    expect(csvLine([1, -1.5, true, null, 'a'])).toBe('1,-1.5,true,,a')
  })

  it('quotes text that a reader would split or trim, and doubles quotes', () => {
    expect(csvLine(['a,b', 'a;b', 'say "hi"', 'two\nlines', 'old\rmac', ' padded'])).toBe(
      '"a,b",a;b,"say ""hi""","two\nlines","old\rmac"," padded"',
    )
    expect(csvLine(['a,b', 'a;b'], ';')).toBe('a,b;"a;b"')
  })

  it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\tx', '\rx', '\0=1', "\0'\0=1"])(
    'makes the text %j inert',
    (text) => {
      expect(csvLine([text])).toContain(`'${text}`)
    },
  )

  it('restores the original text, with or without an apostrophe of its own', () => {
    const inert = { '=1': "'=1", "'=1": "''=1", "''-2": "'''-2", '\t': "'\t", "'@": "''@" }
    const same = ["'", "''", "'text", "don't", '', '1'].map((text) => [text, text])
    for (const [text = '', escaped] of [...Object.entries(inert), ...same]) {
      expect(escapeFormula(text)).toBe(escaped)
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }
    const hostile = fc.string({ unit: fc.constantFrom("'", '\0', '=', '+', '-', '@', '\t', '\r', '\n', 'a') })
    fc.assert(fc.property(hostile, (text) => unescapeFormula(escapeFormula(text)) === text))
    fc.assert(fc.property(hostile, (text) => !/^\0*(?!\0*[+-]$)[=+\-@\t\r]/.test(escapeFormula(text))))
  })

  it('leaves a lone sign unchanged, since no spreadsheet runs it, and neutralizes a lone equals sign', () => {
    expect(csvLine(['-', '+', '=', '@', '--'])).toBe("-,+,'=,'@,'--")
    expect(['-', '+'].map(unescapeFormula)).toEqual(['-', '+'])
  })

  it('writes an empty text as an empty cell, or in quotes', () => {
    expect(csvLine(['', null, 0])).toBe(',,0')
    expect(csvLine(['', null, 0], ',', '""')).toBe('"",,0')
  })

  it('quotes a text that starts with a byte order mark', () => {
    expect(csvLine(['\uFEFFid'])).toBe('"\uFEFFid"')
  })

  it('refuses NaN and infinities', () => {
    expect(() => csvLine([Number.NaN])).toThrow('NaN')
    expect(() => csvLine([Number.POSITIVE_INFINITY])).toThrow('Infinity')
  })

  it('is parsed back cell by cell by another CSV reader, with any delimiter', () => {
    const delimiter = fc.constantFrom(',', ';', '\t', '|')
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2 })
    fc.assert(
      fc.property(cells, delimiter, (texts, by) => {
        const read = parse(`${csvLine(texts, by)}\n`, { delimiter: by, record_delimiter: '\n' })
        expect(read).toEqual([texts.map(escapeFormula)])
      }),
    )
  })
})
