import { describe, expect, test } from 'vitest'
import { type Term, toSearchText, toTerms } from './searchText.ts'

/** Matches as the SQL of `scanUnindexed` does. */
const matches = (searchText: string, terms: readonly Term[]): boolean =>
  terms.every((term) => term.some((spelling) => searchText.includes(spelling)))

const drug = (name: string, more: { synonyms?: string[]; category?: string; description?: string } = {}) => ({
  name,
  synonyms: more.synonyms ?? [],
  category: more.category ?? null,
  description: more.description ?? null,
})
const finds = (text: string, found: ReturnType<typeof drug>) => matches(toSearchText(found), toTerms(text))

describe('matching', () => {
  const rapamycin = drug('Rapamycin', {
    synonyms: ['Sirolimus', 'Rapamune®'],
    category: 'mTOR inhibitor',
    description: 'A macrolide of Streptomyces hygroscopicus',
  })

  test.each(['rapa', 'AMYC', 'sirol', 'mtor', 'hygro', 'Rápamycin', '  rapamycin  '])(
    'finds Rapamycin by %j',
    (text) => expect(finds(text, rapamycin)).toBe(true),
  )

  test('requires all words, each of them anywhere', () => {
    expect(finds('mtor siro', rapamycin)).toBe(true)
    expect(finds('mtor metformin', rapamycin)).toBe(false)
  })

  test('finds a Greek letter by the letter and by its name, whichever the service wrote', () => {
    expect(finds('beta-carotene', drug('β-Carotene'))).toBe(true)
    expect(finds('b-carotene', drug('β-Carotene'))).toBe(true)
    expect(finds('β-carotene', drug('beta-Carotene'))).toBe(true)
  })

  test('treats every character as a literal', () => {
    expect(finds('%', rapamycin)).toBe(false)
    expect(finds('rap_mycin', rapamycin)).toBe(false)
    expect(finds('50%', drug('Ethanol 50% (v/v)'))).toBe(true)
  })

  test('finds everything for an empty query', () => {
    expect(finds('', rapamycin)).toBe(true)
    expect(finds(' \u0000 ', rapamycin)).toBe(true)
  })
})
