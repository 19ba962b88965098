import { describe, expect, it } from 'vitest'
import { parseConventions } from './values.ts'

describe('--convention', () => {
  it('parses each convention by its type', () => {
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

  it('parses lists, words and paths', () => {
    expect(
      parseConventions([
        'success_codes=0, 20000',
        'pending_statuses=404 409',
        'state_words=Released=succeeded, QC = hold=queued',
        'sample_id_path=$.data[0].order_id',
        'status_path=',
      ]),
    ).toEqual({
      success_codes: [0, 20_000],
      pending_statuses: [404, 409],
      state_words: { Released: 'succeeded', 'QC = hold': 'queued' },
      sample_id_path: '$.data[0].order_id',
      status_path: '',
    })
    expect(parseConventions(['state_words={"Ready, checked":"succeeded"}'])).toEqual({
      state_words: { 'Ready, checked': 'succeeded' },
    })
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
    ['success_codes=yes', 'success_codes'],
    ['pending_statuses=500', 'pending_statuses'],
    ['state_words=Released', 'pairs such as'],
    ['state_words=Released=ready', 'state_words'],
    ['sample_id_path=a..b', 'must be a path such as order_id'],
  ])('refuses %s and explains why', (text, why) => expect(() => parseConventions([text])).toThrow(why))

  it('refuses a duplicate name', () => {
    expect(() => parseConventions(['token_body=json', 'token_body=form'])).toThrow('twice')
  })
})
