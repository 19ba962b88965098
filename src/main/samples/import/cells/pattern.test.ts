import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureCpu } from '../../../testing/cpuTime.ts'
import { createPattern } from './pattern.ts'

describe('a pattern', () => {
  it.each([
    ['[A-Z]{2}-\\d{3}', 'HL-001', true],
    ['[A-Z]{2}-\\d{3}', 'HL-001x', false],
    ['[A-Z]{2}-\\d{3}', 'xHL-001', false],
    ['^HL.*$', 'HL-001', true],
    ['a|bc', 'bc', true],
    ['a|bc', 'abc', false],
    ['(?:ab){2,}', 'ababab', true],
    ['(?:ab){2,}', 'ab', false],
    ['(?<lab>x)?y', 'y', true],
    ['[\\]x]', ']', true],
    ['\\p{Script=Han}+', '样本', true],
    ['.', '😀', true],
    ['\\u{1F600}|\\uD83D\\uDE01', '😁', true],
    ['\\x41\\/\\.', 'A/.', true],
    ['a^b', 'ab', false],
    ['(?:^a|b)$', 'a', true],
    ['a{0}b', 'b', true],
    ['', 'a', false],
  ])('%j is matched by %j: %s', (source, text, matched) => {
    expect(createPattern(source).test(text)).toBe(matched)
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
    ['(', 'is no regular expression'],
    ['a{2,1}', 'is no regular expression'],
    ['[z-a]', 'is no regular expression'],
    ['\\p{Nonsense}', 'is no regular expression'],
    ['(?=a)b', 'looks ahead or back'],
    ['a(?!b)', 'looks ahead or back'],
    ['(?<=a)b', 'looks ahead or back'],
    ['(?<!a)b', 'looks ahead or back'],
    ['(a)\\1', 'refers to a group'],
    ['(?<x>a)\\k<x>', 'refers to a group'],
    ['\\ba', 'edge of a word'],
    ['(?i:a)', 'changes how a group is read'],
    ['(?:a{100}){100}', 'too large'],
    ['a{1000000000}', 'too large'],
    ['(?:){1000000}', 'too large'],
    ['(?:){0,1000000000}', 'too large'],
  ])('refuses %j, which %s', (source, message) => {
    expect(() => createPattern(source)).toThrow(message)
  })
})
