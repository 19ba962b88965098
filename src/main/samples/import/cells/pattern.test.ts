import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureCpu } from '../../../testing/cpuTime.ts'
import { createPattern } from './pattern.ts'

describe('a pattern', () => {
  it.each([
    ['[A-Z]{2}-\\d{3}', ['HL-001'], ['HL-001x', 'xHL-001']],
    ['^HL.*$', ['HL-001'], []],
    ['a|bc', ['bc'], ['abc']],
    ['(?:ab){2,}', ['ababab'], ['ab']],
    ['(?<lab>x)?y', ['y'], []],
    ['[\\]x]', [']'], []],
    ['\\p{Script=Han}+', ['样本'], []],
    ['.', ['😀'], []],
    ['\\u{1F600}|\\uD83D\\uDE01', ['😁'], []],
    ['\\x41\\/\\.', ['A/.'], []],
    ['a^b', [], ['ab']],
    ['(?:^a|b)$', ['a'], []],
    ['a{0}b', ['b'], []],
    ['', [], ['a']],
  ])('%j is matched by %j, and not by %j', (source, matching, others) => {
    const pattern = createPattern(source)
    for (const text of matching) expect([text, pattern.test(text)]).toEqual([text, true])
    for (const text of others) expect([text, pattern.test(text)]).toEqual([text, false])
  })

  it('means what it means to the language', () => {
    const leaf = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\w', '\\d', '^', '$', '\\.', '😀')
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.tuple(tie('pattern'), tie('pattern')).map(([first, second]) => `${first}${second}`),
        fc.tuple(tie('pattern'), tie('pattern')).map(([first, second]) => `(?:${first}|${second})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?', '{2,3}?'))
          .map(([inner, count]) => `(${inner})${count}`),
      ),
    }))
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', '1', '.', '😀'),
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        const compiled = createPattern(source)
        for (const one of texts) expect(compiled.test(one)).toBe(new RegExp(`^(?:${source})$`, 'u').test(one))
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['(a+)+b', '(a|a)*b', '(a|aa)+b', '(.*a){12}b', '\\w*\\w*\\w*\\w*\\w*\\w*b', '(?:a?){60}a{60}b'])(
    'never hangs: %j is through with a long text at once',
    async (source) => {
      const pattern = createPattern(source)
      const { cpuMs } = await measureCpu(() => {
        for (let length = 480; length < 500; length++) expect(pattern.test('a'.repeat(length))).toBe(false)
      })
      expect(cpuMs).toBeLessThan(1000)
    },
  )

  it('forgets what it has learnt before that fills the memory', () => {
    const pattern = createPattern('(?:a|b)*a(?:a|b){12}')
    const text = (seed: number) =>
      Array.from({ length: 200 }, (_, at) =>
        (Math.imul(seed + at, 2_654_435_761) >>> 15) & 1 ? 'a' : 'b',
      ).join('')
    for (let seed = 0; seed < 200; seed++) expect(pattern.test(text(seed))).toBe(text(seed).at(-13) === 'a')
  })

  it.each([
    ['is no regular expression', ['(', 'a{2,1}', '[z-a]', '\\p{Nonsense}']],
    ['looks ahead or back', ['(?=a)b', 'a(?!b)', '(?<=a)b', '(?<!a)b']],
    ['refers to a group', ['(a)\\1', '(?<x>a)\\k<x>']],
    ['edge of a word', ['\\ba']],
    ['changes how a group is read', ['(?i:a)']],
    ['too large', ['(?:a{100}){100}', 'a{1000000000}', '(?:){1000000}', '(?:){0,1000000000}']],
  ])('is refused if it %s: %j', (message, sources) => {
    for (const source of sources) expect(() => createPattern(source)).toThrow(message)
  })
})
