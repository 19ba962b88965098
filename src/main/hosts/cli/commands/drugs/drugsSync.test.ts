import { describe, expect, it, onTestFinished } from 'vitest'
import type { FaultEntry } from '../../../../../demoService/http/faults.ts'
import { startScriptedServer } from '../../../../api/testing/scriptedServer.ts'
import { newFolder } from '../../../../testing/newFolder.ts'
import { startService } from '../../../../testing/startService.ts'
import { type Opened, openApp } from '../../testing/openApp.ts'
import { commandsOn } from '../../testing/runCommand.ts'

async function setUp(drugs = 150, faults: FaultEntry[] = [], variants: string[] = []) {
  const service = await startService({ drugs, faults, variants })
  const folder = newFolder()
  let opened: Promise<Opened> | undefined
  /** Opens the app with the first command. All commands share it. */
  const open = () => {
    opened ??= openApp(folder, service)
    return opened
  }
  onTestFinished(async () => (await opened)?.app.close())
  const run = async (...words: string[]) => (await open()).run(...words)
  return { service, processes: commandsOn(service, folder), open, run }
}

/** Syncs with a service whose list has these drugs and this total. */
async function syncList(items: object[], total: number) {
  const server = await startScriptedServer(() => ({ body: { code: 200, data: { items, total } } }))
  onTestFinished(server.close)
  return commandsOn({ url: server.url, apiKey: 'k' }, newFolder()).run(['drugs', 'sync'])
}

