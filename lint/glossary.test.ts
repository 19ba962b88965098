import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Invented words for concepts that have a standard name. */
const banned = new Set(
  (
    'told untold teller kept unkept keeper asked unasked said saying judge judged verdict desk bell patience ' +
    'recipe recipes prefetch salvage living hindrance hindrances wanted wish wishes'
  ).split(' '),
)

/**
 * Words that are fine in longer names (`lookUp`, `keepRows`) but not alone; in the page, whose texts are in locale
 * files.
 */
const bannedAlone = new Set(['say', 'tell', 'look', 'keep'])

/**
 * Stored names that cannot be changed: tables, columns and the layouts of tables, and the keys of the command line's
 * JSON.
 */
const stored: [folder: string, names: RegExp][] = [
  ['src/main/', /^(recipe|recipe_id|(checked_)?export_recipes|prefetch_(plans|passes|pages|members|sent))$/],
  ['src/main/store/', /^asked$/],
  ['src/main/results/fetch/', /^asked$/],
  ['src/main/hosts/cli/commands/samples/', /^hindrance$/],
  ['src/renderer/features/lists/members.ts', /^kept$/],
]

/** The word of TanStack Query, and of browsers, for fetching ahead. */
const ofLibraries = new Set(['prefetchCall', 'prefetchQuery', 'prefetch'])

type Node = { type?: string; name?: unknown; [key: string]: unknown }

/** Every name that a module declares or uses, and every word that one of its types allows, one entry a use. */
function namesIn(code: string, file: string): string[] {
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, name } = node as Node
    if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.push(name)
    if (type === 'TSLiteralType') {
      const { value } = (node as { literal: { value?: unknown } }).literal
      if (typeof value === 'string' && !bannedAlone.has(value)) names.push(value)
    }
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(file, code).program)
  return names
}

function bannedIn(name: string, file: string): string[] {
  const parts = name.split(/(?=[A-Z])|[^A-Za-z]/).map((part) => part.toLowerCase())
  const isOfPage = file.startsWith('src/renderer/') && !file.endsWith('ocale.ts')
  const isAlone = isOfPage && bannedAlone.has(name.toLowerCase())
  return parts.filter((part) => banned.has(part) || isAlone)
}

const isStored = (file: string, name: string): boolean =>
  stored.some(([folder, names]) => file.startsWith(folder) && names.test(name))

/** Matches a banned word anywhere in a module, even in its texts: a module without a match need not be parsed. */
const inText = new RegExp(`${[...banned].join('|')}|\\b(${[...bannedAlone].join('|')})\\b`, 'i')

/** Returns the uses of banned words in a module, each with its file and the name that contains it. */
const usesIn = (code: string, file: string): { word: string; at: string }[] =>
  [basename(file), ...(inText.test(code) ? namesIn(code, file) : [])]
    .filter((name) => !ofLibraries.has(name) && !isStored(file, name))
    .flatMap((name) => bannedIn(name, file).map((word) => ({ word, at: `${file}: ${name}` })))

const files = globSync('{src,e2e,bench,lint,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  // This file lists the banned words.
  .filter((file) => file !== 'lint/glossary.test.ts')

describe('names of files and of what they hold', () => {
  const uses = files.flatMap((file) => usesIn(readFileSync(join(root, file), 'utf8'), file))

  it('use the words of the field', () => {
    expect(uses).toEqual([])
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
    expect(
      usesIn("type Of = { of: 'told' }; const say = (lookUp: Of) => lookUp", 'src/renderer/a.ts'),
    ).toHaveLength(2)
    expect(usesIn('const goldbell = 1; export const bolder = goldbell', 'src/a.ts')).toEqual([])
  })
})
