import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, spellingVariants } from './fold.ts'

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
  ])('folds %j to %j', (text, folded) => expect(fold(text)).toBe(folded))

  test('also spells out Greek letters by name', () => {
    expect(spellingVariants('TGF-β1')).toEqual(['tgf-b1', 'tgf-beta1'])
    expect(spellingVariants('rapamycin')).toEqual(['rapamycin'])
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  test('leaves no control character, so that input cannot imitate the separators of a search text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(spellingVariants(text).join(' ')).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})
