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
