import { describe, expect, it } from 'vitest'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { fromAddress, orderOf, parseView, questionOf, toAddress, toSearch } from './view.ts'

const parse = (search: unknown) => parseView(searchSchemas()['/library/drugs'].parse(search))

const nothing = {
  text: '',
  category: undefined,
  pathway: undefined,
  direction: undefined,
  sort: undefined,
  order: undefined,
  drug: undefined,
  wide: false,
}

describe('parseView', () => {
  it('ignores invalid values in the address', () => {
    const written = {
      text: 'rapa',
      category: ['x'],
      drug: '',
      sort: 'colour',
      order: 'up',
      direction: 'eats',
    }
    expect(parse(written)).toEqual({ ...nothing, text: 'rapa' })
  })

  it('reads numbers as text', () => {
    expect(parse({ text: 17, drug: 4 })).toMatchObject({ text: '17', drug: '4' })
  })
})

describe('the address of a search', () => {
  const question = questionOf({
    ...nothing,
    text: 'NF-κB & 50%',
    category: 'a=b',
    pathway: 'nfkb',
    direction: 'inhibits',
    sort: 'age',
    order: 'asc',
  })

  it('round-trips a query with any characters', () => {
    expect(fromAddress(toAddress(question))).toEqual(question)
  })

  it('leaves out what is not set', () => {
    expect(toAddress(questionOf(nothing))).toBe('')
    expect(toSearch(nothing)).toEqual({})
  })
})

describe('orderOf', () => {
  it('sorts names from A and ages from the newest, unless reversed', () => {
    expect(orderOf({ sort: 'name', order: undefined })).toBe('asc')
    expect(orderOf({ sort: 'age', order: undefined })).toBe('desc')
    expect(orderOf({ sort: 'age', order: 'asc' })).toBe('asc')
  })
})
