import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFull } from '../../../src/main/testing/faults.ts'
import type { Job } from '../../../src/shared/contract/state.ts'
import { joinMessages } from '../../../src/shared/words/message.ts'
import type { ElectronSim } from '../index.ts'
import type { RecordedMenuItem } from '../messages.ts'
import { useHost } from './startHost.ts'

const { start, end, newDataFolder } = useHost()

type Bridge = {
  pathclock: {
    call(name: string, input?: unknown): Promise<{ ok: boolean; value?: unknown }>
    listen(name: string, listener: (payload: unknown) => void): () => void
  }
}
const call = (app: ElectronSim, name: string, input: unknown = {}) =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)
const next = (app: ElectronSim, name: string): Promise<unknown> =>
  app.page.evaluate(
    (event) => new Promise((done) => (window as unknown as Bridge).pathclock.listen(event, done)),
    name,
  )
/** Changes the responses of the minimal services. */
const changeServices = (app: ElectronSim, change: object) => call(app, 'drugLists.change', change)

const all = (items: readonly RecordedMenuItem[]): RecordedMenuItem[] =>
  items.flatMap((item) => [item, ...all(item.submenu)])
const menuOf = async (app: ElectronSim) => all((await app.recorded()).menu)
const item = async (app: ElectronSim, label: string) =>
  (await menuOf(app)).find((found) => found.label.replace('&', '') === label)

describe('the menu', () => {
  it.runIf(isFull)("is in the system's language, and changes with the setting", async () => {
    const app = await start({ languages: ['fr-FR', 'zh-Hans-CN', 'en'] })
    await expect.poll(async () => (await app.recorded()).menu[0]?.label).toBe('文件(&F)')
    await changeServices(app, { settings: { language: 'en', systemNotices: true } })
    await expect.poll(async () => (await app.recorded()).menu[0]?.label).toBe('&File')
    const { length } = (await app.recorded()).menus
    await changeServices(app, {})
    await changeServices(app, { recent: [{ recentId: 'r1', name: 'kept.csv' }] })
    await expect.poll(async () => (await app.recorded()).menus.length).toBe(length + 1)
  })

  it.runIf(isFull)('starts in the last language, before the services report the setting', async () => {
    const dataFolder = await newDataFolder()
    const first = await start({ dataFolder })
    await changeServices(first, { settings: { language: 'zh-CN', systemNotices: true } })
    await expect.poll(async () => (await first.recorded()).menu[0]?.label).toBe('文件(&F)')
    await end()
    const app = await start({ dataFolder, languages: ['en-GB'] })
    await expect.poll(async () => (await app.recorded()).menus.map(([file]) => file)).toContain('&File')
    expect((await app.recorded()).menus[0]?.[0]).toBe('文件(&F)')
  })

  it('disables commands that need a profile until there is one', async () => {
    const app = await start()
    await expect.poll(async () => (await item(app, 'Export…'))?.enabled).toBe(true)
    await changeServices(app, { status: { profile: null, profiles: [] } })
    await expect.poll(async () => (await item(app, 'Export…'))?.enabled).toBe(false)
    expect((await item(app, 'Open a capsule…'))?.enabled).toBe(true)
    await changeServices(app, { status: { profile: { id: 'p1', capsule: {} }, profiles: [] } })
    await expect.poll(async () => (await item(app, 'Export…'))?.enabled).toBe(true)
    expect((await item(app, 'Import samples…'))?.enabled).toBe(false)
    await expect(app.clickMenu('Import samples…')).rejects.toThrow('is disabled')
  })

  it('opens a recent file, and reports if it is gone', async () => {
    const app = await start()
    const recent = [
      { recentId: 'r1', name: 'kept.csv' },
      { recentId: 'r2', name: 'lost & found.csv' },
    ]
    await changeServices(app, { recent })
    await expect.poll(() => item(app, 'kept.csv')).toBeTruthy()
    const received = next(app, 'file.received')
    await app.clickMenu('kept.csv')
    expect(await received).toEqual({ fileId: 'f2', name: 'kept.csv', sizeBytes: 2 })
    expect((await app.recorded()).recentDocuments).toEqual(['/lab/kept.csv'])
    await app.answerMessageBox(0)
    await app.clickMenu('lost & found.csv')
    await expect
      .poll(async () => (await app.recorded()).dialogs)
      .toMatchObject([
        {
          options: {
            type: 'error',
            message: 'The file was not opened.',
            detail: 'It is gone.',
            buttons: ['OK'],
          },
        },
      ])
    await app.clickMenu('Clear this list')
    await expect.poll(() => item(app, 'kept.csv')).toBeUndefined()
    expect((await app.recorded()).recentDocuments).toEqual([])
  })

  it.runIf(isFull)('opens another profile, and marks the open one even if that failed', async () => {
    const app = await start()
    const profiles = [
      { id: 'p1', name: 'Lab' },
      { id: 'https://not-listed.example/', name: 'Other' },
    ]
    await changeServices(app, { status: { profile: { id: 'p1' }, profiles } })
    await expect.poll(() => item(app, 'Other')).toMatchObject({ checked: false })
    expect(await item(app, 'Lab')).toMatchObject({ checked: true })
    await app.answerMessageBox(0)
    await app.clickMenu('Other')
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    await expect.poll(() => item(app, 'Other')).toMatchObject({ checked: false })
  })
})

