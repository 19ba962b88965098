import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = globSync(['*.md', '{docs,examples,src,e2e,bench,lint,scripts}/**/*.md'], { cwd: root })
const sources = globSync(['*.ts', '{src,e2e,bench,scripts,lint,build}/**/*.{ts,tsx,mjs}'], { cwd: root })
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

/** Paths of files, without their ends, and of all folders. */
const knownPaths = new Set(
  sources.flatMap((file) => {
    const parts = file.replace(/\.(tsx?|mjs)$/, '').split(/[\\/]/)
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  }),
)

/**
 * Reads a tree that is drawn by indentation: a line begins with folders or files, and names what is below them, apart by
 * two spaces. Prose is passed over, but for words that are written as a name is (`sampleSearch`).
 */
function checkTree(tree: string): { missing: string[]; total: number } {
  const missing: string[] = []
  let total = 0
  const above: { depth: number; folder: string }[] = []
  for (const line of tree.split('\n').filter((one) => /^ *\w/.test(one))) {
    const depth = line.search(/\S/)
    const [, head = '', rest = ''] = /^((?:[\w.]+(?:\/|\.ts) *)*)(.*)$/.exec(line.trim()) ?? []
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop()
    const parent = above.at(-1)?.folder ?? ''
    const paths = head.split(/ +/).flatMap((name) => (name === '' ? [] : [`${parent}${name}`]))
    missing.push(...paths.filter((path) => !existsSync(join(root, path))))
    const folders = paths.filter((path) => path.endsWith('/'))
    if (folders[0]) above.push({ depth, folder: folders[0] })
    const apart = rest.replaceAll(/\([^)]*\)/g, '').split(/ {2,}|[;:] /)
    const alone = apart.map((part) => part.trim().replace(/\/$/, '')).filter((part) => /^\w+$/.test(part))
    const names = new Set([...alone, ...[...rest.matchAll(/\b[a-z]+[A-Z]\w*/g)].map(([name]) => name)])
    const places = folders.length > 0 ? folders : [parent]
    const isBelow = (name: string) =>
      [...knownPaths].some(
        (path) => path.endsWith(`/${name}`) && places.some((place) => path.startsWith(place)),
      )
    missing.push(...[...names].filter((name) => !isBelow(name)).map((name) => `${places.join(' ')}: ${name}`))
    total += paths.length + names.size
  }
  return { missing, total }
}

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
    const tree = page.slice(page.indexOf('src/\n  shared/'), page.indexOf('## Who may import whom'))
    const { missing, total } = checkTree(tree)
    expect(missing).toEqual([])
    expect(total).toBeGreaterThan(50)
  })

  it('in the tree is looked for below the folder of its line', () => {
    const { missing } = checkTree(
      'src/\n  shared/  throttle  gone (why)\n    format/  csvLine  throttle\n  lost/',
    )
    expect(missing).toEqual(['src/shared/: gone', 'src/shared/format/: throttle', 'src/lost/'])
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
