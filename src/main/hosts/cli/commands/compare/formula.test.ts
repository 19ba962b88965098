import { expect, it } from 'vitest'
import { UsageError } from '../../program/exitCodes.ts'
import { parseFormula } from './formula.ts'

it.each([
  ['~ group', ['group'], null],
  ['~group+age + sex', ['group', 'age', 'sex'], null],
  ['~ group * sex + age', ['group', 'sex', 'age'], ['group', 'sex']],
  ['~ age + group + sex + group:sex', ['age', 'group', 'sex'], ['group', 'sex']],
  ['~ `cell type` + `tag:liver` + 剂量', ['cell type', 'tag:liver', '剂量'], null],
])('reads %s', (text, fields, interaction) => {
  expect(parseFormula(text)).toEqual({ fields, interaction })
})

it.each([
  'group + age',
  '~',
  '~ group +',
  '~ group age',
  '~ 0 + group',
  '~ group - 1',
  '~ log(age)',
  '~ group:sex',
  '~ a*b*c',
  '~ a*b + c*d',
  '~ a*a',
  '~ (1 | donor)',
  '~ a ^ 2',
  '~ `a',
])('refuses %s in words', (text) => {
  expect(() => parseFormula(text)).toThrow(UsageError)
})