describe('the window', () => {
  it.runIf(isFull)('zooms in steps by menu, keys and wheel, and reopens at the same zoom', async () => {
    const dataFolder = await newDataFolder()
    const first = await start({ dataFolder })
    const zoom = async (app: ElectronSim) => (await app.recorded()).windows[0]?.zoom
    await first.clickMenu('Zoom in')
    await first.clickMenu('CmdOrCtrl+=')
    await first.clickMenu('CmdOrCtrl+Plus')
    expect(await zoom(first)).toBe(1.5)
    await first.turnWheel('out')
    expect(await zoom(first)).toBe(1.25)
    await end()
    const restarted = await start({ dataFolder })
    await expect.poll(() => zoom(restarted)).toBe(1.25)
    await restarted.clickMenu('Actual size')
    expect(await zoom(restarted)).toBe(1)
  })

  it('reopens at its last position and size', async () => {
    const dataFolder = await newDataFolder()
    const first = await start({ dataFolder })
    await first.moveWindow({ x: 40, y: 60, width: 1100, height: 700 }, true)
    await end()
    const restarted = await start({ dataFolder })
    const { options, maximized } = (await restarted.recorded()).windows[0] ?? {}
    expect(options).toMatchObject({ x: 40, y: 60, width: 1100, height: 700 })
    expect(maximized).toBe(true)
    expect(statSync(join(dataFolder, 'window.json')).mode & 0o077).toBe(0)
  })

  it.runIf(isFull)('reopens the last screen of the same profile', async () => {
    const dataFolder = await newDataFolder()
    const first = await start({ dataFolder })
    await first.page.evaluate(() => history.pushState(null, '', '#/study/all/samples?sample=S1'))
    await expect.poll(async () => (await first.recorded()).windows[0]?.url).toContain('#/study/all/samples')
    await end()
    const second = await start({ dataFolder })
    expect(second.page.url()).toMatch(/index\.html#\/study\/all\/samples\?sample=S1$/)
    await end()
    const state = JSON.parse(readFileSync(join(dataFolder, 'window.json'), 'utf8')) as { route: object }
    expect(state.route).toEqual({ profileId: 'p1', hash: '/study/all/samples?sample=S1' })
    const third = await start({ dataFolder, env: { FIXTURE: 'otherProfile' } })
    await expect.poll(() => third.page.url()).toMatch(/index\.html$/)
  })

  it.runIf(isFull)('has a context menu on fields and selected text only', async () => {
    const app = await start()
    const flags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true }
    const none = { isEditable: false, selectionText: ' ', editFlags: flags }
    expect(await app.contextMenu(none)).toBeNull()
    const brief = (items: RecordedMenuItem[] | null) =>
      items?.map(({ label, role, enabled, type }) => (type === 'separator' ? '-' : [label, role, enabled]))
    expect(brief(await app.contextMenu({ ...none, selectionText: 'S1' }))).toEqual([['Copy', 'copy', true]])
    expect(brief(await app.contextMenu({ ...none, isEditable: true }))).toEqual([
      ['Cut', 'cut', false],
      ['Copy', 'copy', true],
      ['Paste', 'paste', true],
      '-',
      ['Select all', 'selectAll', true],
    ])
    await changeServices(app, { settings: { language: 'zh-CN', systemNotices: true } })
    await expect.poll(async () => (await app.recorded()).menu[0]?.label).toBe('文件(&F)')
    expect(brief(await app.contextMenu({ ...none, selectionText: 'S1' }))).toEqual([['复制', 'copy', true]])
  })
})

