import { expect, it } from 'vitest'
import { sectionOf } from './sections.ts'

it('knows the section of an address', () => {
  expect(sectionOf('/results')).toBe('results')
  expect(sectionOf('/samples/S1')).toBe('samples')
})

it('takes no part of a word for a section', () => {
  expect(sectionOf('/samplesheet')).toBe('home')
})
