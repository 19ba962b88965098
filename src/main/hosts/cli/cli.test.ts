import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ReferenceOptions,
  type ReferenceService,
  startReferenceService,
} from '../../../demoService/index.ts'
import { isFull } from '../../testing/faults.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { runInProcess } from '../../testing/processes/runInProcess.ts'
import { exampleCohort as cohort } from './testing/openApp.ts'
import { commandsOn, firstLine, runCommand, startCommand } from './testing/runCommand.ts'

let folder: string
const services: ReferenceService[] = []
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())))

const startService = async (options: ReferenceOptions = {}) => {
  const rate = { requests: 6000, windowS: 60 }
  const service = await startReferenceService({ speed: 100, rate, ...options })
  services.push(service)
  return service
}

/** Runs commands as a script does, without a keychain. */
const scripted = (service: ReferenceService) => {
  const { run, start } = commandsOn(service, join(folder, 'data'))
  return { run: (...args: string[]) => run(args), start: (...args: string[]) => start(args) }
}

const table = async (path: string) =>
  parse(await readFile(path, 'utf8'), { columns: true }) as Record<string, string>[]

describe('pathclock demo', () => {
  it('runs all steps, and does not order again on a second run in the same folder', async () => {
    const runDemo = () => runInProcess(['demo', '--dir', folder, '--json'])
    const first = await (isFull ? runCommand(['demo', '--dir', folder, '--json']) : runDemo())
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const summary = { type: 'summary', rows: 48, analysed: 48, failed: 0 }
    expect(first.lines.at(-1)).toMatchObject({ ...summary, created: 48, duplicates: 0 })
    expect(first.lines.some(({ type }) => type === 'progress')).toBe(true)
    expect(first.stdout.trim().split('\n')).toHaveLength(first.lines.length)

    const second = await runDemo()
    expect(second.lines.at(-1)).toMatchObject({ ...summary, created: 0, duplicates: 48 })
    expect(second.code).toBe(0)

    const results = await table(join(folder, 'results.csv'))
    expect(new Set(results.map((row) => row['sample_id'])).size).toBe(48)
    expect(new Set(results.map((row) => row['group']))).toEqual(new Set(['control', 'treated']))
    expect(
      results.every((row) => Number.isFinite(Number(row['activity'])) && row['aging_offset'] !== ''),
    ).toBe(true)
    expect(results[0]).toMatchObject({ synthetic: 'true' })
    expect(await table(join(folder, 'samples.csv'))).toHaveLength(48)
  })

  it('does not overwrite a table that it has not written itself', async () => {
    await writeFile(join(folder, 'results.csv'), 'mine')
    const { code, stderr, lines } = await runInProcess(['demo', '--dir', folder, '--json'])
    expect(stderr).toContain('“results.csv” in')
    expect(code).toBe(2)
    expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'usage' })
    expect(await readFile(join(folder, 'results.csv'), 'utf8')).toBe('mine')
  })
})

describe('damaged files', () => {
  it('are reported on stderr, with the effect on orders', async () => {
    const { run } = scripted(await startService())
    await run('samples', 'list')
    const profiles = join(folder, 'data', 'profiles')
    const [profileId = ''] = await readdir(profiles)
    await writeFile(join(profiles, profileId, 'journal.db'), 'no database '.repeat(1000))
    const afterJournal = await run('samples', 'list')
    expect(afterJournal.code).toBe(0)
    expect(afterJournal.stderr).toMatch(/journal was damaged.*All orders are known from the order log/)

    await writeFile(join(folder, 'data', 'profiles.json'), '{"profiles":')
    const afterProfiles = await run('samples', 'list')
    expect(afterProfiles.stderr).toMatch(
      /profiles\.json was damaged.*rebuilt it from the folders of the profiles/,
    )
    expect((await run('samples', 'list')).stderr).toBe('')
  })
})

