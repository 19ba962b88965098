import { describe, expect, it } from 'vitest'
import { isLastPage, type PageStats } from './listPass.ts'

const page = (seen: Partial<PageStats>): PageStats => ({
  page: 2,
  limit: 100,
  items: 100,
  fresh: 100,

  seen: 200,
  reportedTotal: 1000,
  barren: 0,
  scant: 0,
  next: false,
  more: false,
  followed: false,
  loops: false,
  ...seen,
})
const noTotal = { reportedTotal: null }

describe('a list ends', () => {
  it.each<[string, Partial<PageStats>]>([
    ['at its total', { seen: 1000 }],
    ['at an empty page', { ...noTotal, items: 0, fresh: 0, barren: 1 }],
    ['at a page that repeats what was there', { ...noTotal, fresh: 0, barren: 1 }],
    [
      'at a short first page that is its total',
      { page: 1, items: 60, fresh: 60, seen: 60, reportedTotal: 60 },
    ],
    ['at an empty first page', { page: 1, items: 0, fresh: 0, seen: 0, reportedTotal: 0, barren: 1 }],
    [
      'at a first page with more than was asked for',
      { page: 1, items: 500, fresh: 500, seen: 500, reportedTotal: 500 },
    ],
    ['below its total after three pages in vain', { fresh: 0, barren: 3 }],
    ['at a page that was named by the one before and names none', { followed: true }],
    ['at a page that names one that was read', { next: true, loops: true }],
    ['after twenty pages with one new drug at most', { fresh: 1, scant: 20 }],
  ])('%s', (_how, seen) => expect(isLastPage(page(seen))).toBe(true))
})

describe('a list continues', () => {
  it.each<[string, Partial<PageStats>]>([
    ['at a full page below its total', {}],
    [
      'at a short page that names the next one',
      { ...noTotal, items: 7, fresh: 7, next: true, followed: true },
    ],
    ['at a short page that says there is more', { ...noTotal, items: 7, fresh: 7, more: true }],
    ['at a full page where the service says no total', noTotal],
    ['at a full page above its total', { reportedTotal: 100 }],
    ['at a short page below the total that the service says', { items: 60, fresh: 60, seen: 160 }],
    ['below its total at a page that is empty or repeats what was there', { fresh: 0, barren: 2 }],
    ['at a first page whose total may be its own', { page: 1, seen: 100, reportedTotal: 100 }],
    ['at a first page as services give it', { page: 1, items: 30, fresh: 30, seen: 30, reportedTotal: 30 }],
    ['at a short first page', { ...noTotal, page: 1, items: 30, fresh: 30, seen: 30 }],
    ['at a short page where the service says no total', { ...noTotal, items: 7, fresh: 7, seen: 107 }],
  ])('%s', (_how, seen) => expect(isLastPage(page(seen))).toBe(false))
})
