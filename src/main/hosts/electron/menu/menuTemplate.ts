import type { MenuItemConstructorOptions } from 'electron'
import {
  type AppCommand,
  type CommandState,
  commands,
  isUsable,
  keysOf,
  type MenuName,
  menuTitles,
  submenus,
  type WindowCommand,
  type Words,
} from '../../../../shared/contract/commands.ts'
import type { Language } from '../../../../shared/words/language.ts'

type Item = MenuItemConstructorOptions

/** The state of the app that the menu shows. `recent` and `profiles` are in display order. */
export type MenuState = CommandState & {
  language: Language
  recent: readonly { recentId: string; name: string }[]
  profiles: readonly { id: string; name: string; open: boolean }[]
}

export type MenuActions = {
  run(command: AppCommand): void
  zoom(step: 'in' | 'out' | 'reset'): void
  openRecent(recentId: string): void
  clearRecent(): void
  openProfile(profileId: string): void
}

type Options = { mac: boolean; devTools: boolean; appName: string; actions: MenuActions }

const separator: Item = { type: 'separator' }
const roles = {
  quit: 'quit',
  redo: 'redo',
  cut: 'cut',
  copy: 'copy',
  paste: 'paste',
  selectAll: 'selectAll',
  fullScreen: 'togglefullscreen',
  minimize: 'minimize',
  close: 'close',
  about: 'about',
} as const satisfies Partial<Record<WindowCommand, Item['role']>>
const zooms = { zoomIn: 'in', zoomOut: 'out', zoomReset: 'reset' } as const

const macMenuCommands: readonly string[] = ['about', 'settings', 'quit']

/** Returns the whole menu of the app. Unusable items are disabled, not hidden. */
export function toMenuTemplate(state: MenuState, options: Options): Item[] {
  const { mac } = options
  const menus = menuTitles.map(
    ({ id, words, letter }): Item => ({
      label: toLabel(words, letter, state.language, mac),
      ...(id === 'window' || id === 'help' ? { role: id } : {}),
      submenu: toSubmenu(id, state, options),
    }),
  )
  return mac ? [macMenu(state, options), ...menus] : menus
}

function toSubmenu(menu: MenuName, state: MenuState, options: Options): Item[] {
  const groups = new Map<number, Item[]>()
  for (const command of commands) {
    if (command.menu !== menu || (options.mac && macMenuCommands.includes(command.id))) continue
    groups.set(command.group, [...(groups.get(command.group) ?? []), ...toItems(command, state, options)])
  }
  if (menu === 'file') {
    groups.get(1)?.push(recentMenu(state, options))
    groups.get(3)?.unshift(profileMenu(state, options))
  }
  if (menu === 'view' && options.devTools) groups.set(9, [{ role: 'toggleDevTools' }])
  return joinGroups([...groups.values()])
}

const joinGroups = (groups: readonly Item[][]): Item[] =>
  groups.flatMap((group, index) => (index === 0 ? group : [separator, ...group]))

function toItems(command: Command, state: MenuState, options: Options): Item[] {
  const [keys, ...otherKeys] = keysOf(command, options.mac)
  const item: Item = {
    label: toLabel(command.words, command.letter, state.language, options.mac),
    enabled: isUsable(command, state),
    ...toAction(command, options.actions),
  }
  const others = command.by === 'window' ? otherKeys : []
  return [
    keys ? { ...item, accelerator: toAccelerator(keys) } : item,
    ...others.map((other): Item => ({ ...item, accelerator: toAccelerator(other), visible: false })),
  ]
}

type Command = (typeof commands)[number]

function toAction(command: Command, actions: MenuActions): Item {
  if (command.by === 'page') return { click: () => actions.run(command.id) }
  const { id } = command
  if (id === 'zoomIn' || id === 'zoomOut' || id === 'zoomReset')
    return { click: () => actions.zoom(zooms[id]) }
  return { role: roles[id] }
}

/** Converts keys to Electron's notation. */
const toAccelerator = (keys: string): string =>
  keys.replace('mod', 'CmdOrCtrl').replace('shift', 'Shift').replace('ctrl', 'Ctrl')

function recentMenu({ language, recent }: MenuState, { mac, actions }: Options): Item {
  const files = recent.map(
    ({ recentId, name }): Item => ({
      label: escapeAmpersands(name),
      click: () => actions.openRecent(recentId),
    }),
  )
  const none: Item = { label: submenus.noRecent.words[language], enabled: false }
  const clear: Item = {
    label: toLabel(submenus.clearRecent.words, submenus.clearRecent.letter, language, mac),
    enabled: recent.length > 0,
    click: () => actions.clearRecent(),
  }
  const { words, letter } = submenus.recent
  return {
    label: toLabel(words, letter, language, mac),
    submenu: [...(files.length > 0 ? files : [none]), separator, clear],
  }
}

function profileMenu({ language, profiles }: MenuState, { mac, actions }: Options): Item {
  const items = profiles.map(
    ({ id, name, open }): Item => ({
      label: escapeAmpersands(name),
      type: 'checkbox',
      checked: open,
      click: () => actions.openProfile(id),
    }),
  )
  const none: Item = { label: submenus.noProfiles.words[language], enabled: false }
  const { words, letter } = submenus.profiles
  return { label: toLabel(words, letter, language, mac), submenu: items.length > 0 ? items : [none] }
}

function macMenu(state: MenuState, options: Options): Item {
  const commandItems = (id: string): Item[] =>
    commands.filter((command) => command.id === id).flatMap((command) => toItems(command, state, options))
  return {
    label: options.appName,
    submenu: [
      ...commandItems('about'),
      separator,
      ...commandItems('settings'),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      ...commandItems('quit'),
    ],
  }
}

/** Returns the label with its access key. macOS has none, and Chinese labels have it in brackets. */
export function toLabel(words: Words, letter: string, language: Language, mac: boolean): string {
  const text = words[language]
  if (mac || letter === '') return text
  const at = text.indexOf(letter)
  if (language === 'en' && at >= 0) return `${text.slice(0, at)}&${text.slice(at)}`
  const [, bare = text, dots = ''] = /^(.*?)(…?)$/.exec(text) ?? []
  return `${bare}(&${letter.toUpperCase()})${dots}`
}

const escapeAmpersands = (name: string): string => name.replaceAll('&', '&&')
