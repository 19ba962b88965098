import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) =>
  file.replaceAll('\\', '/'),
)
const list = 'src/shared/contract/commands.ts'

type Rule = { what: string; among?: string; pattern: RegExp; only: string[]; planted: string }

/** Facts that only the list of commands may state. */
const rules: Rule[] = [
  {
    what: 'keys of a command stand in the list',
    pattern: /(['"`])(mod|CmdOrCtrl|CommandOrControl|Cmd|Ctrl|Alt|Shift)\+[^\s'"`]+\1/,
    only: [list],
    planted: "useHotkeys([['mod+J', open]])",
  },
  {
    what: 'the menu takes its keys from the list',
    pattern: /accelerator: ?['"`]/,
    only: [],
    planted: "{ accelerator: 'F9' }",
  },
  {
    what: 'shortcuts of the page are heard in one place',
    pattern: /useHotkeys|getHotkeyHandler|accessKey|(?:addEventListener|useWindowEvent)\('keydown'/,
    only: [
      'src/renderer/app/commands/commands.ts',
      // Undo of the corrections of an import, whose keys are the window's.
      'src/renderer/features/import/grid/gridKeys.ts',
      // The keys for the next and previous step while the tour is open.
      'src/renderer/features/onboarding/Tour.tsx',
    ],
    planted: 'useHotkeys(all)',
  },
  {
    what: 'labels of the menu stand in the list',
    among: 'src/main/hosts/electron/',
    pattern: /label: ?['"`]/,
    only: [],
    planted: "{ label: 'Export Results…' }",
  },
  {
    what: 'menus are made of the template, and of what is under the pointer',
    pattern: /buildFromTemplate\(|new MenuItem\(/,
    only: ['src/main/hosts/electron/menu/menu.ts'],
    planted: 'Menu.buildFromTemplate(items)',
  },
]

describe('the list of commands', () => {
  it.each(rules)('is the only one: $what', ({ among, pattern, only }) => {
    const checked = sources.filter((file) => among === undefined || file.startsWith(among))
    expect(checked.length).toBeGreaterThan(20)
    expect(checked.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort()).toEqual(
      only,
    )
  })

  it.each(rules)('would be found out where it is not: $what', ({ pattern, planted }) => {
    expect(planted).toMatch(pattern)
  })
})
