import { describe, expect, it } from 'vitest'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatCorrelation,
  formatNamedP,
  formatP,
  formatValue,
  formatYears,
  plainNumber,
  yearDecimals,
} from './numbers.ts'

describe('a value', () => {
  it('has three decimals, and as many digits where it is too small for them', () => {
    expect([1.25, 0, -0, 0.1].map(formatValue)).toEqual(['1.250', '0.000', '0.000', '0.100'])
    expect([0.0999, 0.012345, -0.0004, 1e-5].map(formatValue)).toEqual([
      '0.0999',
      '0.0123',
      '−0.000400',
      '1.00e−5',
    ])
    expect(formatValue(-2.5e-17)).toBe('−2.50e−17')
    expect([1e21, -2e-7].map(formatAlone)).toEqual(['1e21', '−2e−7'])
    expect([0.0004, 0.1, 100, 0].map(formatAlone)).toEqual(['0.0004', '0.1', '100', '0'])
  })
})

describe('a p or q', () => {
  it('is never 0: what a computer cannot hold is below the least it can', () => {
    expect([0, 1e-310, 2.7e-12, 0.03].map(formatP)).toEqual(['< 10⁻³⁰⁰', '< 10⁻³⁰⁰', '2.7 × 10⁻¹²', '0.03'])
    expect([formatNamedP('q', 0), formatNamedP('p', 0.03)]).toEqual(['q < 10⁻³⁰⁰', 'p = 0.03'])
  })
})

describe('a column', () => {
  const column = (values: (number | null)[]) => values.map((value) => columnFormat(values)(value ?? 0))
  const columnP = (values: number[]) => values.map(columnFormatP(values))

  it('of values has one number of decimals, which follows the largest', () => {
    expect(column([-0.0821, 0.0002, 1.593])).toEqual(['−0.082', '0.000', '1.593'])
    expect(column([-0.0821, 0.0002])).toEqual(['−0.0821', '0.0002'])
    expect(column([12345.678, 1.5, -0.004])).toEqual(['12345.7', '1.5', '0.0'])
    expect(column([0, null, -0])).toEqual(['0.000', '0.000', '0.000'])
    expect(column([-2.5e-7, 0, 1e-9])).toEqual(['−2.5 × 10⁻⁷', '0', '1.0 × 10⁻⁹'])
  })

  it('of p or q has one style', () => {
    expect(columnP([0.0507, 0.18, 0.5])).toEqual(['0.051', '0.180', '0.500'])
    expect(columnP([0.00031, 0.18, 0])).toEqual(['3.1 × 10⁻⁴', '1.8 × 10⁻¹', '< 10⁻³⁰⁰'])
  })
})

describe('a correlation', () => {
  it('is 1 only where it is', () => {
    expect([1, -1, 0.9996, -0.99999996, 0.5, 0.00012].map(formatCorrelation)).toEqual([
      '1.000',
      '−1.000',
      '0.9996',
      '−0.99999996',
      '0.500',
      '0.000120',
    ])
  })
})

describe('plainNumber', () => {
  it.each([
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [-1.25e-9, '-0.00000000125'],
    [1.2345e22, '12345000000000000000000'],
    [123456789012345, '123456789012345'],
  ])('%d is %s', (value, text) => expect(plainNumber(value)).toBe(text))
})

describe('years', () => {
  it('have one decimal, and two where one of them would be taken for a 0', () => {
    expect([3.14159, -2, -0.04].map((value) => formatYears(value))).toEqual(['3.1', '−2.0', '0.0'])
    expect([yearDecimals([1.1, 0, null, -0.05]), yearDecimals([1.1, 2.2, -0.023])]).toEqual([1, 2])
    expect(formatYears(-0.023, 2)).toBe('−0.02')
  })
})
