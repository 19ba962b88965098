import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultEntry } from '../../../demoService/http/faults.ts'
import { saveFile } from './testing/openApp.ts'
import { startCommands } from './testing/runCommand.ts'

/** Sets up the command line with a faulty service and a table of `rows` samples. */
async function setUp(faults: FaultEntry[], rows: number) {
  const { run, folder, service } = await startCommands({ faults })
  const lines = Array.from({ length: rows }, (_, index) => `S-${index}`)
  const file = await saveFile(folder, 'samples.csv', `sample_name\n${lines.join('\n')}\n`)
  return { run: (...args: string[]) => run(args), file, folder, service }
}

describe('a failed job', () => {
  it.each([
    [403, 'forbidden'],
    [401, 'notSignedIn'],
  ])(
    'ends the command that placed orders, after HTTP %i, with code 3 and the summary',
    async (status, code) => {
      const match = { method: 'POST', path: '^/api/v1/samples' }
      const { run, file } = await setUp([{ match, fault: 'status', status }], 2)
      const imported = await run('samples', 'import', file, '--yes')
      const summary = { type: 'summary', queued: 2, error: { code } }
      expect(imported.code).toBe(3)
      expect(imported.lines.at(-1)).toMatchObject({ ...summary, rows: 2, created: 0 })
      expect(imported.lines.filter(({ type }) => type !== 'progress')).toHaveLength(1)
      const resumed = await run('samples', 'resume')
      expect(resumed.code).toBe(3)
      expect(resumed.lines.at(-1)).toMatchObject(summary)
    },
  )

  it('of a forbidden analysis ends with code 3 and the summary', async () => {
    const { run, file } = await setUp([{ match: { path: '^/api/v1/moa' }, fault: 'status', status: 403 }], 2)
    expect((await run('samples', 'import', file, '--yes')).code).toBe(0)
    const { code, lines } = await run('analyze', '--all')
    expect(code).toBe(3)
    expect(lines.at(-1)).toMatchObject({ type: 'summary', analysed: 0, error: { code: 'forbidden' } })
  })
})

describe('samples that could not be requested', () => {
  it('are reported, and end the command with code 1', async () => {
    const match = { method: 'GET', path: '^/api/v1/samples/' }
    const { run, file } = await setUp([{ match, fault: 'status', status: 404 }], 2)
    await run('samples', 'import', file, '--yes')
    const { code, stderr } = await run('samples', 'status')
    expect(code).toBe(1)
    expect(stderr).toContain('2 could not be checked')
  })
})

describe('the summary of an import', () => {
  it('is printed even if the file of failed rows cannot be written; if that is known first, no order is placed', async () => {
    const match = { method: 'POST', path: '^/api/v1/samples' }
    const { run, file, folder, service } = await setUp([{ match, fault: 'delay', delayMs: 500 }], 2)
    const importTo = (path: string) => run('samples', 'import', file, '--yes', '--failed-rows', path)
    const refused = await importTo(join(folder, 'no', 'f.csv'))
    expect(refused.lines).toMatchObject([{ type: 'error', code: 'file' }])
    expect(service.summary().orders).toBe(0)
    const importing = importTo(join(folder, 'f.csv'))
    await expect.poll(() => service.summary().requests).toBeGreaterThan(0)
    await mkdir(join(folder, 'f.csv'))
    const { code, lines } = await importing
    expect(code).toBe(2)
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      created: 2,
      error: { code: 'file', details: { name: 'f.csv' } },
    })
  })
})

describe('a service that does not respond', () => {
  it('ends a search and a drug with 4 although cached drugs are shown, and with 0 if offline was requested', async () => {
    const { run, service } = await setUp([], 1)
    await run('drugs', 'search', 'rapamycin')
    await service.close()
    const found = await run('drugs', 'search', 'rapamycin')
    const error = { code: 'offline', details: { reason: 'network' } }
    expect(found.lines).toMatchObject([
      { type: 'drug', source: 'cache' },
      { type: 'summary', total: 1, source: 'cache', error },
    ])
    expect(found.code).toBe(4)
    const nothing = await run('drugs', 'search', 'no such drug')
    expect([nothing.code, nothing.lines]).toMatchObject([4, [{ type: 'summary', total: 0, error }]])
    const drugId = String(found.lines[0]?.['drug_id'])
    const shown = await run('drugs', 'show', drugId)
    expect([shown.code, shown.lines.at(-1)]).toMatchObject([4, { type: 'summary', drug_id: drugId, error }])
    for (const args of [
      ['search', 'rapamycin'],
      ['show', drugId],
    ]) {
      const offline = await run('drugs', ...args, '--offline')
      expect([offline.code, offline.lines.at(-1)?.['error']]).toEqual([0, undefined])
    }
  })

  it("ends with the code of the failure if a drug's pathways did not arrive", async () => {
    const path = '^/api/v1/drugs/[^/]+/pathways'
    const { run } = await setUp([{ match: { path }, fault: 'status', status: 403 }], 1)
    const found = await run('drugs', 'search', 'rapamycin')
    const shown = await run('drugs', 'show', String(found.lines[0]?.['drug_id']))
    expect([shown.code, shown.lines.at(-1)]).toMatchObject([3, { error: { code: 'forbidden' } }])
  })

  it('ends a request for states with 4', async () => {
    const { run, service, folder } = await startCommands({ speed: 0.001 })
    const file = await saveFile(folder, 'samples.csv', 'sample_name\nA\nB\n')
    await run(['samples', 'import', file, '--yes'])
    await service.close()
    const { code, lines } = await run(['samples', 'status'])
    expect([code, lines.at(-1)]).toMatchObject([4, { type: 'error', code: 'offline' }])
  })
})
