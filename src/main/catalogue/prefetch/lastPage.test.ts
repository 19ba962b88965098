import { describe, expect, it } from 'vitest'
import { isLastPage, type PageSeen } from './lastPage.ts'

const page = (seen: Partial<PageSeen>): PageSeen => ({
  page: 2,
  limit: 100,
  items: 100,
  fresh: 100,
  seen: 200,
  total: 1000,
  ...seen,
})

describe('a list ends', () => {
  it.each([
    ['at its total', { seen: 1000 }],
    ['at an empty page', { items: 0, fresh: 0 }],
    ['at a page that repeats what was there', { fresh: 0 }],
    ['at a short page where the service says no total', { items: 7, fresh: 7, seen: 107, total: 107 }],
    ['at a short first page', { page: 1, items: 7, fresh: 7, seen: 7, total: 7 }],
  ])('%s', (_how, seen) => expect(isLastPage(page(seen))).toBe(true))
})

describe('a list goes on', () => {
  it.each([
    ['at a full page below its total', {}],
    ['at a full page where the service says no total', { total: 201 }],
    ['at a short page below the total that the service says', { items: 60, fresh: 60, seen: 160 }],
    [
      'where the first page has the size of a service that knows no limit',
      { page: 1, items: 20, fresh: 20, seen: 20, total: 20 },
    ],
  ])('%s', (_how, seen) => expect(isLastPage(page(seen))).toBe(false))
})
