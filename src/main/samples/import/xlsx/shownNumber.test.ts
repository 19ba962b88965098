import { describe, expect, it } from 'vitest'
import { createNumberFormatter } from './cellText.ts'

describe('a number', () => {
  it.each([
    ['General', 34.5, '34.5'],
    ['0', 34, '34'],
    ['0.00', 34.5, '34.50'],
    ['#,##0.00', 1234.5, '1234.50'],
    ['#,##0_);(#,##0)', -5, '(5)'],
    ['00000', 42, '00042'],
    ['0.0E+00', 1200, '1.2e+3'],
    ['@', 5, '5'],
    ['[Blue]0.00;[Red]-0.00', -5, '-5.00'],
    ['[<5]"<LOD";0.0', 7, '7.0'],
    ['[<100]0.0;[>=100]0', 150, '150'],
    ['[<100]0.0;[>=100]0', -5, '-5.0'],
    ['[=0]"-";0.0', 3, '3.0'],
    ['[>10]0.0', 5, '5'],
    ['[>0]0.0;[<0]-0.0;0', -3, '-3.0'],
    ['[=1]"yes";[=2]"no";0', 7, '7'],
  ])('in the format %s is shown as the number it is (%d)', (format, value, text) => {
    expect(createNumberFormatter(format)(value)).toEqual({ text, is: 'same' })
  })

  it.each([
    ['0', 34.5, '35'],
    ['0.0', 34.567, '34.6'],
    ['0.00', 1.005, '1.01'],
    ['[<100]0.0;[>=100]0', 150.4, '150'],
    ['0.0E+00', 1234, '1.2e+3'],
  ])('in the format %s is shown rounded (%d)', (format, value, text) => {
    expect(createNumberFormatter(format)(value)).toEqual({ text, is: 'rounded' })
  })

  it.each([
    ['0" years"', 34, '34 years'],
    ['0\\ \\y', 34, '34 y'],
    ['0%', 0.34, '34%'],
    ['0,', 34_000, '34'],
    ['0.0,,"M"', 1_500_000, '1.5M'],
    ['"S-"000', 7, 'S-007'],
    ['000-00-0000', 123_456_789, '123-45-6789'],
    ['# ?/?', 0.5, '1/2'],
    ['# ?/?', 2.75, '2 3/4'],
    ['?/8', 0.25, '2/8'],
    ['[$€-407] 0.00', 5, '€ 5.00'],
    ['0;0', -5, '5'],
    ['"yes";"no";"none"', 1, 'yes'],
    ['"yes";"no";"none"', 0, 'none'],
    [';;;', 5, ''],
    ['[Red]-0.00;[Blue]0.00', 5, '-5.00'],
    ['0.00;[Red]0.00', -5, '5.00'],
    ['[<5]"<LOD";0.0', 2, '<LOD'],
    ['[>=100]0;"low"', 5, 'low'],
    ['[Red][<0]0.0;[>=0]0.0', -3, '3.0'],
    ['[=1]"yes";[=2]"no";0', 2, 'no'],
    ['[>10]0;[<5]0', 7, '#####'],
    ['0;-0;;@', 0, ''],
  ])('in the format %s is shown as something else (%d)', (format, value, text) => {
    expect(createNumberFormatter(format)(value)).toEqual({ text, is: 'other' })
  })
})
