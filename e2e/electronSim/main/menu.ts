import type { Menu, MenuItem, MenuItemConstructorOptions, PopupOptions } from 'electron'
import type { RecordedMenuItem } from '../messages.ts'
import { checkOptions, declarations, strict } from '../strict.ts'
import { SimulatedWindow } from './browserWindow.ts'
import type { World } from './world.ts'

const roles = declarations.literals('MenuItemConstructorOptions', 'role')
const roleLabels: Record<string, string> = {
  windowMenu: 'Window',
  help: 'Help',
  quit: 'Quit',
  close: 'Close Window',
  about: 'About',
}

class SimulatedMenuItem implements Pick<MenuItem, 'label' | 'type' | 'enabled' | 'visible' | 'checked'> {
  readonly label: string
  readonly type: MenuItem['type']
  readonly role: string | null
  readonly accelerator: string | null
  readonly submenu: SimulatedMenu | null
  enabled: boolean
  visible: boolean
  checked: boolean
  readonly onClick: MenuItemConstructorOptions['click']

  constructor(options: MenuItemConstructorOptions) {
    checkOptions(options, 'MenuItemConstructorOptions', 'MenuItem')
    if (options.role && !roles.has(options.role))
      throw new Error(`Unknown role ${options.role} of a menu item`)
    this.role = options.role ?? null
    this.label = options.label ?? roleLabels[options.role ?? ''] ?? options.role ?? ''
    this.submenu = Array.isArray(options.submenu) ? SimulatedMenu.buildFromTemplate(options.submenu) : null
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.accelerator = options.accelerator ?? null
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.onClick = options.click
    if (this.type !== 'separator' && this.label === '')
      throw new Error('Invalid template for MenuItem: must have label, role or type')
  }

  toRecord(): RecordedMenuItem {
    const { label, role, accelerator, type, enabled, visible, checked } = this
    return {
      label,
      role,
      accelerator,
      type,
      enabled,
      visible,
      checked,
      submenu: this.submenu?.toRecord() ?? [],
    }
  }
}

export class SimulatedMenu implements Pick<Menu, 'append' | 'popup'> {
  readonly items: SimulatedMenuItem[] = []
  append(item: object): void {
    this.items.push(item as SimulatedMenuItem)
  }
  static installed: SimulatedMenu | null = null
  static readonly titles: string[][] = []
  /** The last menu opened at the pointer. */
  static lastOpened: SimulatedMenu | null = null
  popup(options: PopupOptions = {}): void {
    checkOptions(options, 'PopupOptions', 'Menu.popup')
    SimulatedMenu.lastOpened = this
  }
  static buildFromTemplate(template: MenuItemConstructorOptions[]): SimulatedMenu {
    const menu = new SimulatedMenu()
    for (const options of template) menu.items.push(new SimulatedMenuItem(options))
    return strict(menu, 'Menu', 'Menu')
  }
  static setApplicationMenu(menu: SimulatedMenu | null): void {
    SimulatedMenu.installed = menu
    SimulatedMenu.titles.push(menu?.items.map(({ label }) => label) ?? [])
  }
  static getApplicationMenu(): SimulatedMenu | null {
    return SimulatedMenu.installed
  }
  toRecord(): RecordedMenuItem[] {
    return this.items.map((item) => item.toRecord())
  }
}

/** Returns a label as the user sees it, without the marker of its access key. */
const withoutMnemonic = (label: string): string => label.replace(/&(.)/g, '$1')

function find(menu: SimulatedMenu, labels: readonly string[]): SimulatedMenuItem | null {
  const [label, ...rest] = labels
  for (const item of menu.items) {
    if (withoutMnemonic(item.label) === label || (label !== undefined && item.accelerator === label)) {
      if (rest.length === 0) return item
      const inside = item.submenu && find(item.submenu, rest)
      if (inside) return inside
    }
    const deeper = item.submenu && find(item.submenu, labels)
    if (deeper) return deeper
  }
  return null
}

/** Clicks the item with this label (or accelerator); `['File', 'Export…']` names its menu first. */
export function clickMenu(
  world: World,
  labels: readonly string[],
  { quit, about }: { quit(): void; about(): void },
): void {
  const item = SimulatedMenu.installed && find(SimulatedMenu.installed, labels)
  if (!item) throw new Error(`simulator: the menu has no item ${labels.join(' > ')}`)
  if (!item.enabled) throw new Error(`simulator: the menu item ${labels.join(' > ')} is disabled`)
  const window = SimulatedWindow.getFocusedWindow()
  if (item.type === 'checkbox') item.checked = !item.checked
  if (item.role === 'quit') return quit()
  if (item.role === 'about') return about()
  if (item.role === 'close') return window?.close()
  if (!item.onClick) throw world.fault(`simulator: the menu item ${labels.join(' > ')} does nothing here`)
  type Click = NonNullable<MenuItemConstructorOptions['click']>
  const args = [item, window ?? undefined, {}] as unknown as Parameters<Click>
  item.onClick(...args)
}
