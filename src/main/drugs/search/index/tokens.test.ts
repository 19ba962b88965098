import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spellingVariants } from '../../../../shared/format/fold.ts'
import { tokensOf } from './tokens.ts'

const plain = fc.string({ unit: 'binary-ascii', maxLength: 30 })

describe('plain text, which takes a shorter way', () => {
  test('is folded as it is beside other letters', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const beside = spellingVariants(`${text} é`).map((spelling) => spelling.replace(/ ?e$/, ''))
        expect(beside).toEqual(spellingVariants(text))
      }),
    )
  })

  test('has the words that it has beside other letters', () => {
    fc.assert(
      fc.property(plain, (text) => {
        // Greek has two readings, so that each word is met in a text that is not plain.
        const words = text.split(/\s+/)
        const beside = new Set(words.flatMap((word) => [...tokensOf(`${word}雷`)]))
        beside.delete('雷')
        for (const token of tokensOf(text)) expect(beside).toContain(token)
      }),
    )
  })
})
