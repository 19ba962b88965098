import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceOptions, ReferenceService } from '../../../demoService/index.ts'
import { isFull } from '../../testing/faults.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { runInProcess } from '../../testing/processes/runInProcess.ts'
import { startService } from '../../testing/startService.ts'
import { exampleCohort as cohort } from './testing/openApp.ts'
import { commandsOn, firstLine, runCommand, startCommand } from './testing/runCommand.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const startFast = (options: ReferenceOptions = {}) => startService({ speed: 100, ...options })

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
    const { run } = scripted(await startFast())
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
  it('stores its key nowhere, whatever it does', async () => {
    const service = await startFast()
    const { run } = scripted(service)
    // Few enough rows for one window of the quota.
    const file = join(folder, 'twelve.csv')
    await writeFile(file, (await readFile(cohort, 'utf8')).split('\n').slice(0, 13).join('\n'))
    for (const args of [
      ['whoami'],
      ['samples', 'import', file, '--yes'],
      ['analyze', '--group', 'treated', '--clock'],
      ['export', 'results', '--out', '-'],
      ['drugs', 'search', 'rapamycin'],
    ])
      expect(await run(...args)).toMatchObject({ code: 0 })
    const { lines } = await run('samples', 'list')
    const screened = await run('screen', 'create', String(lines[1]?.['sample_id']), '--wait')
    const [task, hit] = screened.lines.filter(({ type }) => type !== 'progress')
    expect([task, hit]).toMatchObject([
      { type: 'task', state: 'succeeded' },
      { type: 'hit', rank: 1 },
    ])

    const contents: string[] = []
    for (const entry of await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        contents.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'))
    expect(contents.length).toBeGreaterThan(2)
    expect(contents.filter((content) => content.includes(service.apiKey))).toEqual([])
  })

  it('continues an interrupted import', async () => {
    const service = await startFast({ rate: { requests: 40, windowS: 1 } })
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
    const service = await startFast()
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
    const [one, other] = [await startFast(), await startFast({ seed: 2 })]
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
    const service = await startFast()
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
