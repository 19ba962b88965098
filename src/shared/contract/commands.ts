import en from '../words/en/commands.json' with { type: 'json' }
import zh from '../words/zh-CN/commands.json' with { type: 'json' }

/**
 * Every command of the app. Menus, shortcuts, the palette and the shortcut sheet are all generated from this list;
 * labels and keys are defined only here.
 */
export type Words = { en: string; 'zh-CN': string }
export type MenuName = 'file' | 'edit' | 'view' | 'go' | 'window' | 'help'

/** The condition under which a command is usable. `own`: a workspace that was not opened from a capsule. */
type Needs = 'nothing' | 'profile' | 'own' | 'online' | 'offline'

export type Command = {
  id: string
  /** The part that runs it: the page, or the window of the installed app (in a browser, the browser itself). */
  by: 'page' | 'window'
  /** `mod` is Ctrl, or Cmd on a Mac. The first combination is the one shown. */
  keys: readonly string[]
  /** The combinations on a Mac, if they differ. */
  macKeys?: readonly string[]
  menu: MenuName
  /** Separators divide the groups of a menu. */
  group: number
  words: Words
  /** The access key in the open menu. */
  letter: string
  needs: Needs
}

const words = (key: keyof typeof en): Words => ({ en: en[key], 'zh-CN': zh[key] })

