import { describe, expect, it } from 'vitest'
import { parseConventions } from './conventions.ts'

describe('--set', () => {
  it('reads each convention as what it is', () => {
    expect(parseConventions([])).toEqual({})
    expect(
      parseConventions([
        'base_path=/v1',
        'success_code=0',
        'token_body = json',
        'order_fields={"sample_name":"name=x"}',
        'activity_unit=a = b',
      ]),
    ).toEqual({
      base_path: '/v1',
      success_code: 0,
      token_body: 'json',
      order_fields: { sample_name: 'name=x' },
      activity_unit: 'a = b',
    })
    expect(parseConventions(['base_path='])).toEqual({ base_path: '' })
  })

  it.each([
    ['base_path', 'NAME=VALUE'],
    ['=x', 'NAME=VALUE'],
    ['colour=red', 'knows no "colour"'],
    ['success_code=7', 'success_code'],
    ['success_code=', 'success_code'],
    ['base_path=../x', 'base_path'],
    ['token_body=xml', 'token_body'],
    ['order_fields=name', 'must be JSON'],
    ['order_fields=[1]', 'order_fields'],
  ])('refuses %s and says why', (text, why) => expect(() => parseConventions([text])).toThrow(why))

  it('refuses a name that is given twice', () => {
    expect(() => parseConventions(['token_body=json', 'token_body=form'])).toThrow('twice')
  })
})
