import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../docs/guide')
const text = readFileSync(join(folder, 'README.md'), 'utf8')
const linked = (ending: string) =>
  [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path).filter((path) => path.endsWith(ending))
const kept = (path: string, ending: string) =>
  readdirSync(join(folder, path)).filter((name) => name.endsWith(ending))

describe('the guide', () => {
  it('shows every picture that there is, and no other', () => {
    expect(new Set(linked('.png'))).toEqual(new Set(kept('', '.png')))
  })

  it('leads to every sheet of looks, and to no other', () => {
    expect(new Set(linked('.jpg'))).toEqual(new Set(kept('grid', '.jpg').map((name) => `grid/${name}`)))
  })
})
