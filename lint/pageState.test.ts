import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Matches only at the start of a line, and so at the top level of a module: biome indents all nested code. */
const mutable = [
  /^(?:export )?(?:let|var) .*/gm,
  /^(?:export )?const \w+(?:: (?!Readonly|readonly )[^=\n]+)? =\s+(?:new (?:Map|Set|WeakMap|WeakSet)\b|\[\]|\{\}|Object\.create\().*/gm,
  /^(?:export )?const \w+(?:: [^=\n]+)? =\s+create(?:Store)?[<(].*/gm,
]

const mutableStateIn = (source: string): string[] => mutable.flatMap((one) => source.match(one) ?? [])

it('keeps no mutable page state in modules: it is created with the page (ui/pageState.ts)', () => {
  const files = globSync('src/renderer/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/testing\/|testSetup/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) =>
    mutableStateIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(found).toEqual([])
})

it.each([
  'let open = 0',
  'export let open: readonly symbol[] = []',
  'const cache = new Map<string, number>()',
  'const cache: Map<string, number> = new Map()',
  'const handled = new WeakSet<Event>()',
  'export const useDialogs = create<Dialogs>()((set) => ({',
  'const store =\n  createStore<State>()(() => first)',
  'const waiting: string[] = []',
])('finds %j', (source) => {
  expect(mutableStateIn(source)).toHaveLength(1)
})

it.each([
  'const known: ReadonlySet<string> = new Set()',
  'const none: readonly string[] = []',
  '  const made = new Map()',
  'const createStack = () => createStore(() => [])',
])('lets %j pass', (source) => {
  expect(mutableStateIn(source)).toEqual([])
})
