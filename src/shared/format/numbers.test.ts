import { describe, expect, it } from 'vitest'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatCorrelation,
  formatNamedP,
  formatP,
  formatTicks,
  formatValue,
  formatYears,
  plainNumber,
  toDuration,
  yearDecimals,
} from './numbers.ts'

it('a value has three decimals, or three significant digits if it is too small for them', () => {
  expect([1.25, 0, -0, 0.1, 12345.678].map(formatValue).join()).toBe('1.250,0.000,0.000,0.100,12345.7')
  expect([0.0999, 0.012345, -0.0004].map(formatValue)).toEqual(['0.0999', '0.0123', '−0.000400'])
  expect([1e-5, -2.5e-17].map(formatValue)).toEqual(['1.00e−5', '−2.50e−17'])
  expect([1e21, -2e-7].map(formatAlone)).toEqual(['1e21', '−2e−7'])
  expect([0.0004, 54.2, 12000, 0].map(formatAlone)).toEqual(['0.0004', '54.2', '12000', '0'])
})

it('a p or q is never 0: a value too small for a double is shown as below the minimum', () => {
  expect([0, 1e-310, 2.7e-12, 0.03].map(formatP)).toEqual(['< 10⁻³⁰⁰', '< 10⁻³⁰⁰', '2.7 × 10⁻¹²', '0.03'])
  expect([0.04567, 1, 0.00004567].map(formatP)).toEqual(['0.0457', '1', '4.6 × 10⁻⁵'])
  expect([formatNamedP('q', 0), formatNamedP('p', 0.03)]).toEqual(['q < 10⁻³⁰⁰', 'p = 0.03'])
})

describe('a column', () => {
  const column = (values: (number | null)[]) => values.map((value) => columnFormat(values)(value ?? 0))
  const columnP = (values: number[]) => values.map(columnFormatP(values))

  it('of values has one number of decimals, set by the largest', () => {
    expect(column([-0.0821, 0.0002, 1.593])).toEqual(['−0.082', '0.000', '1.593'])
    expect(column([-0.0821, 0.0002])).toEqual(['−0.0821', '0.0002'])
    expect(column([0, null, -0])).toEqual(['0.000', '0.000', '0.000'])
    expect(column([-2.5e-7, 0, 1e-9])).toEqual(['−2.5 × 10⁻⁷', '0', '1.0 × 10⁻⁹'])
  })

  it('writes a small number among large ones with decimals of its own, aligned on the point', () => {
    expect(column([12345.678, 1.5, -0.004])).toEqual(['12345.7\u2007\u2007', '1.5\u2007\u2007', '−0.004'])
    expect(column([150_000, 0.229])).toEqual(['150000\u2008\u2007\u2007\u2007', '0.229'])
  })

  it('of means shows as many decimals as the difference in the row needs', () => {
    const scales = [12_000, 0.229, 0.00012, 1e-14]
    const means = [150_000, 138_000, 0.845, 0.616, 0.84512, 0.845, 1.5, 1.5]
    const scaleOf = (at: number) => scales[Math.floor(at / 2)]!
    const format = columnFormat(
      means,
      means.map((_, at) => scaleOf(at)),
    )
    const written = means.map((mean, at) => format(mean, scaleOf(at)).trim())
    expect(written.join(' ')).toBe('150000 138000 0.845 0.616 0.845120 0.845000 1.500 1.500')
  })

  it('in powers of ten shows the digits that the difference in the row needs', () => {
    const format = columnFormat([2e8, 1.229, 1], [1e8, 0.229, 0.229])
    expect(format(2e8, 1e8)).toBe('2.0 × 10⁸')
    expect([format(1.229, 0.229), format(1, 0.229)]).toEqual(['1.23 × 10⁰', '1.00 × 10⁰'])
  })

  it('of p or q has one style', () => {
    expect(columnP([0.0507, 0.18, 0.5])).toEqual(['0.051', '0.180', '0.500'])
    expect(columnP([0.00031, 0.18, 0])).toEqual(['3.1 × 10⁻⁴', '1.8 × 10⁻¹', '< 10⁻³⁰⁰'])
  })
})

describe('ticks', () => {
  it('are short, with powers of ten for numbers of many digits', () => {
    expect(formatTicks([-0.5, 0, 0.1 + 0.2, 250])).toEqual(['−0.5', '0', '0.3', '250'])
    expect(formatTicks([500_000, 1e6, 1.5e6])).toEqual(['500000', '1e6', '1.5e6'])
    expect([1e300, -2e-7].flatMap((value) => formatTicks([value]))).toEqual(['1e300', '−2e−7'])
  })

  it('are distinct, even close together around 1e8', () => {
    expect(formatTicks([1e8, 1e8 + 1, 1e8 + 2])).toEqual(['100000000', '100000001', '100000002'])
    expect(formatTicks([1e8, 1e8 + 0.25, 1e8 + 0.5])).toEqual(['100000000', '100000000.25', '100000000.5'])
    expect(formatTicks([1e20, 1e20 + 2 ** 14])).toEqual(['1e20', '1.0000000000000002e20'])
    expect(formatTicks([7, 7])).toEqual(['7', ''])
  })
})

it('a correlation is shown as 1 only if it is exactly 1', () => {
  expect([1, -1, 0.5].map(formatCorrelation)).toEqual(['1.000', '−1.000', '0.500'])
  const near = [0.9996, -0.99999996, 0.00012].map(formatCorrelation)
  expect(near).toEqual(['0.9996', '−0.99999996', '0.000120'])
})

it.each([
  [0.1, '0.1'],
  [1e21, '1000000000000000000000'],
  [-1.25e-9, '-0.00000000125'],
  [1.2345e22, '12345000000000000000000'],
  [123456789012345, '123456789012345'],
])('plainNumber writes %d as %s', (value, text) => expect(plainNumber(value)).toBe(text))

it('years have one decimal, and two if one decimal would show a nonzero value as 0', () => {
  expect([3.14159, -2, -0.04].map((value) => formatYears(value))).toEqual(['3.1', '−2.0', '0.0'])
  expect([yearDecimals([1.1, 0, null, -0.05]), yearDecimals([1.1, 2.2, -0.023])]).toEqual([1, 2])
  expect(formatYears(-0.023, 2)).toBe('−0.02')
})

it.each([
  [0, 1, 'seconds'],
  [29.2, 30, 'seconds'],
  [119, 119, 'seconds'],
  [125, 3, 'minutes'],
  [5000, 84, 'minutes'],
  [7300, 3, 'hours'],
  [36_000, 10, 'hours'],
  [3 * 86_400 + 1, 4, 'days'],
])('rounds %d seconds up to %d %s', (seconds, count, unit) => {
  expect(toDuration(seconds)).toEqual({ unit, count })
})
