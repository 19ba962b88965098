import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { initialLanguage, translateMessage } from './language.ts'
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

describe('the language at the start', () => {
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
})

it('translates a message of the services into the language of the window', async () => {
  const parts = [
    message('samples.ordersPlaced', { count: 48 }),
    message('samples.refusedService', { failed: 2 }),
  ]
  const summary = message('shared.sentence', { text: joinMessages(parts, ', ') })
  expect(await translateMessage('zh-CN', summary)).toBe('48 个订单已下单，2 个被服务拒绝。')
  expect(await translateMessage('en', summary)).toBe('48 orders placed, 2 refused by the service.')
})
