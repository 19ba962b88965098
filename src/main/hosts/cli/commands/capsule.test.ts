import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../../archive/archive.ts'
import { createApp } from '../../../compose/composeApp.ts'
import { createCall } from '../../../dispatch.ts'
import { withCapsule } from '../../../export/capsule/capsule.ts'
import { sealCapsule, unpackCapsule } from '../../../export/capsule/testing/makeCapsule.ts'
import { appOptions } from '../../../testing/appOptions.ts'
import { runInProcess } from '../../../testing/processes/runInProcess.ts'
import { makeStudyFolder } from '../../../testing/studyFolder.ts'

let home: Awaited<ReturnType<typeof makeStudyFolder>>
let file: string
const run = (...args: string[]) => runInProcess([...args, '--data', home.data, '--json'])
const groups = ['--by', 'group', '--a', 'treated', '--b', 'control']
beforeAll(async () => {
  home = await makeStudyFolder(8)
  file = join(home.data, 'study.pathclock')
  const { code, stderr } = await run('export', 'capsule', '--out', file, ...groups)
  if (code !== 0) throw new Error(stderr)
})
afterAll(() => home.remove())

it('an intact capsule is reported with exit code 0', async () => {
  const { code, lines } = await run('capsule', 'verify', file)
  expect(code).toBe(0)
  expect(lines).toEqual([
    expect.objectContaining({ type: 'summary', intact: true, problems: 0, samples: 8, synthetic: true }),
  ])
  const { stdout } = await runInProcess(['capsule', 'verify', file, '--data', home.data])
  expect(stdout).toMatch(/^Intact: \d+ files of 8 samples/)
})

it('a damaged capsule ends with 1 and names each file, and a file that is not a capsule ends with 2', async () => {
  const bytes = await readFile(file)
  const damaged = join(home.data, 'damaged.pathclock')
  const at = bytes.indexOf('viewer.html') + 40
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(damaged, bytes)
  const { code, lines } = await run('capsule', 'verify', damaged)
  expect(code).toBe(1)
  expect(lines).toEqual([
    { type: 'problem', path: 'viewer.html', problem: 'changed' },
    expect.objectContaining({ type: 'summary', intact: false, problems: 1 }),
  ])
  const opened = await run('capsule', 'open', damaged)
  expect([opened.code, opened.stderr]).toEqual([2, expect.stringContaining('viewer.html (changed)')])
  const none = await run('capsule', 'verify', join(home.data, 'profiles.json'))
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('is no study capsule')])
})

it('a capsule with damaged records ends with 1 when verified and with 2 when opened', async () => {
  const { files, manifest } = await unpackCapsule(file)
  const register = files.findIndex(({ path }) => path === 'register.jsonl')
  const lines = files[register]!.text.trimEnd().split('\n')
  const text = `${lines.with(1, lines[0]!).join('\n')}\n`
  const damaged = join(home.data, 'records.pathclock')
  const changed = files.with(register, { path: 'register.jsonl', text })
  await writeFile(damaged, await sealCapsule(changed, manifest))
  const verified = await run('capsule', 'verify', damaged)
  expect([verified.code, verified.lines[0]]).toEqual([
    1,
    { type: 'problem', path: 'register.jsonl', problem: 'repeated', line: 2 },
  ])
  const { stdout } = await runInProcess(['capsule', 'verify', damaged, '--data', home.data])
  expect(stdout).toContain('register.jsonl, line 2, repeats an id that is there already.')
  const opened = await run('capsule', 'open', damaged)
  expect([opened.code, opened.stderr]).toEqual([2, expect.stringContaining('line 2 of register.jsonl')])
})

it('the app writes the same bytes except for the time', async () => {
  const app = await createApp(appOptions(home.data))
  const other = join(home.data, 'other.pathclock')
  try {
    const call = createCall(app.dispatch)
    const { fileId } = app.files.reserve(other)
    const comparison = { groups: { by: 'group', values: ['treated', 'control'] } }
    const study = { kind: 'cohort' as const, of: { filter: {} }, comparison }
    const { jobId } = await call('documents.write', { fileId, settings: { document: 'capsule', study } })
    await expect
      .poll(async () => (await call('jobs.list', {})).find((job) => job.jobId === jobId)?.state, {
        timeout: 30_000,
      })
      .toBe('done')
  } finally {
    await app.close()
  }
  expect(await textsOf(other)).toEqual(await textsOf(file))
})

/** Returns every file in order. Times, and lengths and hashes of files with times, are replaced. */
async function textsOf(path: string): Promise<string[]> {
  return withCapsule({ path, name: 'x' }, async ({ archive, manifest }) => {
    const times = [manifest.made_at, `${manifest.made_at.slice(0, 19).replace('T', ' ')} UTC`]
    return Promise.all(
      archive.entries.map(async (one) => {
        const text = (await textOf(archive, one, 1e9)).replaceAll(/"(bytes|sha256)": [^,\n]+/g, '"$1"')
        return `${one.path}\n${times.reduce((all, time) => all.replaceAll(time, 'NOW'), text)}`
      }),
    )
  })
}

it('an opened capsule is readable by name, stays unchanged, and does not become the default profile', async () => {
  const before = await run('samples', 'list')
  const { code, lines } = await run('capsule', 'open', file)
  expect([code, lines]).toEqual([0, [expect.objectContaining({ type: 'summary', profile: 'study' })]])
  expect((await run('samples', 'list')).lines).toEqual(before.lines)
  const listed = await run('samples', 'list', '--profile', 'study')
  expect(listed.lines.filter(({ type }) => type === 'sample')).toHaveLength(8)
  const { code: refused, stderr } = await run('analyze', '--all', '--profile', 'study')
  expect([refused, stderr]).toEqual([2, expect.stringContaining('is read-only')])
  expect((await run('logout', '--profile', 'study')).code).toBe(0)
  expect((await run('samples', 'list', '--profile', 'study')).code).toBe(2)
  expect((await run('samples', 'list')).lines).toEqual(before.lines)
})
