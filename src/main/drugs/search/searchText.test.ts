import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, spellingVariants, type Term, toSearchText, toTerms } from './searchText.ts'

/** As `scanUnindexed` reads the text in SQL. */
const matches = (searchText: string, terms: readonly Term[]): boolean =>
  terms.every((term) => term.some((spelling) => searchText.includes(spelling)))

const drug = (name: string, more: { synonyms?: string[]; category?: string; description?: string } = {}) => ({
  name,
  synonyms: more.synonyms ?? [],
  category: more.category ?? null,
  description: more.description ?? null,
})
const finds = (text: string, found: ReturnType<typeof drug>) => matches(toSearchText(found), toTerms(text))

describe('folding', () => {
  test.each([
    ['Metformin', 'metformin'],
    ['Béta-Carotène', 'beta-carotene'],
    ['β‑Carotene', 'b-carotene'],
    ['Βήτα', 'bhta'],
    ['µg', 'ug'],
    ['Straße Łódź Ørsted', 'strasse lodz orsted'],
    ['  two \t\n words\u0000 ', 'two words'],
    ['ﬁsetin Ⅳ', 'fisetin iv'],
    ['雷帕霉素', '雷帕霉素'],
  ])('takes %j as %j', (text, folded) => expect(fold(text)).toBe(folded))

  test('gives Greek letters by their names as well', () => {
    expect(spellingVariants('TGF-β1')).toEqual(['tgf-b1', 'tgf-beta1'])
    expect(spellingVariants('rapamycin')).toEqual(['rapamycin'])
  })

  test('is the same when it is done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  test('leaves no control character, so that marks of a search text cannot be imitated', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          spellingVariants(text)
            .join(' ')
            .split(/\p{Cc}/u),
        ).toHaveLength(1)
      }),
    )
  })
})

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

  test('wants all of several words, each of them anywhere', () => {
    expect(finds('mtor siro', rapamycin)).toBe(true)
    expect(finds('mtor metformin', rapamycin)).toBe(false)
  })

  test('finds a Greek letter by letter and by name, whichever the service wrote', () => {
    expect(finds('beta-carotene', drug('β-Carotene'))).toBe(true)
    expect(finds('b-carotene', drug('β-Carotene'))).toBe(true)
    expect(finds('β-carotene', drug('beta-Carotene'))).toBe(true)
  })

  test('takes every character for itself', () => {
    expect(finds('%', rapamycin)).toBe(false)
    expect(finds('rap_mycin', rapamycin)).toBe(false)
    expect(finds('50%', drug('Ethanol 50% (v/v)'))).toBe(true)
  })

  test('finds everything when nothing is requested', () => {
    expect(finds('', rapamycin)).toBe(true)
    expect(finds(' \u0000 ', rapamycin)).toBe(true)
  })
})
