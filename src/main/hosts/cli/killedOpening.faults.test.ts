import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ProfilesFile } from '../../session/profiles/profiles.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { runInProcess } from '../../testing/processes/runInProcess.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { makeStudyFolder } from '../../testing/studyFolder.ts'
import { startCommand } from './testing/runCommand.ts'

const samples = 60

let home: Awaited<ReturnType<typeof makeStudyFolder>>
let file: string
beforeAll(async () => {
  home = await makeStudyFolder(samples)
  file = join(home.data, 'study.pathclock')
  const { code, stderr } = await runInProcess(['export', 'capsule', '--out', file, '--data', home.data])
  if (code !== 0) throw new Error(stderr)
})
afterAll(() => home.remove())

const capsulesIn = async (data: string): Promise<string[]> => {
  const text = await readFile(join(data, 'profiles.json'), 'utf8').catch(() => '{"profiles":[]}')
  return (JSON.parse(text) as ProfilesFile).profiles.map(({ id }) => id)
}

/** Lists the samples. Returns their number and stderr. */
async function listIn(data: string): Promise<{ total: number; stderr: string }> {
  const { lines, stderr } = await runInProcess(['samples', 'list', '--data', data, '--json'])
  return { total: lines.filter(({ type }) => type === 'sample').length, stderr }
}

/** Returns the duration of the command if it is not killed, in ms. */
async function timeOpening(): Promise<number> {
  const data = join(home.data, 'whole')
  await mkdir(data)
  const began = performance.now()
  const { code } = await startCommand(['capsule', 'open', file, '--data', data]).ended
  if (code !== 0) throw new Error('The capsule could not be opened.')
  return performance.now() - began
}

it('a killed opening leaves the whole workspace or none', { timeout: 600_000 }, async () => {
  const random = createSeededRandom(22)
  const tookMs = await timeOpening()
  const counts = { whole: 0, none: 0, half: 0 }
  const kills = scale(2, 60)
  for (let kill = 0; kill < kills; kill += 1) {
    const data = join(home.data, `killed-${kill}`)
    await mkdir(data)
    const { child, ended } = startCommand(['capsule', 'open', file, '--data', data])
    const timer = setTimeout(() => child.kill('SIGKILL'), tookMs * (0.3 + 0.7 * random()))
    await ended
    clearTimeout(timer)
    const [opened] = await capsulesIn(data)
    const listed = await listIn(data)
    // After a kill between the folder and the list of profiles, a whole workspace is found by its own record.
    const isNone = opened === undefined && listed.total === 0
    counts[listed.total === samples ? 'whole' : isNone ? 'none' : 'half'] += 1
    // A register without a profile must not be reported.
    expect(listed.stderr).not.toContain('belongs to no profile')
    const { code } = await runInProcess(['capsule', 'open', file, '--data', data])
    expect([code, (await listIn(data)).total]).toEqual([0, samples])
    expect(await readdir(join(data, 'profiles'))).toEqual(await capsulesIn(data))
  }
  printFigure('capsule', 'SIGKILL while a capsule is opened', { kills, ...counts })
  expect(counts.half).toBe(0)
})

it('an opening that ends between its folder and the list of profiles leaves the whole workspace', async () => {
  const data = join(home.data, 'between')
  await mkdir(data)
  expect((await runInProcess(['capsule', 'open', file, '--data', data])).code).toBe(0)
  const opened = await capsulesIn(data)
  await rm(join(data, 'profiles.json'))
  expect((await listIn(data)).total).toBe(samples)
  expect((await runInProcess(['capsule', 'open', file, '--data', data])).code).toBe(0)
  expect(await capsulesIn(data)).toEqual(opened)
})