describe('a script without a keychain', () => {
  it('imports, analyses, lists and exports; the key is stored nowhere', async () => {
    const service = await startService()
    const { run } = scripted(service)
    // Few enough rows for one window of the quota.
    const file = join(folder, 'twelve.csv')
    await writeFile(file, (await readFile(cohort, 'utf8')).split('\n').slice(0, 13).join('\n'))
    expect((await run('whoami')).lines[0]).toMatchObject({ type: 'user', service: service.url })

    const dry = await run('samples', 'import', file, '--dry-run')
    expect(dry.lines.at(-1)).toMatchObject({ rows: 12, valid: 12, invalid: 0, created: 0, batch: null })
    expect(service.summary().orders).toBe(0)

    const sent = await run('samples', 'import', file, '--yes')
    expect(sent.code).toBe(0)
    expect(sent.lines.at(-1)).toMatchObject({
      type: 'summary',
      rows: 12,
      valid: 12,
      invalid: 0,
      created: 12,
      failed: 0,
      unknown: 0,
      duplicates: 0,
      problems: [],
    })
    const again = await run('samples', 'import', file, '--yes')
    expect(again.lines.at(-1)).toMatchObject({ created: 0, duplicates: 12 })
    expect(service.summary().orders).toBe(12)

    const analysed = await run('analyze', '--group', 'treated', '--clock')
    expect(analysed).toMatchObject({ code: 0 })
    expect(analysed.lines.at(-1)).toMatchObject({ type: 'summary', analysed: 6, failed: 0 })

    const { lines } = await run('samples', 'list')
    expect(lines).toHaveLength(13)
    expect(lines[0]).toMatchObject({
      type: 'sample',
      client_reference: 'HLS-001',
      fields: { group: 'control' },
    })

    const exported = await run('export', 'results', '--format', 'csv', '--out', '-')
    const [header] = exported.stdout.split('\r\n')
    expect(header).toMatch(/^sample_id,client_reference,.*,pathway,activity,aging_offset,fetched_at,service,/)

    const found = await run('drugs', 'search', 'rapamycin')
    expect(found.lines[0]).toMatchObject({ type: 'drug', source: 'service' })
    expect(found.lines.at(-1)).toMatchObject({ type: 'summary', source: 'service' })

    const sampleId = String(lines[1]?.['sample_id'])
    const screened = await run('screen', 'create', sampleId, '--wait')
    const records = screened.lines.filter(({ type }) => type !== 'progress')
    expect(records[0]).toMatchObject({ type: 'task', state: 'succeeded' })
    expect(records[1]).toMatchObject({ type: 'hit', rank: 1 })

    const contents: string[] = []
    for (const entry of await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        contents.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'))
    expect(contents.length).toBeGreaterThan(2)
    expect(contents.filter((content) => content.includes(service.apiKey))).toEqual([])
  })

  it('continues an interrupted import', async () => {
    const service = await startService({ rate: { requests: 40, windowS: 1 } })
    const { run, start } = scripted(service)
    const { child, ended } = start('samples', 'import', cohort, '--yes')
    await firstLine(child, 'progress')
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(130)
    expect(stopped.lines.at(-1)).toMatchObject({ type: 'summary', rows: 48 })
    expect(service.summary().orders).toBeLessThan(48)

    const resumed = await run('samples', 'resume')
    expect(resumed).toMatchObject({ code: 0 })
    const final = await run('samples', 'import', cohort, '--yes')
    expect(final.lines.at(-1)).toMatchObject({ duplicates: expect.any(Number) as number, failed: 0 })
    expect(service.summary().orders).toBe(48)
  })
})

describe('exit codes', () => {
  it('distinguish missing sign-ins, forbidden calls and refusals by the service', async () => {
    const service = await startService()
    const data = ['--data', join(folder, 'data')]
    const nobody = await runInProcess(['samples', 'list', ...data])
    expect(nobody.code).toBe(3)
    expect(nobody.stderr).toContain('pathclock login')
    const wrongKey = await runInProcess(['whoami', '--service', service.url, ...data], {
      env: { PATHCLOCK_API_KEY: 'wrong-key' },
    })
    expect(wrongKey.code).toBe(3)
    expect((await scripted(service).run('whoami', '--offline')).code).toBe(4)
    await service.close()
    expect((await scripted(service).run('whoami')).code).toBe(4)
  })

  it('mark an import that cannot ask, with empty stdout', async () => {
    const noAnswer = await runInProcess(['samples', 'import', cohort, '--data', folder])
    expect(noAnswer).toMatchObject({ code: 2, stdout: '' })
    expect(noAnswer.stderr).toContain('--yes')
  })

  it('reject a profile and an address that do not match', async () => {
    const [one, other] = [await startService(), await startService({ seed: 2 })]
    for (const service of [one, other]) expect((await scripted(service).run('whoami')).code).toBe(0)
    const mixed = ['samples', 'list', '--profile', new URL(one.url).host, '--service', other.url]
    const refused = { code: 2, stdout: '', stderr: expect.stringContaining('Give only one of the two') }
    expect(await runInProcess([...mixed, '--data', join(folder, 'data')])).toMatchObject(refused)
    const env = { PATHCLOCK_API_KEY: other.apiKey }
    expect(await runInProcess([...mixed, '--data', join(folder, 'data')], { env })).toMatchObject(refused)
    const agreeing = ['samples', 'list', '--profile', new URL(other.url).host, '--service', other.url]
    expect((await runInProcess([...agreeing, '--data', join(folder, 'data')], { env })).code).toBe(0)
  })

  it.skipIf(process.platform !== 'linux')('are 3 where no keychain can keep a sign-in', async () => {
    const service = await startService()
    const { code, stderr } = await runCommand(
      ['login', '--service', service.url, '--api-key-stdin', '--data', folder],
      { stdin: `${service.apiKey}\n` },
    )
    expect(code).toBe(3)
    expect(stderr).toContain('PATHCLOCK_API_KEY')
  })
})

describe('servers', () => {
  it('print their address, and a summary when they are stopped', async () => {
    const { child, ended } = startCommand(['demo-service', '--json', '--seed', '7', '--rate', '5/1'])
    const { url, apiKey } = await firstLine(child, 'listening')
    const answer = await fetch(`${String(url)}/users/me`, {
      headers: { authorization: `Bearer ${String(apiKey)}` },
    })
    await answer.arrayBuffer()
    child.kill('SIGTERM')
    const { code, lines } = await ended
    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ type: 'summary', orders: 0, tasks: 0, requests: 1 })
  })
})
