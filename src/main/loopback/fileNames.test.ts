import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, safeFileName } from './fileNames.ts'

describe('a safe file name', () => {
  it.each([
    ['cohort.csv', 'cohort.csv'],
    ['../../etc/passwd', 'passwd'],
    ['\\\\server\\share\\x.csv', 'x.csv'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.csv', '_COM1.csv'],
    ['console.csv', 'console.csv'],
    ['trailing. . ', 'trailing'],
    ['.hidden', 'hidden'],
    ['a\u0000b\u202efdp.csv', 'abfdp.csv'],
    ['a<b>:c|d?*.csv', 'a_b__c_d__.csv'],
    ['样本 1.csv', '样本 1.csv'],
    ['', 'file'],
    ['..', 'file'],
  ])('of %j is %j', (sent, safe) => expect(safeFileName(sent)).toBe(safe))

  it('is short, keeps its extension and cuts no character in half', () => {
    const name = safeFileName(`${'🧬'.repeat(100)}.csv`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
    expect(name).toMatch(/^🧬+\.csv$/u)
  })

  it('is one part of a path, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = safeFileName(sent)
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^\.|[. ]$|^$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
        expect(attachment(sent)).toMatch(
          /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.~%!-]+$/,
        )
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})
