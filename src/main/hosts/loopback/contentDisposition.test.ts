import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentDisposition } from './transfers.ts'

it('a download gets a safe name, whatever name was sent', () => {
  expect(contentDisposition('../a"样.csv')).toBe(
    `attachment; filename="a__.csv"; filename*=UTF-8''a_%E6%A0%B7.csv`,
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
      expect(contentDisposition(sent)).toMatch(
        /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~%!-]+$/,
      )
    }),
    { numRuns: 500, seed: 7 },
  )
})
