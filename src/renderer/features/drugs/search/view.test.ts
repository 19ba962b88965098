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
  it('reads what it knows and passes over anything else that someone wrote into the address', () => {
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

  it('takes a number for the text that it was written as', () => {
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

  it('gives the same question back, whatever is in its words', () => {
    expect(fromAddress(toAddress(question))).toEqual(question)
  })

  it('says nothing of what was not asked', () => {
    expect(toAddress(questionOf(nothing))).toBe('')
    expect(toSearch(nothing)).toEqual({})
  })
})

describe('orderOf', () => {
  it('puts names from A and ages from the newest, unless it was turned round', () => {
    expect(orderOf({ sort: 'name', order: undefined })).toBe('asc')
    expect(orderOf({ sort: 'age', order: undefined })).toBe('desc')
    expect(orderOf({ sort: 'age', order: 'asc' })).toBe('asc')
  })
})
