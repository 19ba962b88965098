import { describe, expect, it } from 'vitest'
import { toTsv } from '../../shared/tables/copyTable.ts'
import { wrapTitle } from '../frame/lines.ts'
import { parseRgb } from '../style/colours.ts'
import { colourBars, rankBars, toBarsTable } from './rankedBars.ts'

const entries = [
  { label: 'AMPK', value: -2 },
  { label: 'mTOR', value: 1.5 },
  { label: 'p53', value: null },
  { label: 'NF_KB', value: 0.01 },
]

describe('ranked bars', () => {
  it('are sorted from the highest to the lowest value, and missing ones are named', () => {
    const ranked = rankBars(entries)
    expect(ranked.bars.map(({ label }) => label)).toEqual(['mTOR', 'NF_KB', 'AMPK'])
    expect(ranked.missing).toEqual(['p53'])
  })

  it('are red above 0 and blue below, and even the smallest is not white', () => {
    const { bars } = rankBars(entries)
    const [, small, low] = bars.map(({ value }) => parseRgb(colourBars(bars, 'light')(value)))
    expect(small![0] - small![2]).toBeGreaterThan(40)
    expect(low![2] - low![0]).toBeGreaterThan(40)
  })

  it('have one color if all values are on one side of 0', () => {
    const bars = [
      { label: 'a', value: 1 },
      { label: 'b', value: 8 },
    ]
    expect(new Set(bars.map(({ value }) => colourBars(bars, 'light')(value))).size).toBe(1)
  })

  it('are copied as a table for spreadsheets, with missing values empty', () => {
    const text = toTsv(toBarsTable(rankBars(entries), 'Pathway', 'Activity'))
    expect(text.split('\n')).toEqual(['Pathway\tActivity', 'mTOR\t1.5', 'NF_KB\t0.01', 'AMPK\t-2', 'p53\t'])
  })

  it('survive tabs and line breaks inside names', () => {
    expect(toTsv({ columns: ['a\tb'], rows: [['c\r\nd']] })).toBe('a b\nc d')
  })
})

describe('a title', () => {
  it('is wrapped between words, and after punctuation in Chinese', () => {
    expect(wrapTitle('as returned; unit not documented', 12)).toEqual([
      'as returned;',
      'unit not',
      'documented',
    ])
    expect(wrapTitle('原始返回值；单位未说明', 12)).toEqual(['原始返回值；', '单位未说明'])
    expect(wrapTitle('残差（岁）：减去回归线上的预测年龄', 26)).toEqual([
      '残差（岁）：',
      '减去回归线上的预测年龄',
    ])
  })
})
