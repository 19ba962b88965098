import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locale } from './locale.ts'

type Words = { [key: string]: string | Words }

const paths = (words: Words, before = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : paths(value, `${before}${key}.`),
  )
const plain = (all: string[]): string[] => [...new Set(all.map((path) => path.replace(/_(one|other)$/, '')))]

const english = paths(locale.en)
const chinese = paths(locale['zh-CN'])

describe('the words of the wizard', () => {
  it('are there in both languages', () => {
    expect(plain(chinese).sort()).toEqual(plain(english).sort())
  })

  it('hold every key that a component asks for', () => {
    const known = new Set(plain(english))
    const folder = import.meta.dirname
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && !name.includes('.test.'),
    )
    const asked = sources.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => key),
    )
    expect(asked.filter((key) => key !== undefined && !known.has(key))).toEqual([])
  })
})
