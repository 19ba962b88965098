import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../../demoService/index.ts'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { profilesFileSchema } from '../../../session/profiles/profiles.ts'
import { newFileFolder } from '../../../testing/newFolder.ts'
import { type CommandOutput, runAlone, runInProcess } from '../../../testing/processes/runInProcess.ts'
import { commandsOn } from '../testing/runCommand.ts'

const root = newFileFolder()
let service: ReferenceService
let backup: string
const at = (name: string) => join(root, name)

/** Runs with the key from the environment and the address as typed. */
const runAt = (data: string, url: string, ...args: string[]) =>
  commandsOn({ url, apiKey: service.apiKey }, at(data)).run(args)

let requests = 0
/** Runs without a sign-in. Every request is counted and fails. */
const runLocally = (data: string, ...args: string[]) =>
  runAlone([...args, '--data', at(data), '--json'], () => void (requests += 1))
const restore = (data: string, ...args: string[]) =>
  runLocally(data, 'workspace', 'restore', ...args, '--yes')
const samplesIn = ({ lines }: CommandOutput) => lines.filter(({ type }) => type === 'sample').length

const profilesIn = async (data: string) =>
  profilesFileSchema.parse(JSON.parse(await readFile(join(at(data), 'profiles.json'), 'utf8'))).profiles

beforeAll(async () => {
  backup = at('lab.pathclock-backup')
  service = await startReferenceService({ rate: { requests: 60_000, windowS: 60 }, speed: 1000 })
  await writeFile(at('samples.csv'), 'sample_name,group\nA,x\nB,y\nC,x\n')
  for (const args of [
    ['samples', 'import', at('samples.csv'), '--yes'],
    ['samples', 'status'],
    ['analyze', '--all', '--clock'],
    ['export', 'results', '--format', 'csv', '--out', at('results.csv')],
    ['workspace', 'backup', backup],
  ]) {
    const { code, stderr } = await runAt('lab', service.url, ...args)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  }
}, 120_000)
afterAll(async () => {
  await service.close()
})

it('workspace backup writes no key in any form', async () => {
  const contents = Object.values(unzipSync(await readFile(backup))).map((bytes) => Buffer.from(bytes))
  const has = (text: string) =>
    [text, Buffer.from(text).toString('base64').slice(0, -4), Buffer.from(text).toString('hex')].some(
      (form) => contents.some((bytes) => bytes.includes(form)),
    )
  expect(has(new URL(service.url).host)).toBe(true)
  expect(has(service.apiKey)).toBe(false)
})

/** Starts another service for the running test. */
async function startOther(): Promise<ReferenceService> {
  const other = await startReferenceService({ rate: { requests: 60_000, windowS: 60 }, speed: 1000 })
  onTestFinished(() => other.close())
  return other
}

