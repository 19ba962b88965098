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

const command =
  <By extends Command['by']>(by: By) =>
  <Id extends keyof typeof en>(id: Id, letter: string, needs: Needs, ...keys: string[]) => ({
    id,
    by,
    letter,
    needs,
    keys,
    words: words(id),
  })
const page = command('page')
const inWindow = command('window')

/** By menu in its order, and within it by group. Separators divide the groups. */
const menus = {
  file: [
    [page('import', 'I', 'own', 'mod+O'), page('openCapsule', 'c', 'nothing')],
    [page('export', 'E', 'profile', 'mod+E')],
    [page('connect', 'n', 'profile')],
    [page('goOffline', 'f', 'online'), page('goOnline', 'G', 'offline')],
    [page('settings', 'S', 'profile', 'mod+,')],
    [inWindow('quit', 'Q', 'nothing', 'mod+Q')],
  ],
  edit: [
    [page('undo', 'U', 'nothing', 'mod+Z'), inWindow('redo', 'R', 'nothing', 'mod+shift+Z')],
    [
      inWindow('cut', 't', 'nothing', 'mod+X'),
      inWindow('copy', 'C', 'nothing', 'mod+C'),
      inWindow('paste', 'P', 'nothing', 'mod+V'),
      inWindow('selectAll', 'a', 'nothing', 'mod+A'),
    ],
    [page('find', 'F', 'profile', 'mod+F')],
  ],
  view: [
    [page('refresh', 'R', 'profile', 'F5')],
    [
      inWindow('zoomIn', 'i', 'nothing', 'mod+=', 'mod+Plus'),
      inWindow('zoomOut', 'o', 'nothing', 'mod+-'),
      inWindow('zoomReset', 'A', 'nothing', 'mod+0'),
    ],
    [page('light', 'L', 'nothing'), page('dark', 'D', 'nothing'), page('followSystem', 's', 'nothing')],
    [{ ...inWindow('fullScreen', 'F', 'nothing', 'F11'), macKeys: ['ctrl+mod+F'] }],
  ],
  go: [
    [page('palette', 'c', 'profile', 'mod+K')],
    [
      page('home', 'H', 'profile', 'mod+1'),
      page('library', 'L', 'own', 'mod+2'),
      page('activity', 'A', 'own', 'mod+3'),
    ],
    [
      page('overview', 'v', 'profile', 'mod+4'),
      page('samples', 'S', 'profile', 'mod+5'),
      page('explore', 'x', 'profile', 'mod+6'),
      page('compare', 'm', 'profile', 'mod+7'),
      page('drugs', 'D', 'own', 'mod+8'),
      page('share', 'r', 'own', 'mod+9'),
    ],
    [
      page('lists', 'i', 'own'),
      page('pathways', 'P', 'own'),
      page('offlineDrugs', 'o', 'own'),
      page('batches', 'B', 'own'),
      page('screenings', 'g', 'own'),
    ],
  ],
  window: [[inWindow('minimize', 'M', 'nothing', 'mod+M'), inWindow('close', 'C', 'nothing', 'mod+W')]],
  help: [
    [
      page('help', 'h', 'nothing', 'F1'),
      page('shortcuts', 'K', 'nothing', 'mod+/', '?'),
      page('tour', 'T', 'own'),
    ],
    [page('reportProblem', 'R', 'nothing')],
    [inWindow('about', 'A', 'nothing')],
  ],
} as const satisfies Record<MenuName, unknown>

type Listed = (typeof menus)[MenuName][number][number]
/** Commands that the page runs, from the menu, a shortcut or the palette. */
export type AppCommand = Extract<Listed, { by: 'page' }>['id']
export type WindowCommand = Exclude<Listed['id'], AppCommand>
export type CommandId = Listed['id']

type ListedCommand = Command & ({ by: 'page'; id: AppCommand } | { by: 'window'; id: WindowCommand })
const groupsByMenu: Readonly<Record<string, readonly (readonly Listed[])[]>> = menus

/** In menu order. */
export const commands: readonly ListedCommand[] = Object.entries(groupsByMenu).flatMap(([menu, groups]) =>
  groups.flatMap((group, at) => group.map((one) => ({ ...one, menu: menu as MenuName, group: at + 1 }))),
)

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
