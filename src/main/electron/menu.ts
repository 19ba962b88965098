import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppCommand } from '../../shared/contract/events.ts'

type Item = MenuItemConstructorOptions

const separator: Item = { type: 'separator' }

/** The application menu. Its own items ask the page to act; all others are roles of the system. */
export function installMenu(invoke: (command: AppCommand) => void): void {
  const item = (label: string, accelerator: string, command: AppCommand): Item => ({
    label,
    accelerator,
    click: () => invoke(command),
  })
  const isMac = process.platform === 'darwin'
  const settings = item('Settings…', 'CmdOrCtrl+,', 'settings')
  const menus: Item[] = [
    fileMenu(item, isMac ? [{ role: 'close' }] : [settings, separator, { role: 'quit' }]),
    editMenu(item),
    viewMenu(item),
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ role: 'about' }] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(isMac ? [macMenu(settings), ...menus] : menus))
}

type MakeItem = (label: string, accelerator: string, command: AppCommand) => Item

const macMenu = (settings: Item): Item => ({
  label: app.name,
  submenu: [
    { role: 'about' },
    separator,
    settings,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
})

const fileMenu = (item: MakeItem, last: Item[]): Item => ({
  label: '&File',
  submenu: [
    item('Import Samples…', 'CmdOrCtrl+O', 'import'),
    item('Export Results…', 'CmdOrCtrl+E', 'export'),
    separator,
    ...last,
  ],
})

const editMenu = (item: MakeItem): Item => ({
  label: '&Edit',
  submenu: [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    item('Find…', 'CmdOrCtrl+F', 'find'),
  ],
})

const viewMenu = (item: MakeItem): Item => ({
  label: '&View',
  submenu: [
    item('Drugs', 'CmdOrCtrl+1', 'drugs'),
    item('Samples', 'CmdOrCtrl+2', 'samples'),
    item('Results', 'CmdOrCtrl+3', 'results'),
    item('Screening', 'CmdOrCtrl+4', 'screening'),
    separator,
    item('Refresh', 'F5', 'refresh'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
  ],
})
