import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spellingVariants } from '../../../../shared/format/fold.ts'
import { tokensOf } from './tokens.ts'

const plain = fc.string({ unit: 'binary-ascii', maxLength: 30 })

describe('plain text, which takes a faster path', () => {
  test('is folded as it is next to other letters', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const beside = spellingVariants(`${text} é`).map((spelling) => spelling.replace(/ ?e$/, ''))
        expect(beside).toEqual(spellingVariants(text))
      }),
    )
  })

  test('has the same words as next to other letters', () => {
    fc.assert(
      fc.property(plain, (text) => {
        // A character that is not plain makes each word take the slow path.
        const words = text.split(/\s+/)
        const beside = new Set(words.flatMap((word) => [...tokensOf(`${word}雷`)]))
        beside.delete('雷')
        for (const token of tokensOf(text)) expect(beside).toContain(token)
      }),
    )
  })
})