/** In menu order. */
export const commands = [
  {
    id: 'import',
    by: 'page',
    keys: ['mod+O'],
    menu: 'file',
    group: 1,
    words: words('import'),
    letter: 'I',
    needs: 'own',
  },
  {
    id: 'openCapsule',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 1,
    words: words('openCapsule'),
    letter: 'c',
    needs: 'nothing',
  },
  {
    id: 'export',
    by: 'page',
    keys: ['mod+E'],
    menu: 'file',
    group: 2,
    words: words('export'),
    letter: 'E',
    needs: 'profile',
  },
  {
    id: 'connect',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 3,
    words: words('connect'),
    letter: 'n',
    needs: 'profile',
  },
  {
    id: 'goOffline',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 4,
    words: words('goOffline'),
    letter: 'f',
    needs: 'online',
  },
  {
    id: 'goOnline',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 4,
    words: words('goOnline'),
    letter: 'G',
    needs: 'offline',
  },
  {
    id: 'settings',
    by: 'page',
    keys: ['mod+,'],
    menu: 'file',
    group: 5,
    words: words('settings'),
    letter: 'S',
    needs: 'profile',
  },
  {
    id: 'quit',
    by: 'window',
    keys: ['mod+Q'],
    menu: 'file',
    group: 6,
    words: words('quit'),
    letter: 'Q',
    needs: 'nothing',
  },
  {
    id: 'undo',
    by: 'page',
    keys: ['mod+Z'],
    menu: 'edit',
    group: 1,
    words: words('undo'),
    letter: 'U',
    needs: 'nothing',
  },
  {
    id: 'redo',
    by: 'window',
    keys: ['mod+shift+Z'],
    menu: 'edit',
    group: 1,
    words: words('redo'),
    letter: 'R',
    needs: 'nothing',
  },
  {
    id: 'cut',
    by: 'window',
    keys: ['mod+X'],
    menu: 'edit',
    group: 2,
    words: words('cut'),
    letter: 't',
    needs: 'nothing',
  },
  {
    id: 'copy',
    by: 'window',
    keys: ['mod+C'],
    menu: 'edit',
    group: 2,
    words: words('copy'),
    letter: 'C',
    needs: 'nothing',
  },
  {
    id: 'paste',
    by: 'window',
    keys: ['mod+V'],
    menu: 'edit',
    group: 2,
    words: words('paste'),
    letter: 'P',
    needs: 'nothing',
  },
  {
    id: 'selectAll',
    by: 'window',
    keys: ['mod+A'],
    menu: 'edit',
    group: 2,
    words: words('selectAll'),
    letter: 'a',
    needs: 'nothing',
  },
  {
    id: 'find',
    by: 'page',
    keys: ['mod+F'],
    menu: 'edit',
    group: 3,
    words: words('find'),
    letter: 'F',
    needs: 'profile',
  },
  {
    id: 'refresh',
    by: 'page',
    keys: ['F5'],
    menu: 'view',
    group: 1,
    words: words('refresh'),
    letter: 'R',
    needs: 'profile',
  },
  {
    id: 'zoomIn',
    by: 'window',
    keys: ['mod+=', 'mod+Plus'],
    menu: 'view',
    group: 2,
    words: words('zoomIn'),
    letter: 'i',
    needs: 'nothing',
  },
  {
    id: 'zoomOut',
    by: 'window',
    keys: ['mod+-'],
    menu: 'view',
    group: 2,
    words: words('zoomOut'),
    letter: 'o',
    needs: 'nothing',
  },
  {
    id: 'zoomReset',
    by: 'window',
    keys: ['mod+0'],
    menu: 'view',
    group: 2,
    words: words('zoomReset'),
    letter: 'A',
    needs: 'nothing',
  },
  {
    id: 'light',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: words('light'),
    letter: 'L',
    needs: 'nothing',
  },
  {
    id: 'dark',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: words('dark'),
    letter: 'D',
    needs: 'nothing',
  },
  {
    id: 'followSystem',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: words('followSystem'),
    letter: 's',
    needs: 'nothing',
  },
  {
    id: 'fullScreen',
    by: 'window',
    keys: ['F11'],
    macKeys: ['ctrl+mod+F'],
    menu: 'view',
    group: 4,
    words: words('fullScreen'),
    letter: 'F',
    needs: 'nothing',
  },
  {
    id: 'palette',
    by: 'page',
    keys: ['mod+K'],
    menu: 'go',
    group: 1,
    words: words('palette'),
    letter: 'c',
    needs: 'profile',
  },
  {
    id: 'home',
    by: 'page',
    keys: ['mod+1'],
    menu: 'go',
    group: 2,
    words: words('home'),
    letter: 'H',
    needs: 'profile',
  },
  {
    id: 'library',
    by: 'page',
    keys: ['mod+2'],
    menu: 'go',
    group: 2,
    words: words('library'),
    letter: 'L',
    needs: 'own',
  },
  {
    id: 'activity',
    by: 'page',
    keys: ['mod+3'],
    menu: 'go',
    group: 2,
    words: words('activity'),
    letter: 'A',
    needs: 'own',
  },
  {
    id: 'overview',
    by: 'page',
    keys: ['mod+4'],
    menu: 'go',
    group: 3,
    words: words('overview'),
    letter: 'v',
    needs: 'profile',
  },
  {
    id: 'samples',
    by: 'page',
    keys: ['mod+5'],
    menu: 'go',
    group: 3,
    words: words('samples'),
    letter: 'S',
    needs: 'profile',
  },
  {
    id: 'explore',
    by: 'page',
    keys: ['mod+6'],
    menu: 'go',
    group: 3,
    words: words('explore'),
    letter: 'x',
    needs: 'profile',
  },
  {
    id: 'compare',
    by: 'page',
    keys: ['mod+7'],
    menu: 'go',
    group: 3,
    words: words('compare'),
    letter: 'm',
    needs: 'profile',
  },
  {
    id: 'drugs',
    by: 'page',
    keys: ['mod+8'],
    menu: 'go',
    group: 3,
    words: words('drugs'),
    letter: 'D',
    needs: 'own',
  },
  {
    id: 'share',
    by: 'page',
    keys: ['mod+9'],
    menu: 'go',
    group: 3,
    words: words('share'),
    letter: 'r',
    needs: 'own',
  },
  {
    id: 'lists',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: words('lists'),
    letter: 'i',
    needs: 'own',
  },
  {
    id: 'pathways',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: words('pathways'),
    letter: 'P',
    needs: 'own',
  },
  {
    id: 'offlineDrugs',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: words('offlineDrugs'),
    letter: 'o',
    needs: 'own',
  },
  {
    id: 'batches',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: words('batches'),
    letter: 'B',
    needs: 'own',
  },
  {
    id: 'screenings',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: words('screenings'),
    letter: 'g',
    needs: 'own',
  },
  {
    id: 'minimize',
    by: 'window',
    keys: ['mod+M'],
    menu: 'window',
    group: 1,
    words: words('minimize'),
    letter: 'M',
    needs: 'nothing',
  },
  {
    id: 'close',
    by: 'window',
    keys: ['mod+W'],
    menu: 'window',
    group: 1,
    words: words('close'),
    letter: 'C',
    needs: 'nothing',
  },
  {
    id: 'help',
    by: 'page',
    keys: ['F1'],
    menu: 'help',
    group: 1,
    words: words('help'),
    letter: 'h',
    needs: 'nothing',
  },
  {
    id: 'shortcuts',
    by: 'page',
    keys: ['mod+/', '?'],
    menu: 'help',
    group: 1,
    words: words('shortcuts'),
    letter: 'K',
    needs: 'nothing',
  },
  {
    id: 'tour',
    by: 'page',
    keys: [],
    menu: 'help',
    group: 1,
    words: words('tour'),
    letter: 'T',
    needs: 'own',
  },
  {
    id: 'reportProblem',
    by: 'page',
    keys: [],
    menu: 'help',
    group: 2,
    words: words('reportProblem'),
    letter: 'R',
    needs: 'nothing',
  },
  {
    id: 'about',
    by: 'window',
    keys: [],
    menu: 'help',
    group: 3,
    words: words('about'),
    letter: 'A',
    needs: 'nothing',
  },
] as const satisfies readonly Command[]

