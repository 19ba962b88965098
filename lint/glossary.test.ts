import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Words that once stood for something that has a name everybody knows. */
const banned = new Set(
  (
    'told untold teller kept unkept keeper asked unasked said saying judge judged verdict desk bell patience ' +
    'recipe recipes prefetch salvage living hindrance hindrances'
  ).split(' '),
)

/** Tables and columns of the databases are not renamed, and the command line's JSON keeps its keys. */
const stored =
  /^(recipe|recipe_id|(checked_)?export_recipes|prefetch_(plans|passes|pages|members|sent)|asked|hindrance)$/

/** The word of TanStack Query, and of browsers, for fetching ahead. */
const ofLibraries = new Set(['prefetchCall', 'prefetchQuery', 'prefetch'])

/** What is left to be renamed, as uses of each word at most: the numbers only ever shrink. */
const left: Record<string, Record<string, number>> = {
  'src/renderer/features/': {
    asked: 223,
    hindrance: 12,
    kept: 196,
    patience: 2,
    said: 96,
    told: 32,
    unasked: 12,
    unkept: 7,
  },
  'src/renderer/': { asked: 1, kept: 15, said: 7, told: 3 },
  'src/main/hosts/': { asked: 22, kept: 38, said: 29, saying: 3, told: 13, unasked: 5 },
  'src/main/samples/': { kept: 7, told: 3, unasked: 1, untold: 27 },
  'src/main/drugs/': { kept: 35 },
  'src/main/results/': { asked: 3, kept: 4 },
  'src/main/export/': { kept: 1, said: 10 },
  'src/main/api/': { unasked: 2 },
  'src/main/': { asked: 2, keeper: 6, kept: 4, told: 5, unasked: 9, untold: 3 },
  'src/shared/': { asked: 1, hindrance: 2, kept: 3, said: 28, unasked: 1 },
  'scripts/': { asked: 3, kept: 6, told: 4 },
}

type Node = { type?: string; name?: unknown; [key: string]: unknown }

/** Every name that a module declares or uses, one entry a use. */
function namesIn(code: string, file: string): string[] {
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as Node
    if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.push(name)
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(file, code).program)
  return names
}

const bannedIn = (name: string): string[] =>
  name
    .split(/(?=[A-Z])|[^A-Za-z]/)
    .map((part) => part.toLowerCase())
    .filter((part) => banned.has(part))

const isStored = (file: string, name: string): boolean => file.startsWith('src/main/') && stored.test(name)

/** Uses of banned words in a module, each with its file and the name that holds it. */
const usesIn = (code: string, file: string): { word: string; at: string }[] =>
  [basename(file), ...namesIn(code, file)]
    .filter((name) => !ofLibraries.has(name) && !isStored(file, name))
    .flatMap((name) => bannedIn(name).map((word) => ({ word, at: `${file}: ${name}` })))

const files = globSync('{src,e2e,bench,lint,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  // The words themselves stand here.
  .filter((file) => file !== 'lint/glossary.test.ts')

describe('names of files and of what they hold', () => {
  const uses = files.flatMap((file) => usesIn(readFileSync(join(root, file), 'utf8'), file))
  const roomOf = (at: string) => Object.keys(left).find((room) => at.startsWith(room))

  it('use the words of the field', () => {
    expect(uses.filter(({ at }) => roomOf(at) === undefined)).toEqual([])
  })

  it.each(Object.entries(left))('in %s use the words of old no more often than before', (room, most) => {
    const counts: Record<string, number> = {}
    for (const { word, at } of uses) if (roomOf(at) === room) counts[word] = (counts[word] ?? 0) + 1
    const more = Object.entries(counts).filter(([word, count]) => count > (most[word] ?? 0))
    expect(more, JSON.stringify(counts)).toEqual([])
  })

  it('are found wherever a word is a part of them', () => {
    const code = 'const { whatIsTold, keptAs: a } = b; type VerdictOf = { 2: string }; class C { #bell = 1 }'
    expect(usesIn(code, 'src/desk.ts').map(({ word }) => word)).toEqual([
      'desk',
      'told', // a shorthand is two names
      'told',
      'kept',
      'verdict',
      'bell',
    ])
    expect(usesIn('const goldbell = 1; export const bolder = goldbell', 'src/a.ts')).toEqual([])
  })
})
