import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rootOf, startOf } from './nameRules.ts'

const rulesOf = (keys: Record<string, string>, names: Record<string, string> = {}) => ({
  keys: new Map(Object.entries(keys)),
  names: new Map(Object.entries(names)),
  titles: new Map<string, string>(),
})

describe('the rules of pathway names', () => {
  test('are followed until no rule applies', () => {
    const rules = rulesOf({ a: 'b', b: 'c' })
    expect(['a', 'b', 'c', 'd'].map((key) => rootOf(rules, key))).toEqual(['c', 'c', 'c', 'd'])
  })

  test('prefer a rule for the exact name to one for its key', () => {
    const rules = rulesOf({}, { NF_KB: '=NF_KB' })
    expect(['NF_KB', 'NF-kB'].map((name) => startOf(rules, name))).toEqual(['=NF_KB', 'nfkb'])
  })

  test('resolve every key of a ring, and keys leading into it, to one key', () => {
    const ring = rulesOf({ x: 'c', c: 'a', a: 'b', b: 'c', s: 's' })
    expect(['x', 'a', 'b', 'c', 's'].map((key) => rootOf(ring, key))).toEqual(['a', 'a', 'a', 'a', 's'])
  })

  test('always end at a key that resolves to itself', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    fc.assert(
      fc.property(fc.array(fc.tuple(key, key), { maxLength: 8 }), key, (pairs, from) => {
        const rules = { keys: new Map(pairs) }
        const root = rootOf(rules, from)
        expect(rootOf(rules, root)).toBe(root)
        expect(rootOf(rules, rules.keys.get(from) ?? from)).toBe(root)
      }),
    )
  })
})
