import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csvLine.ts'

describe('csvLine', () => {
  it('writes numbers, booleans and empty cells as they are', () => {
    expect(csvLine([1, -1.5, true, null, 'a'])).toBe('1,-1.5,true,,a')
  })

  it('quotes what a reader would take apart, and doubles quotes', () => {
    expect(csvLine(['a,b', 'a;b', 'say "hi"', 'two\nlines', 'old\rmac', ' padded'])).toBe(
      '"a,b",a;b,"say ""hi""","two\nlines","old\rmac"," padded"',
    )
    expect(csvLine(['a,b', 'a;b'], ';')).toBe('a,b;"a;b"')
  })

  it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\tx', '\rx'])('makes the text %j inert', (text) => {
    expect(csvLine([text])).toContain(`'${text}`)
  })

  it('refuses numbers that no reader understands', () => {
    expect(() => csvLine([Number.NaN])).toThrow('NaN')
    expect(() => csvLine([Number.POSITIVE_INFINITY])).toThrow('Infinity')
  })

  it('is read back by another reader, cell by cell, with any delimiter', () => {
    const delimiter = fc.constantFrom(',', ';', '\t', '|')
    const cells = fc.array(fc.string({ unit: 'binary' }), { minLength: 2 })
    fc.assert(
      fc.property(cells, delimiter, (texts, by) => {
        const expected = texts.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text))
        const read = parse(`${csvLine(texts, by)}\n`, { delimiter: by, record_delimiter: '\n' })
        expect(read).toEqual([expected])
      }),
    )
  })
})
