import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { initialLanguage } from './language.ts'
import { readWindowState } from './window/windowState.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const window = (language: string | null) =>
  put('window.json', { bounds: null, maximized: false, theme: 'system', language, route: null })
const put = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
const language = (...system: string[]) =>
  initialLanguage(folder, readWindowState(join(folder, 'window.json')).language, system)

it('is the configured one, whatever the window used', () => {
  window('en')
  put('settings.json', { language: 'zh-CN', of: 'a later release' })
  expect(language('en-GB')).toBe('zh-CN')
})

it("is the system's if configured so, although the window used another", () => {
  window('en')
  put('settings.json', { language: 'system' })
  expect(language('zh-TW')).toBe('zh-CN')
  expect(language('de', 'en-US')).toBe('en')
})

it.each([undefined, '', '{"language":"fr"}', '[]'])(
  "is the window's if the settings are %j, and otherwise the system's",
  (settings) => {
    if (settings !== undefined) writeFileSync(join(folder, 'settings.json'), settings)
    expect(language('zh-Hans')).toBe('zh-CN')
    expect(language()).toBe('en')
    window(null)
    expect(language('zh-Hans')).toBe('zh-CN')
    window('zh-CN')
    expect(language('en')).toBe('zh-CN')
  },
)
