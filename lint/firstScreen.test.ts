import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const pages = resolve(import.meta.dirname, '../out/renderer')
const assets = join(pages, 'assets')
const staticImport = /(?:^|[;}\n])(?:import|export)(?:[^"';()]*?from)?\s?"\.\/([^"]+\.js)"/g

/** The name of a file of the build, without its hash. */
const nameOf = (file: string): string => basename(file).replace(/-[\w-]{8}\.(js|css)$/, '')

/** The scripts that must be there before any of these runs, with the sheets of the same parts. */
function loadedWith(names: readonly string[]): string[] {
  const all = readdirSync(assets)
  const scripts = new Set(all.filter((file) => file.endsWith('.js') && names.includes(nameOf(file))))
  for (const name of names)
    if (![...scripts].some((file) => nameOf(file) === name)) throw new Error(`The build has no ${name}.`)
  for (const file of scripts)
    for (const [, from = ''] of readFileSync(join(assets, file), 'utf8').matchAll(staticImport))
      scripts.add(from)
  const parts = new Set([...scripts].map(nameOf))
  return [...scripts, ...all.filter((file) => file.endsWith('.css') && parts.has(nameOf(file)))]
}

const kbOf = (files: readonly string[], ending: string): number =>
  files
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + statSync(join(assets, file)).size, 0) / 1000

const firstParts = ['react', 'first', 'en']

describe('before its first screen the page loads', () => {
  beforeAll(() => {
    if (!existsSync(join(pages, 'index.html')))
      throw new Error('There is no build to look at: run `npm run build` first.')
  })

  it('exactly the files that index.html lists, so none is discovered late', () => {
    const html = readFileSync(join(pages, 'index.html'), 'utf8')
    // The session request starts before any script arrives, and no script waits for the styles.
    expect(html).toMatch(/<title>[^\n]*\n\s*<script>[^\n]*\/session/)
    for (const [, attributes = ''] of html.matchAll(/<script ([^>]*src=[^>]*)>/g))
      expect(attributes).toMatch(/^type="module" async /)
    const named = [...html.matchAll(/assets\/([^"]+)/g)]
    expect(named.map(([, file = '']) => file).toSorted()).toEqual(loadedWith(firstParts).toSorted())
  })

  it('scripts that a browser compiles whole, since it stores nothing that it compiles later', () => {
    const scripts = loadedWith(['react', 'first']).filter((file) => /^(react|first)-.*js$/.test(file))
    expect(scripts).toHaveLength(2)
    for (const file of scripts)
      expect(readFileSync(join(assets, file), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  })

  it.each([
    ['Home', [], 745, 72],
    ['a study', ['OverviewScreen'], 1355, 178],
    ['the samples of a study', ['SamplesScreen'], 1240, 150],
  ])('for %s no more scripts and styles than there is room for', (_screen, parts, scriptsKb, stylesKb) => {
    const files = loadedWith([...firstParts, ...parts])
    expect(kbOf(files, '.js')).toBeLessThan(scriptsKb)
    expect(kbOf(files, '.css')).toBeLessThan(stylesKb)
  })

  it('no dialogs, palette, charts or parsers of addresses', () => {
    const scripts = loadedWith(firstParts).filter((file) => file.endsWith('.js'))
    const text = scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('\n')
    for (const planted of [
      '@mantine/core/Modal',
      '@mantine/spotlight/',
      '@mantine/core/Popover',
      'interpolateRdBu',
      'ZodString',
    ])
      expect(text).not.toContain(planted)
  })
})
