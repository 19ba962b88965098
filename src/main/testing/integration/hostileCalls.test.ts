import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../compose/composeApp.ts'
import { appOptions } from '../appOptions.ts'
import { newFileFolder } from '../newFolder.ts'

/** Values that a compromised page could send in place of a name, an id or an address. */
const names = [
  ...'__proto__ constructor hasOwnProperty toString .. CON /etc/passwd file:///etc/passwd'.split(' '),
  ...'../package.json cohort.csv/../../package.json %2e%2e%2fpackage.json'.split(' '),
  ...String.raw`..\..\package.json C:\Windows\win.ini \\evil.example\share\x.csv`.split(' '),
  'log.txt/../../settings.json',
  'cohort.csv\0',
]
const proxies = [
  'http://ann:word@proxy.example:3128',
  'ann@proxy.example:3128',
  'http://a:1;https=evil.example:2',
  'direct://',
  'socks5://evil.example:1080',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://proxy.example:3128/path?key=1',
  'http://proxy.example:3128\r\nX-Evil: 1',
  'http://proxy.example:99999',
  '<local>',
]

const folder = newFileFolder()
let app: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  app = await createApp({ ...appOptions(join(folder, 'data')), host: 'electron' })
})
afterAll(async () => {
  await app.close()
})

/** The code of a refusal; null where the call was answered. */
async function codeOf(name: string, input: unknown): Promise<string | null> {
  const reply = await app.dispatch(name, input)
  return reply.ok ? null : reply.failure.code
}

describe('a page that is no longer ours', () => {
  it('opens no file by naming it as an example or as one that was opened before', async () => {
    for (const name of names) {
      expect([name, await codeOf('examples.open', { name })]).toEqual([name, 'notFound'])
      expect([name, await codeOf('recent.open', { recentId: name })]).toEqual([name, 'notFound'])
      expect(['notFound', 'rejected']).toContain(await codeOf('examples.save', { name, fileId: 'none' }))
    }
  })

  it('writes no part into a report of a problem that was not gathered', async () => {
    const { fileId } = app.files.reserve(join(folder, 'report.zip'))
    for (const name of names)
      expect([name, await codeOf('problems.save', { fileId, words: name, parts: [name] })]).toEqual([
        name,
        'rejected',
      ])
    expect(await readdir(folder)).toEqual(['data'])
  })

  it('keeps how a table is arranged under any name, and changes nothing else by it', async () => {
    for (const table of names) {
      const layout = { columns: [{ id: table, hidden: true, pinned: false }], sort: [] }
      expect(await codeOf('tables.arrange', { table, layout })).toBeNull()
      expect(await app.dispatch('tables.layout', { table })).toMatchObject({ ok: true, value: layout })
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('columns')
    expect(({} as { hidden?: boolean }).hidden).toBeUndefined()
    expect((await readdir(join(folder, 'data'))).filter((file) => names.includes(file))).toEqual([])
  })

  it.each([
    { columns: [], sort: [], more: 1 },
    { columns: [{ id: 'a', width: 1e9 }], sort: [] },
    { columns: [{ id: 'a', width: -1 }], sort: [] },
    { columns: [{ id: 'x'.repeat(301) }], sort: [] },
    { columns: Array.from({ length: 30_000 }, () => ({ id: 'a' })), sort: [] },
    { columns: [], sort: Array.from({ length: 6 }, () => ({ column: 'a', order: 'asc' })) },
    JSON.parse('{"columns":[],"sort":[],"__proto__":{"x":1},"extra":{}}') as object,
    'text',
  ])('arranges no table in a way that there is none: %#', async (layout) => {
    expect(await codeOf('tables.arrange', { table: 'samples', layout })).toBe('rejected')
  })

  it.each([
    { serviceUrl: 'https://evil.example' },
    { authServer: 'https://evil.example' },
    { dialect: { base_path: 'https://evil.example/' } },
    { dialect: { base_path: '//evil.example' } },
    { dialect: { base_path: '/\\evil.example' } },
    { dialect: { base_path: '@evil.example' } },
    { dialect: { base_path: '/api/../../..//evil.example' } },
  ])('moves no profile with its sign-in to another origin: %j', async (change) => {
    const codeFor = (what: object) => codeOf('profiles.change', { profileId: 'p', ...what })
    expect(await codeFor({ dialect: { base_path: '/api/v1' } })).toBe('notFound')
    expect(await codeFor(change)).toBe('rejected')
  })

  it.each(proxies)('sends nothing by a proxy of the address %j', async (address) => {
    expect(await codeOf('settings.set', { proxy: { mode: 'manual', address } })).toBe('rejected')
    expect(await app.dispatch('settings.get', {})).toMatchObject({ value: { proxy: { mode: 'system' } } })
  })
})