describe('a link or file from outside', () => {
  const links = (app: ElectronSim) => next(app, 'link.received')

  it('can be a link from the command line, a second start or macOS', async () => {
    const app = await start({ args: ['pathclock://drugs/D1', '--data', '/elsewhere'] })
    expect(await links(app)).toEqual({ link: 'pathclock://drugs/D1' })
    await app.leave()
    const second = links(app)
    await app.secondInstance(['--allow-file-access', 'pathclock://samples/S%201'])
    expect(await second).toEqual({ link: 'pathclock://samples/S%201' })
    expect((await app.recorded()).windows[0]?.focused).toBe(true)
    const handed = links(app)
    expect(await app.openUrl('pathclock://results')).toBe(true)
    expect(await handed).toEqual({ link: 'pathclock://results' })
  })

  it('is reported as invalid if it names no place, and is not passed on', async () => {
    const app = await start()
    for (const link of ['pathclock://settings', 'pathclock://drugs/D1?x=<script>', 'pathclock://']) {
      const received = links(app)
      await app.secondInstance([link])
      expect(await received).toEqual({ link: null })
    }
  })

  it.runIf(isFull)('can be a capsule as well as a table', async () => {
    const app = await start({ args: ['/lab/study.pathclock'] })
    expect(await next(app, 'file.received')).toMatchObject({ name: '/lab/study.pathclock' })
  })
})

describe('the clipboard', () => {
  it('is denied to the page, but accepts what the user copies', async () => {
    const app = await start()
    expect(await app.askPermission('clipboard-sanitized-write')).toEqual({ request: false, check: false })
    const errorName = await app.page.evaluate(() =>
      navigator.clipboard.writeText('a').then(String, (error: Error) => error.name),
    )
    expect(errorName).toBe('NotAllowedError')
    await app.page.evaluate(() => {
      const field = document.createElement('input')
      field.id = 'field'
      document.body.append(field)
    })
    // Selects and copies text, which a page may do after a click.
    await app.page.evaluate(() => {
      document.body.addEventListener('click', () => {
        const area = document.createElement('textarea')
        area.value = 'copied without permission'
        document.body.append(area)
        area.select()
        document.execCommand('copy')
        area.remove()
      })
    })
    await app.page.click('body', { position: { x: 5, y: 5 } })
    await app.page.focus('#field')
    await app.page.keyboard.press('Control+V')
    expect(await app.page.inputValue('#field')).toBe('copied without permission')
  })

  it.runIf(isFull)('accepts pictures from main', async () => {
    const app = await start()
    const png = Buffer.from('\x89PNG\r\n').toString('base64')
    expect(await call(app, 'figures.copyPng', { png })).toMatchObject({ ok: true })
    expect((await app.recorded()).clipboard).toEqual([{ 'image/png': Buffer.from(png, 'base64').length }])
  })
})

describe.runIf(isFull)('system notifications', () => {
  it('are not shown if the user has turned them off', async () => {
    const app = await start()
    const job: Job = {
      jobId: 'j',
      kind: 'analysis',
      title: joinMessages([`Analyze 1 sample`]),
      state: 'done',
      done: 1,
      failed: 0,
      total: 1,
      ratePerMin: null,
      etaS: null,
      startedAt: '2026-01-01T00:00:00Z',
      endedAt: '2026-01-01T00:01:00Z',
      message: null,
      batchId: null,
    }
    const endJob = () => call(app, 'imports.send', { name: 'job.ended', payload: job })
    await changeServices(app, { settings: { language: 'zh-CN', systemNotices: false } })
    await expect.poll(async () => (await app.recorded()).menu[0]?.label).toBe('文件(&F)')
    await app.leave()
    await endJob()
    expect((await app.recorded()).notifications).toEqual([])
    await changeServices(app, { settings: { language: 'en', systemNotices: true } })
    await expect.poll(async () => (await app.recorded()).menu[0]?.label).toBe('&File')
    await endJob()
    await expect.poll(async () => (await app.recorded()).notifications).toHaveLength(1)
  })
})
