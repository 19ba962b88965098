import { describe, expect, it } from 'vitest'
import { UsageError } from './exitCodes.ts'
import { listOf, parseDelimiter, parseRate, positiveOf, wholeOf } from './values.ts'

describe('values of options', () => {
  it('are whole numbers within their range, or wrong usage', () => {
    expect(wholeOf({ port: '0' }, 'port', 0, 65_535)).toBe(0)
    expect(wholeOf({}, 'port', 0, 65_535)).toBeUndefined()
    for (const port of ['65536', '-1', '1.5', '1e3', '', ' 1', '0x10'])
      expect(() => wholeOf({ port }, 'port', 0, 65_535)).toThrow(UsageError)
  })

  it('are speeds above 0', () => {
    expect(positiveOf({ speed: '2.5' }, 'speed')).toBe(2.5)
    for (const speed of ['0', '-1', 'NaN', 'Infinity', ''])
      expect(() => positiveOf({ speed }, 'speed')).toThrow(UsageError)
  })

  it('are rates such as 100/60', () => {
    expect(parseRate('100/60')).toEqual({ requests: 100, windowS: 60 })
    expect(parseRate('5/0.5')).toEqual({ requests: 5, windowS: 0.5 })
    for (const rate of ['100', '100/', '/60', '0/60', '100/0', 'a/b', '100/60/1'])
      expect(() => parseRate(rate)).toThrow(UsageError)
  })

  it('are delimiters, given as characters or words', () => {
    expect(['tab', '\\t', '\t', 'Semicolon', ';', 'comma', 'pipe', '|'].map(parseDelimiter)).toEqual([
      '\t',
      '\t',
      '\t',
      ';',
      ';',
      ',',
      '|',
      '|',
    ])
    expect(() => parseDelimiter('colon')).toThrow(UsageError)
  })

  it('are lists with at least one part', () => {
    expect(listOf({ samples: 'a, b,,c' }, 'samples')).toEqual(['a', 'b', 'c'])
    expect(() => listOf({ samples: ' , ' }, 'samples')).toThrow(UsageError)
    expect(() => listOf({ samples: [''] }, 'samples')).toThrow(UsageError)
    expect(listOf({}, 'samples')).toEqual([])
  })

  it('are lists whose parts may contain a quoted comma, in one option or several', () => {
    const listed = (...columns: string[]) => listOf({ columns }, 'columns')
    expect(listed('"age, years",group', 'mTOR , "x"', 'last')).toEqual([
      'age, years',
      'group',
      'mTOR',
      'x',
      'last',
    ])
    expect(listed('"5"" nail",5" nail, a "b" c')).toEqual(['5" nail', '5" nail', 'a "b" c'])
    expect(listed('a,"",b', ' "," ')).toEqual(['a', '', 'b', ','])
    for (const open of ['"a,b', 'a,"b" c', '"'])
      expect(() => listed(open)).toThrow('--columns has a quote that does not end')
  })
})
