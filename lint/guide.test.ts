import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../docs/guide')
const text = readFileSync(join(folder, 'README.md'), 'utf8')

it('the guide shows every picture that there is, and no other', () => {
  const shown = [...text.matchAll(/\]\(([^)]+\.webp)\)/g)].map(([, path]) => path)
  expect(new Set(shown)).toEqual(new Set(readdirSync(folder).filter((name) => name !== 'README.md')))
})
