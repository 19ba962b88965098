import { afterEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import {
  formatAlone,
  formatCorrelation,
  formatCount,
  formatP,
  formatValue,
  setNumberFormat,
} from '../../../shared/format/numbers.ts'
import { createDateFormats, formatDateTime, numberFormatter } from './formats.tsx'

afterEach(() => setNumberFormat('language'))

describe('numbers on the screen', () => {
  it.each([
    ['language', '1,234,567.5', '12345.6', '−0.500', '1.25e−7'],
    ['comma', '1,234,567.5', '12,345.6', '−0.500', '1.25e−7'],
    ['point', '1.234.567,5', '12.345,6', '−0,500', '1,25e−7'],
    ['space', '1\u202f234\u202f567,5', '12\u202f345,6', '−0,500', '1,25e−7'],
    ['plain', '1234567.5', '12345.6', '−0.500', '1.25e−7'],
  ] as const)('follow the setting: %s', (numberFormat, counted, large, small, tiny) => {
    setNumberFormat(numberFormat)
    expect(numberFormatter('en').format(1_234_567.5)).toBe(counted)
    expect([12_345.6, -0.5, 1.25e-7].map(formatValue)).toEqual([large, small, tiny])
  })

  it('stay correct when trailing zeros are left out', () => {
    setNumberFormat('point')
    expect([1.5, 2, 1234.5, 1e21].map(formatAlone)).toEqual(['1,5', '2', '1.234,5', '1e21'])
    expect([formatP(0), formatP(0.03), formatCorrelation(0.9996), formatCount(-1234)]).toEqual([
      '< 10⁻³⁰⁰',
      '0,03',
      '0,9996',
      '−1.234',
    ])
  })

  it('also apply to percentages', () => {
    setNumberFormat('point')
    const percent = numberFormatter('en', { style: 'percent', maximumFractionDigits: 1 })
    expect(percent.format(0.1234)).toBe('12,3%')
  })
})

describe('days on the screen', () => {
  const at = new Date(2026, 2, 4, 15, 6, 7)
  const formats = createDateFormats()
  const moment = (order: Settings['dateFormat'], language = 'en') =>
    formatDateTime(at, { language, order, formats, day: 'medium', time: 'medium' })

  it.each([
    ['iso', '2026-03-04 3:06:07 PM'],
    ['dayFirst', '04/03/2026 3:06:07 PM'],
    ['monthFirst', '03/04/2026 3:06:07 PM'],
  ] as const)('have the order that is set: %s', (dateFormat, expected) => {
    expect(moment(dateFormat)).toBe(expected)
  })

  it('follow the language by default', () => {
    expect(moment('language')).toBe('Mar 4, 2026, 3:06:07 PM')
    expect(moment('language', 'zh-CN')).toBe('2026年3月4日 15:06:07')
  })
})
