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

/** In menu order. */
export const commands = [
  {
    id: 'import',
    by: 'page',
    keys: ['mod+O'],
    menu: 'file',
    group: 1,
    words: { en: 'Import samples…', 'zh-CN': '导入样本…' },
    letter: 'I',
    needs: 'own',
  },
  {
    id: 'openCapsule',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 1,
    words: { en: 'Open a capsule…', 'zh-CN': '打开胶囊…' },
    letter: 'c',
    needs: 'nothing',
  },
  {
    id: 'export',
    by: 'page',
    keys: ['mod+E'],
    menu: 'file',
    group: 2,
    words: { en: 'Export…', 'zh-CN': '导出…' },
    letter: 'E',
    needs: 'profile',
  },
  {
    id: 'connect',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 3,
    words: { en: 'Connect to a service…', 'zh-CN': '连接服务…' },
    letter: 'n',
    needs: 'profile',
  },
  {
    id: 'goOffline',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 4,
    words: { en: 'Go offline', 'zh-CN': '切换为离线' },
    letter: 'f',
    needs: 'online',
  },
  {
    id: 'goOnline',
    by: 'page',
    keys: [],
    menu: 'file',
    group: 4,
    words: { en: 'Go online', 'zh-CN': '切换为在线' },
    letter: 'G',
    needs: 'offline',
  },
  {
    id: 'settings',
    by: 'page',
    keys: ['mod+,'],
    menu: 'file',
    group: 5,
    words: { en: 'Settings…', 'zh-CN': '设置…' },
    letter: 'S',
    needs: 'profile',
  },
  {
    id: 'quit',
    by: 'window',
    keys: ['mod+Q'],
    menu: 'file',
    group: 6,
    words: { en: 'Quit', 'zh-CN': '退出' },
    letter: 'Q',
    needs: 'nothing',
  },
  {
    id: 'undo',
    by: 'page',
    keys: ['mod+Z'],
    menu: 'edit',
    group: 1,
    words: { en: 'Undo', 'zh-CN': '撤销' },
    letter: 'U',
    needs: 'nothing',
  },
  {
    id: 'redo',
    by: 'window',
    keys: ['mod+shift+Z'],
    menu: 'edit',
    group: 1,
    words: { en: 'Redo', 'zh-CN': '重做' },
    letter: 'R',
    needs: 'nothing',
  },
  {
    id: 'cut',
    by: 'window',
    keys: ['mod+X'],
    menu: 'edit',
    group: 2,
    words: { en: 'Cut', 'zh-CN': '剪切' },
    letter: 't',
    needs: 'nothing',
  },
  {
    id: 'copy',
    by: 'window',
    keys: ['mod+C'],
    menu: 'edit',
    group: 2,
    words: { en: 'Copy', 'zh-CN': '复制' },
    letter: 'C',
    needs: 'nothing',
  },
  {
    id: 'paste',
    by: 'window',
    keys: ['mod+V'],
    menu: 'edit',
    group: 2,
    words: { en: 'Paste', 'zh-CN': '粘贴' },
    letter: 'P',
    needs: 'nothing',
  },
  {
    id: 'selectAll',
    by: 'window',
    keys: ['mod+A'],
    menu: 'edit',
    group: 2,
    words: { en: 'Select all', 'zh-CN': '全选' },
    letter: 'a',
    needs: 'nothing',
  },
  {
    id: 'find',
    by: 'page',
    keys: ['mod+F'],
    menu: 'edit',
    group: 3,
    words: { en: 'Find on this screen', 'zh-CN': '在此页查找' },
    letter: 'F',
    needs: 'profile',
  },
  {
    id: 'refresh',
    by: 'page',
    keys: ['F5'],
    menu: 'view',
    group: 1,
    words: { en: 'Refresh what is shown', 'zh-CN': '刷新当前内容' },
    letter: 'R',
    needs: 'profile',
  },
  {
    id: 'zoomIn',
    by: 'window',
    keys: ['mod+=', 'mod+Plus'],
    menu: 'view',
    group: 2,
    words: { en: 'Zoom in', 'zh-CN': '放大' },
    letter: 'i',
    needs: 'nothing',
  },
  {
    id: 'zoomOut',
    by: 'window',
    keys: ['mod+-'],
    menu: 'view',
    group: 2,
    words: { en: 'Zoom out', 'zh-CN': '缩小' },
    letter: 'o',
    needs: 'nothing',
  },
  {
    id: 'zoomReset',
    by: 'window',
    keys: ['mod+0'],
    menu: 'view',
    group: 2,
    words: { en: 'Actual size', 'zh-CN': '实际大小' },
    letter: 'A',
    needs: 'nothing',
  },
  {
    id: 'light',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: { en: 'Light appearance', 'zh-CN': '浅色外观' },
    letter: 'L',
    needs: 'nothing',
  },
  {
    id: 'dark',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: { en: 'Dark appearance', 'zh-CN': '深色外观' },
    letter: 'D',
    needs: 'nothing',
  },
  {
    id: 'followSystem',
    by: 'page',
    keys: [],
    menu: 'view',
    group: 3,
    words: { en: 'Appearance as the system', 'zh-CN': '外观跟随系统' },
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
    words: { en: 'Full screen', 'zh-CN': '全屏' },
    letter: 'F',
    needs: 'nothing',
  },
  {
    id: 'palette',
    by: 'page',
    keys: ['mod+K'],
    menu: 'go',
    group: 1,
    words: { en: 'Search or command…', 'zh-CN': '搜索或命令…' },
    letter: 'c',
    needs: 'profile',
  },
  {
    id: 'home',
    by: 'page',
    keys: ['mod+1'],
    menu: 'go',
    group: 2,
    words: { en: 'Home', 'zh-CN': '主页' },
    letter: 'H',
    needs: 'profile',
  },
  {
    id: 'library',
    by: 'page',
    keys: ['mod+2'],
    menu: 'go',
    group: 2,
    words: { en: 'Library', 'zh-CN': '资料库' },
    letter: 'L',
    needs: 'own',
  },
  {
    id: 'activity',
    by: 'page',
    keys: ['mod+3'],
    menu: 'go',
    group: 2,
    words: { en: 'Activity', 'zh-CN': '活动' },
    letter: 'A',
    needs: 'own',
  },
  {
    id: 'overview',
    by: 'page',
    keys: ['mod+4'],
    menu: 'go',
    group: 3,
    words: { en: 'Overview of the study', 'zh-CN': '研究概览' },
    letter: 'v',
    needs: 'profile',
  },
  {
    id: 'samples',
    by: 'page',
    keys: ['mod+5'],
    menu: 'go',
    group: 3,
    words: { en: 'Samples', 'zh-CN': '样本' },
    letter: 'S',
    needs: 'profile',
  },
  {
    id: 'explore',
    by: 'page',
    keys: ['mod+6'],
    menu: 'go',
    group: 3,
    words: { en: 'Explore', 'zh-CN': '探索' },
    letter: 'x',
    needs: 'profile',
  },
  {
    id: 'compare',
    by: 'page',
    keys: ['mod+7'],
    menu: 'go',
    group: 3,
    words: { en: 'Compare', 'zh-CN': '比较' },
    letter: 'm',
    needs: 'profile',
  },
  {
    id: 'drugs',
    by: 'page',
    keys: ['mod+8'],
    menu: 'go',
    group: 3,
    words: { en: 'Drugs that oppose or mimic', 'zh-CN': '对抗或模拟的药物' },
    letter: 'D',
    needs: 'own',
  },
  {
    id: 'share',
    by: 'page',
    keys: ['mod+9'],
    menu: 'go',
    group: 3,
    words: { en: 'Share', 'zh-CN': '分享' },
    letter: 'r',
    needs: 'own',
  },
  {
    id: 'lists',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: { en: 'Drug lists', 'zh-CN': '药物列表' },
    letter: 'i',
    needs: 'own',
  },
  {
    id: 'pathways',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: { en: 'Pathways and their names', 'zh-CN': '通路及其名称' },
    letter: 'P',
    needs: 'own',
  },
  {
    id: 'offlineDrugs',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: { en: 'Available offline', 'zh-CN': '离线可用' },
    letter: 'o',
    needs: 'own',
  },
  {
    id: 'batches',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: { en: 'Batches', 'zh-CN': '批次' },
    letter: 'B',
    needs: 'own',
  },
  {
    id: 'screenings',
    by: 'page',
    keys: [],
    menu: 'go',
    group: 4,
    words: { en: 'Screenings', 'zh-CN': '虚拟筛选' },
    letter: 'g',
    needs: 'own',
  },
  {
    id: 'minimize',
    by: 'window',
    keys: ['mod+M'],
    menu: 'window',
    group: 1,
    words: { en: 'Minimize', 'zh-CN': '最小化' },
    letter: 'M',
    needs: 'nothing',
  },
  {
    id: 'close',
    by: 'window',
    keys: ['mod+W'],
    menu: 'window',
    group: 1,
    words: { en: 'Close window', 'zh-CN': '关闭窗口' },
    letter: 'C',
    needs: 'nothing',
  },
  {
    id: 'help',
    by: 'page',
    keys: ['F1'],
    menu: 'help',
    group: 1,
    words: { en: 'Pathclock help', 'zh-CN': 'Pathclock 帮助' },
    letter: 'h',
    needs: 'nothing',
  },
  {
    id: 'shortcuts',
    by: 'page',
    keys: ['mod+/', '?'],
    menu: 'help',
    group: 1,
    words: { en: 'Keyboard shortcuts', 'zh-CN': '键盘快捷键' },
    letter: 'K',
    needs: 'nothing',
  },
  {
    id: 'tour',
    by: 'page',
    keys: [],
    menu: 'help',
    group: 1,
    words: { en: 'Take the tour', 'zh-CN': '开始导览' },
    letter: 'T',
    needs: 'own',
  },
  {
    id: 'reportProblem',
    by: 'page',
    keys: [],
    menu: 'help',
    group: 2,
    words: { en: 'Report a problem…', 'zh-CN': '报告问题…' },
    letter: 'R',
    needs: 'nothing',
  },
  {
    id: 'about',
    by: 'window',
    keys: [],
    menu: 'help',
    group: 3,
    words: { en: 'About Pathclock', 'zh-CN': '关于 Pathclock' },
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
  { id: 'file', words: { en: 'File', 'zh-CN': '文件' }, letter: 'F' },
  { id: 'edit', words: { en: 'Edit', 'zh-CN': '编辑' }, letter: 'E' },
  { id: 'view', words: { en: 'View', 'zh-CN': '显示' }, letter: 'V' },
  { id: 'go', words: { en: 'Go', 'zh-CN': '前往' }, letter: 'G' },
  { id: 'window', words: { en: 'Window', 'zh-CN': '窗口' }, letter: 'W' },
  { id: 'help', words: { en: 'Help', 'zh-CN': '帮助' }, letter: 'H' },
]
export const submenus = {
  recent: { words: { en: 'Open recent', 'zh-CN': '打开最近使用的文件' }, letter: 'r' },
  noRecent: { words: { en: 'No file was opened yet', 'zh-CN': '尚未打开过文件' }, letter: '' },
  clearRecent: { words: { en: 'Clear this list', 'zh-CN': '清除此列表' }, letter: 'C' },
  profiles: { words: { en: 'Switch profile', 'zh-CN': '切换配置' }, letter: 'p' },
  noProfiles: { words: { en: 'No profile yet', 'zh-CN': '尚无配置' }, letter: '' },
} as const satisfies Record<string, { words: Words; letter: string }>

/** Keys that lists and tables handle themselves, for the shortcut sheet. */
export const listKeys: { title: Words; keys: readonly { keys: readonly string[]; words: Words }[] } = {
  title: { en: 'Lists and tables', 'zh-CN': '列表和表格' },
  keys: [
    { keys: ['↑', '↓'], words: { en: 'Go up or down', 'zh-CN': '上移或下移' } },
    { keys: ['Home', 'End'], words: { en: 'Go to the first or the last', 'zh-CN': '移到第一个或最后一个' } },
    { keys: ['Enter'], words: { en: 'Open it', 'zh-CN': '打开' } },
    { keys: ['Space'], words: { en: 'Select it', 'zh-CN': '选择' } },
    { keys: ['Esc'], words: { en: 'Close it, or go back to the search', 'zh-CN': '关闭，或返回搜索' } },
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
