import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../shared/contract/commands.ts'
import { type MenuState, toLabel, toMenuTemplate } from './menuTemplate.ts'

type Item = MenuItemConstructorOptions

const state: MenuState = {
  language: 'en',
  profile: true,
  readOnly: false,
  offline: false,
  recent: [{ recentId: 'r1', name: 'A & B.csv' }],
  profiles: [
    { id: 'p1', name: 'Demo', open: false },
    { id: 'p2', name: 'Lab', open: true },
  ],
}

function template(change: Partial<MenuState> = {}, { mac = false, devTools = false } = {}) {
  const did: string[] = []
  const items = toMenuTemplate(
    { ...state, ...change },
    {
      mac,
      devTools,
      appName: 'Pathclock',
      actions: {
        run: (command) => did.push(command),
        zoom: (step) => did.push(`zoom ${step}`),
        openRecent: (recentId) => did.push(`recent ${recentId}`),
        clearRecent: () => did.push('clear'),
        openProfile: (profileId) => did.push(`profile ${profileId}`),
      },
    },
  )
  return { did, items }
}

const inside = (item: Item | undefined): Item[] => (item?.submenu ?? []) as Item[]
const all = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...all(inside(item))])
const labels = (items: readonly Item[]) => items.map(({ label, role, type }) => label ?? type ?? role)
const click = (items: readonly Item[], label: string): void =>
  all(items)
    .find((item) => item.label === label)
    ?.click?.(...([] as unknown as Parameters<NonNullable<Item['click']>>))

describe('the menu', () => {
  it('contains every command once, with its keys, and only commands', () => {
    const { items } = template()
    const listed = all(items).filter(({ visible, type }) => visible !== false && type !== 'separator')
    for (const { words, letter, keys } of commands) {
      const found = listed.filter(({ label }) => label === toLabel(words, letter, 'en', false))
      expect(found, words.en).toHaveLength(1)
      const accelerator = keys[0]?.replace('mod', 'CmdOrCtrl').replace('shift', 'Shift')
      expect(found[0]?.accelerator).toBe(accelerator)
    }
    const dynamic = 6 + 2 + 1 + 1 + 2
    expect(listed).toHaveLength(commands.length + dynamic)
  })

  it('has its menus in order, each with its access key', () => {
    expect(labels(template().items)).toEqual(['&File', '&Edit', '&View', '&Go', '&Window', '&Help'])
    expect(labels(template({ language: 'zh-CN' }).items).join()).toBe(
      '文件(&F),编辑(&E),显示(&V),前往(&G),窗口(&W),帮助(&H)',
    )
  })

  it('labels Export with an ellipsis, in Chinese with the access key in brackets before it', () => {
    expect(all(template().items).map(({ label }) => label)).toContain('&Export…')
    expect(all(template({ language: 'zh-CN' }).items).map(({ label }) => label)).toContain('导出(&E)…')
  })

  it('contains no text in another language', () => {
    const { items } = template({ language: 'zh-CN', recent: [], profiles: [] })
    const named = all(items).flatMap(({ label }) => label ?? [])
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((label) => !/\p{Script=Han}/u.test(label))).toEqual([])
  })

  it('disables unusable commands instead of hiding them', () => {
    const disabled = (change: Partial<MenuState>) =>
      all(template(change).items)
        .filter(({ enabled }) => enabled === false)
        .map(({ label }) => label?.replace('&', ''))
    expect(disabled({})).toEqual(['Go online'])
    expect(disabled({ offline: true })).toEqual(['Go offline'])
    const capsule = disabled({ readOnly: true })
    expect(capsule).toContain('Import samples…')
    expect(capsule).toContain('Screenings')
    expect(capsule).not.toContain('Export…')
    expect(disabled({ profile: false })).toContain('Export…')
    expect(all(template({ profile: false }).items)).toHaveLength(all(template().items).length)
  })

  it('runs the action of the clicked item', () => {
    const { items, did } = template()
    for (const label of ['&Import samples…', 'Zoom &in', 'A && B.csv', '&Clear this list', 'Demo'])
      click(items, label)
    expect(did).toEqual(['import', 'zoom in', 'recent r1', 'clear', 'profile p1'])
  })

  it('has hidden items for additional keys of the window', () => {
    const hidden = all(template().items).filter(({ visible }) => visible === false)
    expect(hidden.map(({ accelerator }) => accelerator)).toEqual(['CmdOrCtrl+Plus'])
  })

  it('states that there are no recent files and no profiles', () => {
    const { items } = template({ recent: [], profiles: [] })
    const named = new Map(all(items).map((item) => [item.label, item]))
    expect(named.get('No file was opened yet')).toMatchObject({ enabled: false })
    expect(named.get('&Clear this list')).toMatchObject({ enabled: false })
    expect(named.get('No profile yet')).toMatchObject({ enabled: false })
  })

  it('marks the open profile', () => {
    const profiles = all(template().items).filter(({ type }) => type === 'checkbox')
    expect(profiles).toMatchObject([
      { label: 'Demo', checked: false },
      { label: 'Lab', checked: true },
    ])
  })

  it('follows macOS conventions: an app menu and no access keys', () => {
    const { items } = template({}, { mac: true })
    expect(labels(items)).toEqual(['Pathclock', 'File', 'Edit', 'View', 'Go', 'Window', 'Help'])
    expect(labels(inside(items[0])).join()).toBe(
      'About Pathclock,separator,Settings…,separator,services,separator,hide,hideOthers,unhide,separator,Quit',
    )
    expect(labels(inside(items[1]))).not.toContain('Settings…')
    const fullScreen = all(items).find(({ role }) => role === 'togglefullscreen')
    expect(fullScreen?.accelerator).toBe('Ctrl+CmdOrCtrl+F')
    expect(all(items).some(({ label }) => label?.includes('(&'))).toBe(false)
  })

  it('has developer tools in development only', () => {
    const tools = (devTools: boolean) =>
      all(template({}, { devTools }).items).some(({ role }) => role === 'toggleDevTools')
    expect([tools(true), tools(false)]).toEqual([true, false])
  })
})
