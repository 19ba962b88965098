import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSafeFileName } from './fileNames.ts'

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
    ['/', 'file'],
    ['-rf.csv', '_-rf.csv'],
    ['~root', '_~root'],
    ['con .csv', '_con .csv'],
    ['COM¹', '_COM¹'],
    ['C:\\Windows\\x.csv', 'x.csv'],
    ['..', 'file'],
  ])('for %j is %j', (sent, safe) => expect(toSafeFileName(sent)).toBe(safe))

  it('is short, keeps its extension, splits no character and is not a reserved name', () => {
    expect(toSafeFileName(`${'🧬'.repeat(100)}.csv`)).toMatch(/^🧬+\.csv$/u)
    expect(toSafeFileName(`con${' '.repeat(300)}x.csv`)).toBe('_con.csv')
  })

  it('is one short part of a path for any input, and does not change when it is made safe again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = toSafeFileName(sent)
        expect(toSafeFileName(name)).toBe(name)
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^\.|[. ]$|^$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
      }),
      { numRuns: 500, seed: 7, examples: [['🧬'.repeat(100)]] },
    )
  })
})
