import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/*.md', 'src/**/*.md'], { cwd: root })
const sources = globSync(['*.ts', '{src,e2e,bench,scripts,lint}/**/*.{ts,tsx,mjs}'], { cwd: root })
/** Decisions and the changelog may name what was there once. */
const isHistory = (file: string): boolean => /^docs[\\/]decisions|^CHANGELOG/.test(file)

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Paths from the root that a text names; patterns and examples with `*`, `{…}` or `…` are not paths. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/.@-])(?:src|docs|e2e|lint|scripts|bench|examples)\/[^\s`'")\],;:#|<>]+/g)]
    .map(([path]) => path.replace(/\.$/, ''))
    .filter((path) => !/[*{}…$\\]/.test(path))

const commentsOf = (text: string): string => text.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g)?.join('\n') ?? ''

/** Source files that a text names without their whole path, such as `csv/tokenizer.ts`. */
const sourcesIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/.@$*}-])(?:[\w-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs)\b/g)].map(([name]) => name)

const isSource = (name: string): boolean =>
  sources.some((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`))

const missingIn = (file: string, paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`)

/** Names of files, without their ends, and of folders. */
const knownNames = new Set(
  sources.flatMap((file) => file.split(/[\\/]/).map((part) => part.replace(/\.tsx?$/, ''))),
)

describe('every path named', () => {
  it('in the documentation exists', () => {
    const missing = pages
      .filter((file) => !isHistory(file))
      .flatMap((file) => missingIn(file, pathsIn(read(file))))
    expect(missing).toEqual([])
    expect(pathsIn(read('docs/architecture.md')).length).toBeGreaterThan(30)
  })

  it('in the tree of the architecture page is that of a file or folder', () => {
    const page = read('docs/architecture.md')
    const tree = page.slice(page.indexOf('```\nsrc/'), page.indexOf('## Who may import whom'))
    const names = [...tree.matchAll(/\b[a-z]+[A-Z]\w*/g)].map(([name]) => name)
    expect(names.filter((name) => !knownNames.has(name))).toEqual([])
    expect(names.length).toBeGreaterThan(50)
  })

  it('in a comment exists', () => {
    expect(sources.flatMap((file) => missingIn(file, pathsIn(commentsOf(read(file)))))).toEqual([])
  })

  it('as a source file without its whole path exists', () => {
    const texts = [
      ...pages.filter((file) => !isHistory(file)).map((file) => ({ file, text: read(file) })),
      ...sources.map((file) => ({ file, text: commentsOf(read(file)) })),
    ]
    const missing = texts.flatMap(({ file, text }) =>
      sourcesIn(text)
        .filter((name) => !isSource(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('by a link of a page exists', () => {
    const missing = pages.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    )
    expect(missing).toEqual([])
  })

  it('is found by this check, where a sentence names it', () => {
    expect(
      pathsIn('See `src/main/gone.ts`, docs/gone.md. And src/*/x.ts, or https://a.example/src/b.ts'),
    ).toEqual(['src/main/gone.ts', 'docs/gone.md'])
  })
})