describe('workspace restore', () => {
  it('creates the profile in an empty folder, and does not repeat paid requests', async () => {
    requests = 0
    const restored = await restore('new', backup)
    expect(restored.code).toBe(0)
    const summary = { type: 'summary', results: 6, doubtful: 0, missing: 0, saved_as: [] }
    expect(restored.lines.at(-1)).toMatchObject(summary)
    const exported = await runLocally('new', 'export', 'results', '--format', 'csv', '--out', at('new.csv'))
    expect(exported.code).toBe(0)
    expect(await readFile(at('new.csv'), 'utf8')).toBe(await readFile(at('results.csv'), 'utf8'))
    const analyzed = await runLocally('new', 'analyze', '--all', '--clock')
    expect([analyzed.code, requests]).toEqual([0, 0])
    // Signed in again, with another form of the address.
    const orders = service.summary().orders
    const address = `${service.url}/api/v1/`
    const again = await runAt('new', address, 'samples', 'import', at('samples.csv'), '--yes')
    expect(again.lines.at(-1)).toMatchObject({ created: 0, duplicates: 3 })
    expect(service.summary().orders).toBe(orders)
  })

  it('asks first; without a terminal it ends with 2 and names --yes', async () => {
    const { code, stderr } = await runLocally('asked', 'workspace', 'restore', backup)
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect((await runLocally('asked', 'samples', 'list')).code).not.toBe(0)
  })

  it.each(['', '/', '/api/v1', '/api/v1/'])(
    'restores beside existing data, whose address was typed with “%s”',
    async (path) => {
      const data = `typed${path.replaceAll('/', '-')}`
      const address = service.url + path
      expect((await runAt(data, address, 'whoami')).code).toBe(0)
      const { code, stderr, lines } = await runAt(data, address, 'workspace', 'restore', backup, '--yes')
      expect([code, stderr]).toEqual([0, ''])
      expect(lines.at(-1)).toMatchObject({ results: 6 })
      expect(samplesIn(await runAt(data, service.url, 'samples', 'list'))).toBe(3)
      expect(await profilesIn(data)).toHaveLength(1)
    },
  )

  it('does not assume that another service is the same one', async () => {
    const other = await startOther()
    const name = new URL(other.url).host
    await commandsOn(other, at('moved')).run(['whoami'])
    const refused = await restore('moved', backup, '--profile', name)
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--other-service')])
    expect((await restore('moved', backup, '--service', other.url)).code).toBe(2)
    const confirmed = await restore('moved', backup, '--profile', name, '--other-service')
    expect([confirmed.code, confirmed.lines.at(-1)?.['profile']]).toEqual([0, name])
  })

  it('does not change other profiles', async () => {
    const other = await startOther()
    await commandsOn(other, at('two')).run(['samples', 'import', at('samples.csv'), '--yes'])
    expect((await restore('two', backup)).code).toBe(0)
    const profile = ['--profile', new URL(other.url).host]
    expect(samplesIn(await runLocally('two', 'samples', 'list', ...profile))).toBe(3)
  })

  it('names the refused file and changes nothing', async () => {
    await writeFile(at('bad.pathclock-backup'), (await readFile(backup)).subarray(0, -100))
    const { code, stderr } = await restore('bad', at('bad.pathclock-backup'))
    expect(code).toBe(2)
    expect(stderr).toContain('“bad.pathclock-backup” is not a sound backup')
    const verified = await runLocally('lab', 'journal', 'verify', at('bad.pathclock-backup'))
    expect([verified.code, verified.lines.at(-1)?.['damaged']]).toEqual([1, 1])
    expect((await runLocally('lab', 'journal', 'verify', backup)).code).toBe(0)
  })
})

describe('the names of earlier versions', () => {
  it('still work: journal backup, and journal restore of both file types', async () => {
    await cp(at('lab'), at('earlier'), { recursive: true })
    const written = await runLocally('earlier', 'journal', 'backup', at('j.pathclock-backup'))
    expect(written.lines.at(-1)).toMatchObject({ type: 'summary', results: 6 })
    expect((await runLocally('earlier', 'journal', 'restore', at('j.pathclock-backup'), '--yes')).code).toBe(
      0,
    )
    const [profile] = await profilesIn('earlier')
    await mkdir(at('copies'))
    await writeBackup(at(`earlier/profiles/${profile?.id}/journal.db`), at('copies/journal.db'))
    const journal = ['journal', 'restore', at('copies/journal.db'), '--yes']
    const copy = await runLocally('earlier', ...journal)
    expect([copy.code, copy.lines.at(-1)?.['doubtful']]).toEqual([0, 0])
    const empty = await runAt('empty', `${service.url}/api/v1`, ...journal)
    expect([empty.code, empty.lines.at(-1)?.['rows']]).toEqual([0, copy.lines.at(-1)?.['rows']])
  })

  it('are not in the help', async () => {
    const { stdout } = await runInProcess(['--help'])
    expect(stdout).toContain('workspace backup')
    expect(stdout).not.toMatch(/journal (backup|restore)/)
  })
})
