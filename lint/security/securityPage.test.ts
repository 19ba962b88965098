import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The tests as the page names them: a file, then titles in italics. */
const named = [...page.matchAll(/`([\w./]+\.(?:test|spec)\.tsx?)`:((?:[;,]? \*[^*]+\*)+)/g)].flatMap(
  ([, file = '', titles = '']) =>
    [...titles.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => ({ file, title })),
)

describe('the page on security', () => {
  it('has every item of the checklist, each with a test', () => {
    const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))
    expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    for (const row of rows) expect(row, row).toMatch(/\.(test|spec)\.tsx?`|packCheck\.mjs`/)
  })

  it('names tests that there are', () => {
    expect(named.length).toBeGreaterThan(25)
    const lost = named.filter(
      ({ file, title }) =>
        !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(title),
    )
    expect(lost).toEqual([])
  })
})
