import { describe, expect, it } from 'vitest'
import { commandOf, commands, isUsable, keysOf, menuTitles, stateOf, submenus } from './commands.ts'

describe('the list of commands', () => {
  it('gives each command its own name in both languages', () => {
    for (const language of ['en', 'zh-CN'] as const) {
      const names = commands.map(({ words }) => words[language])
      expect(new Set(names).size).toBe(commands.length)
      expect(names.every((name) => name.length > 0)).toBe(true)
    }
  })

  it.each([true, false])('gives every command different keys (on a Mac: %s)', (mac) => {
    const keys = commands.flatMap((command) => keysOf(command, mac))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('marks a letter of the English name that is unique in its menu', () => {
    for (const { id } of menuTitles) {
      const further = id === 'file' ? [submenus.recent, submenus.profiles] : []
      const own = [...commands.filter(({ menu }) => menu === id), ...further]
      for (const { words, letter } of own) expect(words.en).toContain(letter)
      const letters = own.map(({ letter }) => letter.toLowerCase())
      expect(letters.length - new Set(letters).size, `${id}: ${letters.join('')}`).toBe(0)
    }
  })

  it('uses the shortcuts that users know from other apps', () => {
    const first = (id: Parameters<typeof commandOf>[0]) => commandOf(id).keys[0]
    const ids = ['palette', 'import', 'export', 'find', 'settings', 'refresh'] as const
    expect(ids.map(first)).toEqual(['mod+K', 'mod+O', 'mod+E', 'mod+F', 'mod+,', 'F5'])
    expect([first('zoomIn'), first('zoomOut'), first('zoomReset')]).toEqual(['mod+=', 'mod+-', 'mod+0'])
    const digits = commands.flatMap(({ keys }) => keys).filter((keys) => /^mod\+[1-9]$/.test(keys))
    expect(digits).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `mod+${digit}`))
  })
})

describe('a command', () => {
  const none = stateOf({ profile: null, offlineSwitch: false })
  const own = stateOf({ profile: {}, offlineSwitch: false })
  const capsule = stateOf({ profile: { capsule: { fileName: 'a.pathclock' } }, offlineSwitch: true })
  const usable = (id: Parameters<typeof commandOf>[0]) =>
    [none, own, capsule].map((state) => isUsable(commandOf(id), state))

  it('that needs a profile is usable with one', () => expect(usable('export')).toEqual([false, true, true]))
  it('that changes a workspace is unusable in a capsule', () =>
    expect(usable('import')).toEqual([false, true, false]))
  it('without needs is always usable', () => expect(usable('openCapsule')).toEqual([true, true, true]))
  it('that turns the offline switch is usable in the opposite position', () => {
    expect(usable('goOffline')).toEqual([true, true, false])
    expect(usable('goOnline')).toEqual([false, false, true])
  })
})
