import { expect, it } from 'vitest'
import { sectionOf } from './sections.ts'

it('knows the section of an address', () => {
  expect(sectionOf('/study/s1/explore/table')).toBe('study')
  expect(sectionOf('/library')).toBe('library')
})

it('takes no part of a word for a section', () => {
  expect(sectionOf('/libraryofdrugs')).toBe('home')
})
