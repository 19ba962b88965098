import { expect, it } from 'vitest'
import { sectionOf } from './sections.ts'

it('returns the section of an address', () => {
  expect(sectionOf('/study/s1/explore/table')).toBe('study')
  expect(sectionOf('/library')).toBe('library')
})

it('does not match part of a word', () => {
  expect(sectionOf('/libraryofdrugs')).toBe('home')
})