describe('drugs sync', () => {
  it('makes the catalog available offline, and reports its progress and cost', async () => {
    const { service, run } = await setUp()
    const { code, lines, stderr } = await run('drugs', 'sync')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(lines.at(-2)).toMatchObject({ type: 'progress', done: 150, total: 150 })
    expect(lines.at(-2)).toHaveProperty('rate_per_min')
    expect(lines.at(-2)).toHaveProperty('eta_s')
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      cached: 150,
      detailed: 0,
      failed: 0,
      // Two pages, and one to detect the base path.
      requests: 3,
      plan: expect.any(String),
      complete: 1,
    })
    const offline = await run('drugs', 'search', 'a', '--offline')
    expect(offline.lines.at(-1)).toMatchObject({ type: 'summary', source: 'cache' })
    // Detecting the base path takes one.
    expect(service.summary().requests).toBeLessThanOrEqual(3)
  })

  it('accepts a tag as a list, in any spelling, and prints the outcome once', async () => {
    const { call, run, runPlain } = await (await setUp()).open()
    const [hit] = (await call('drugs.search', { text: 'rapamycin' })).hits
    await call('drugs.mark', { drugId: hit?.drugId ?? '', name: hit?.name ?? '', tags: ['Kinase'] })
    const { lines } = await run('drugs', 'sync', '--list', 'kinase')
    expect(lines.at(-1)).toMatchObject({ cached: 1, complete: 1 })
    const { stdout, code } = await runPlain('drugs', 'sync', '--list', 'TAG:kinase')
    expect(code).toBe(0)
    expect(stdout.match(/available offline/g)).toHaveLength(1)
  })

  it('ends with 1 for a list with fewer drugs than its total', async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ drug_id: `D-${at}` }))
    const { code, lines } = await syncList(items, 350)
    expect(code).toBe(1)
    expect(lines.at(-1)).toMatchObject({ type: 'summary', cached: 100, total: 350, state: 'done' })
    expect(lines.at(-1)?.['complete']).toBeLessThan(0.5)
  })

  it('reads a whole list by cursors', async () => {
    const { run } = await setUp(150, [], ['cursor-pages'])
    expect((await run('check')).code).toBe(0)
    const { code, lines, stderr } = await run('drugs', 'sync')
    // A list that is read by cursors states no total.
    expect(lines.at(-1)).toMatchObject({ cached: 150, total: null, uncounted: true, message: null })
    expect([code, stderr]).toEqual([0, ''])
  })

  it.each(['zero-pages', 'offset-pages'])(
    'warns of a page numbering that a check read and the dialect does not set: %s',
    async (variant) => {
      const { run } = await setUp(150, [], [variant])
      await run('check')
      const { code, stderr } = await run('drugs', 'sync')
      expect(stderr).toContain('Set paging to')
      expect(code).toBe(1)
    },
  )

  it('follows cursors to the same page as by page numbers', async () => {
    const pageOf = async (variants: string[]) => {
      const { run } = await setUp(150, [], variants)
      const { code, lines } = await run('drugs', 'search', 'a', '--page', '3', '--limit', '5')
      expect(code).toBe(0)
      return { ids: lines.slice(0, -1).map((line) => line['drug_id']), summary: lines.at(-1) }
    }
    const numbered = await pageOf([])
    const followed = await pageOf(['cursor-pages'])
    expect(numbered.ids).toHaveLength(5)
    expect(followed.ids).toEqual(numbered.ids)
    // The service states no total.
    expect(followed.summary).toMatchObject({ source: 'service', total_is_least: true, notice: null })
  })

  it('counts drugs without an identifier and ends with 1', async () => {
    const items = Array.from({ length: 57 }, (_, at) => (at % 3 ? { drug_id: `D-${at}` } : { name: 'x' }))
    const { code, lines } = await syncList(items, 57)
    expect(code).toBe(1)
    expect(lines.at(-1)).toMatchObject({
      cached: 38,
      total: 57,
      without_id: 19,
      repeated_ids: 0,
      message: expect.stringMatching(/^19 drugs of the list have no identifier/),
    })
    expect(lines.at(-1)?.['complete']).toBeLessThan(0.7)
  })

  it('ends with 4 offline, with a message and without a request', async () => {
    const { service, run } = await setUp()
    const { code, stderr, lines } = await run('drugs', 'sync', '--offline')
    expect(code).toBe(4)
    expect(stderr).toMatch(/is offline/)
    expect(lines).toMatchObject([{ type: 'error', code: 'offline', details: { reason: 'switch' } }])
    expect(service.summary().requests).toBe(0)
  })

  it('ends with 4 and a summary if the service does not respond', async () => {
    const { service, run } = await setUp()
    await run('drugs', 'search', 'a')
    await service.close()
    const { code, stderr, lines } = await run('drugs', 'sync')
    expect(code).toBe(4)
    expect(stderr).toMatch(/cannot be reached/)
    const summary = { type: 'summary', complete: 0, state: 'paused', error: { code: 'offline' } }
    expect(lines.at(-1)).toMatchObject(summary)
  })

  it('ends with 130 at SIGINT, and continues when run again', async () => {
    const slow: FaultEntry = { match: { path: '/api/v1/drugs/' }, fault: 'delay', delayMs: 40 }
    // Fewer than the profile's limit per minute.
    const { service, processes } = await setUp(60, [slow])
    const sync = ['drugs', 'sync', '--detail', 'pathways']
    const { child, ended } = processes.start(sync)
    while (service.summary().requests < 20) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(130)
    expect(stopped.lines.at(-1)).toMatchObject({ type: 'summary', state: 'paused', cached: 60 })
    const again = await processes.run(sync)
    expect(again.code).toBe(0)
    expect(again.lines.at(-1)).toMatchObject({ cached: 60, detailed: 60, complete: 1 })
    expect(Number(again.lines.at(-1)?.['requests'])).toBeLessThanOrEqual(60 - 14)
    // Two of them detect the base path.
    expect(service.summary().requests).toBeLessThanOrEqual(61 + 4 + 2)
  })

  it('explains invalid arguments', async () => {
    const { run } = await setUp(1)
    for (const [words, message] of [
      [['--list', 'No such list'], /There is no list or tag "No such list"/],
      [['--list', 'a', '--category', 'b'], /only one of/],
      [['--list', 'a', '--cached'], /only one of/],
      [['--cached', '--detail', 'list'], /--detail pathways or --detail all/],
      [['--detail', 'some'], /names, list, pathways, all/],
      [['--per-hour', '0'], /from 1 to/],
    ] as const) {
      const { code, stderr } = await run('drugs', 'sync', ...words)
      expect([words, code, stderr]).toEqual([words, 2, expect.stringMatching(message)])
    }
  })
})