type Listed = (typeof commands)[number]
/** Commands that the page runs, from the menu, a shortcut or the palette. */
export type AppCommand = Extract<Listed, { by: 'page' }>['id']
/** Commands that the window runs. */
export type WindowCommand = Exclude<Listed['id'], AppCommand>
export type CommandId = Listed['id']

/** The titles of the menus in their order, and the submenus that they contain. */
export const menuTitles: readonly { id: MenuName; words: Words; letter: string }[] = [
  { id: 'file', words: words('fileMenu'), letter: 'F' },
  { id: 'edit', words: words('editMenu'), letter: 'E' },
  { id: 'view', words: words('viewMenu'), letter: 'V' },
  { id: 'go', words: words('goMenu'), letter: 'G' },
  { id: 'window', words: words('windowMenu'), letter: 'W' },
  { id: 'help', words: words('helpMenu'), letter: 'H' },
]
export const submenus = {
  recent: { words: words('recent'), letter: 'r' },
  noRecent: { words: words('noRecent'), letter: '' },
  clearRecent: { words: words('clearRecent'), letter: 'C' },
  profiles: { words: words('profiles'), letter: 'p' },
  noProfiles: { words: words('noProfiles'), letter: '' },
} as const satisfies Record<string, { words: Words; letter: string }>

/** Keys that lists and tables handle themselves, for the shortcut sheet. */
export const listKeys: { title: Words; keys: readonly { keys: readonly string[]; words: Words }[] } = {
  title: words('listsAndTables'),
  keys: [
    { keys: ['↑', '↓'], words: words('goUpOrDown') },
    { keys: ['Home', 'End'], words: words('goToTheFirstOrTheLast') },
    { keys: ['Enter'], words: words('openIt') },
    { keys: ['Space'], words: words('selectIt') },
    { keys: ['Esc'], words: words('closeItOrGoBackToTheSearch') },
  ],
}

/** The state that decides which commands are usable. */
export type CommandState = { profile: boolean; readOnly: boolean; offline: boolean }

export const stateOf = (status: {
  profile: { capsule?: unknown } | null
  offlineSwitch: boolean
}): CommandState => ({
  profile: status.profile !== null,
  readOnly: status.profile?.capsule !== undefined,
  offline: status.offlineSwitch,
})

/** True if the command is usable now. Unusable commands are shown disabled. */
export function isUsable(
  { needs }: Pick<Command, 'needs'>,
  { profile, readOnly, offline }: CommandState,
): boolean {
  if (needs === 'nothing') return true
  if (needs === 'online') return !offline
  if (needs === 'offline') return offline
  return profile && (needs === 'profile' || !readOnly)
}

const byId = new Map<string, Command>(commands.map((command) => [command.id, command]))

export function commandOf(id: CommandId): Command {
  const command = byId.get(id)
  if (!command) throw new Error(`There is no command "${id}".`)
  return command
}

export const keysOf = ({ keys, macKeys }: Command, mac: boolean): readonly string[] =>
  (mac && macKeys) || keys
