import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withSql } from '../../adapters/sqlite/inspect.ts'
import { openArchive, unpack } from '../../archive/archive.ts'
import { zipFiles } from '../../archive/zip.ts'
import { restoreWorkspace } from '../../compose/workspaceBackup/restoreWorkspace.ts'
import { isFull, printFigure, scale } from '../faults.ts'
import { mutantEnv } from '../mutations.ts'
import { exchangeJournal } from '../processes/exchangeJournal.ts'
import { runAlone } from '../processes/runInProcess.ts'
import { createSeededRandom } from '../seededRandom.ts'
import { makeStudyFolder } from '../studyFolder.ts'

const sampleCount = scale(120, 10_000)
const timeout = 1_800_000
const exports = ['results', 'samples'] as const
let lab: Awaited<ReturnType<typeof makeStudyFolder>>
/** A small workspace, for damage and kills. */
let small: Awaited<ReturnType<typeof makeStudyFolder>>
const at = (name: string) => join(small.data, name)
let backup: string
let smallBackup: string
beforeAll(async () => {
  lab = await makeStudyFolder(sampleCount)
  backup = join(lab.data, 'lab.pathclock-backup')
  small = await makeStudyFolder(12)
  smallBackup = at('small.pathclock-backup')
  await ok(run(small.data, 'workspace', 'backup', smallBackup))
}, timeout)
afterAll(async () => {
  await lab.remove()
  await small.remove()
})

/** Runs a command; each request that would leave is counted, and fails. */
let requests = 0
const run = (data: string, ...args: string[]) =>
  runAlone([...args, '--data', data, '--json'], () => void (requests += 1))

async function ok(running: ReturnType<typeof run>) {
  const ended = await running
  if (ended.code !== 0) throw new Error(`exit ${ended.code}: ${ended.stderr}`)
  return ended.lines.at(-1) ?? {}
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

async function exportAll(data: string): Promise<string[]> {
  const hashes: string[] = []
  for (const what of exports) {
    const out = join(data, `${what}.csv`)
    await ok(run(data, 'export', what, '--format', 'csv', '--out', out))
    hashes.push(sha256(out))
  }
  return hashes
}

/** The contents of a folder, without locks. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/\.lock$|-shm$|-wal$/.test(name) && statSync(join(folder, name)).isFile())
      .map((name) => [name, sha256(join(folder, name))]),
  )

describe('a laptop that is lost', () => {
  it('is replaced with 3 commands, without a network: the exports are the same bytes', {
    timeout,
  }, async () => {
    const before = await exportAll(lab.data)
    const written = await ok(run(lab.data, 'workspace', 'backup', backup))
    const data = join(lab.data, 'new-laptop')
    requests = 0
    const startMs = performance.now()
    const restored = await ok(run(data, 'workspace', 'restore', backup, '--yes'))
    const restoreMs = Math.round(performance.now() - startMs)
    const { rows, results } = written
    expect(restored).toMatchObject({ rows, results, doubtful: 0, saved_as: [] })
    expect(await exportAll(data)).toEqual(before)
    // All but the last sample had results.
    const known = Array.from({ length: 20 }, (_, index) => `s-${String(index).padStart(5, '0')}`).join(',')
    const analyzed = await run(data, 'analyze', '--samples', known, '--clock')
    expect([analyzed.code, requests]).toEqual([0, 0])
    printFigure('quality 19', 'backup restored on an empty machine', {
      samples: sampleCount,
      results: Number(written['results']),
      megabytes: Math.round(Number(written['size_bytes']) / 1e6),
      'restore ms': restoreMs,
      requests,
    })
  })
})

type Entry = { path: string; bytes: Buffer }

/** The entries of a backup, which a test changes and packs again. */
async function entriesOf(path: string): Promise<Entry[]> {
  const archive = await openArchive(path)
  if (!archive) throw new Error('The backup is no archive.')
  const entries: Entry[] = []
  for (const entry of archive.entries) {
    const chunks: Buffer[] = []
    for await (const chunk of unpack(archive, entry, 1e9)) chunks.push(chunk)
    entries.push({ path: entry.path, bytes: Buffer.concat(chunks) })
  }
  await archive.close()
  return entries
}

const pack = (entries: readonly { path: string; bytes: Uint8Array }[]): Promise<Buffer> =>
  buffer(
    zipFiles(
      entries.map(({ path, bytes }) => ({ path, chunks: [bytes] })),
      () => new Error('too long'),
    ),
  )

/** Packs with a manifest that fits the entries, as an attacker would. */
async function forge(
  change: (entries: Entry[]) => Entry[],
  manifestOf = (manifest: { profile?: object }): object => manifest,
) {
  const [manifest, ...files] = await entriesOf(smallBackup)
  const changed = change(files)
  const listed = changed.map(({ path, bytes }) => ({
    path,
    file: path.replace(/\.\d+$/, ''),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const made = { ...(JSON.parse(String(manifest?.bytes)) as { profile?: object }), files: listed }
  return pack([{ path: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifestOf(made))) }, ...changed])
}

const same = (entries: Entry[]) => entries
const replaced = (path: string, edit: (bytes: Buffer) => Buffer) => (entries: Entry[]) =>
  entries.map((entry) => (entry.path === path ? { path, bytes: edit(entry.bytes) } : entry))
const flipped = (bytes: Buffer, place: number) => {
  const copy = Buffer.from(bytes)
  copy[place] = (copy[place] ?? 0) ^ 4
  return copy
}

type Damage = (bytes: Buffer, random: () => number) => Promise<Buffer> | Buffer
const damages: Record<string, Damage> = {
  cut: (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  flipped: (bytes, random) => flipped(bytes, Math.floor(random() * bytes.length)),
  zeroed: (bytes, random) => Buffer.from(bytes).fill(0, Math.floor(random() * bytes.length)),
  hole: (bytes, random) => {
    const from = Math.floor(random() * (bytes.length - 600))
    return Buffer.from(bytes).fill(0, from, from + 512)
  },
  longer: (bytes) => Buffer.concat([bytes, bytes.subarray(0, 100)]),
  garbage: (bytes, random) =>
    Buffer.from(Array.from({ length: 2000 }, () => Math.floor(random() * 256))).subarray(0, bytes.length),
  empty: () => Buffer.alloc(0),
}
const forgeries: Record<string, () => Promise<Buffer>> = {
  'swapped contents': async () => {
    const entries = await entriesOf(smallBackup)
    const [, journal, , answers] = entries.map(({ bytes }) => bytes)
    const swapped = new Map([
      [1, answers],
      [3, journal],
    ])
    return pack(entries.map(({ path, bytes }, at) => ({ path, bytes: swapped.get(at) ?? bytes })))
  },
  'swapped entries': async () => pack((await entriesOf(smallBackup)).toReversed()),
  'swapped, and listed so': () =>
    forge((entries) => {
      const of = (path: string) => entries.find((entry) => entry.path === path)?.bytes ?? Buffer.alloc(0)
      return [
        { path: 'journal.db', bytes: of('answers.db') },
        { path: 'orders.log', bytes: of('orders.log') },
        { path: 'answers.db', bytes: of('journal.db') },
      ]
    }),
  'a damaged journal, listed as it is': () =>
    forge(replaced('journal.db', (bytes) => bytes.fill(0, 4096, 12_288))),
  'a damaged log, listed as it is': () => forge(replaced('orders.log', (bytes) => flipped(bytes, 300))),
  'a torn log, listed as it is': () => forge(replaced('orders.log', (bytes) => bytes.subarray(0, -5))),
  'a log that is shorter than the journal': () =>
    forge(replaced('orders.log', (bytes) => bytes.subarray(0, bytes.indexOf('\n', 2000) + 1))),
  'no journal': () => forge((entries) => entries.filter(({ path }) => path !== 'journal.db')),
  'a path out of the folder': () =>
    forge((entries) => [...entries, { path: '../evil.db', bytes: Buffer.from('x') }]),
  'an unlisted path': async () =>
    pack([...(await entriesOf(smallBackup)), { path: '../../evil', bytes: Buffer.from('x') }]),
  'a profile that names another folder': () =>
    forge(same, ({ profile, ...manifest }) => ({ ...manifest, profile: { ...profile, id: '../../evil' } })),
  'a newer version': () => forge(same, (manifest) => ({ ...manifest, version: 2 })),
  'a bomb': () => forge((entries) => [...entries, { path: 'drugs.db', bytes: Buffer.alloc(300_000_000) }]),
  'an entry twice': () => forge((entries) => [...entries, ...entries.slice(0, 1)]),
}

describe('a damaged backup', () => {
  it('is refused with a message, and changes nothing', { timeout }, async () => {
    const sound = readFileSync(smallBackup)
    const random = createSeededRandom(19)
    const folder = at('profiles/lab')
    // Run once, so that the first opening of the profile does not count as a change.
    await ok(run(small.data, 'samples', 'list'))
    const before = contentOf(folder)
    const figures = { cases: 0, refused: 0, 'restored whole': 0, 'changed anyway': 0 }
    const damaged = at('damaged.pathclock-backup')
    const restoreTo = (target: string) =>
      restoreWorkspace({ folder: target, backup: damaged, nowMs: Date.now(), service: null })
    const names = Object.keys(damages)
    type Case = [string, () => Promise<Buffer> | Buffer]
    const cases = Array.from({ length: 100 - Object.keys(forgeries).length }, (_, index): Case => {
      const name = names[index % names.length] ?? ''
      return [name, () => damages[name]?.(sound, random) ?? sound]
    })
    const made: Case[] = [...cases, ...Object.entries(forgeries)]
    const wrong: string[] = []
    for (const [name, make] of made) {
      figures.cases += 1
      writeFileSync(damaged, await make())
      const failure = await restoreTo(folder).catch((error: unknown) => error)
      if ((failure as { code?: unknown }).code === 'file') figures.refused += 1
      else wrong.push(`${name}: ${String(failure)}`)
      if (JSON.stringify(contentOf(folder)) !== JSON.stringify(before)) {
        figures['changed anyway'] += 1
        wrong.push(`${name}: changed`)
        break
      }
    }
    expect(wrong).toEqual([])
    expect(existsSync(at('evil.db')) || existsSync(at('profiles/evil.db'))).toBe(false)
    const fresh = at('profiles/fresh')
    await expect(restoreTo(fresh)).rejects.toMatchObject({ code: 'file' })
    expect(existsSync(fresh)).toBe(false)
    printFigure('quality 19', 'damaged backups', figures)
    expect(figures).toEqual({ cases: 100, refused: 100, 'restored whole': 0, 'changed anyway': 0 })
  })

  it('mutant: without the comparison of checksums, another value is restored', { timeout }, async () => {
    const [manifest, ...files] = await entriesOf(smallBackup)
    const answers = at('tampered.db')
    writeFileSync(answers, files.find(({ path }) => path === 'answers.db')?.bytes ?? '')
    withSql(answers, (sql) => sql.exec('PRAGMA journal_mode = DELETE; UPDATE scores SET activity = 99'))
    const tampered = replaced('answers.db', () => readFileSync(answers))(files)
    const sizes = new Map(tampered.map(({ path, bytes }) => [path, bytes.length]))
    const listed = JSON.parse(String(manifest?.bytes)) as { files: { path: string; bytes: number }[] }
    const resized = {
      ...listed,
      files: listed.files.map((file) => ({ ...file, bytes: sizes.get(file.path) ?? file.bytes })),
    }
    const file = at('tampered.pathclock-backup')
    writeFileSync(
      file,
      await pack([{ path: 'manifest.json', bytes: Buffer.from(JSON.stringify(resized)) }, ...tampered]),
    )
    const unchecked = mutantEnv([
      {
        file: 'workspaceBackup/backupFile.ts',
        from: "if (hash.digest('hex') !== listed?.sha256)",
        to: 'if (hash === null)',
      },
    ])
    await expect(restoreUntil(0, at('refused'), file)).rejects.toThrow('is not as it was written')
    await restoreUntil(0, at('mutant'), file, unchecked)
    const values = withSql(
      at('mutant/answers.db'),
      (sql) => sql.rows('SELECT DISTINCT activity AS a FROM scores'),
      { readOnly: true },
    )
    expect(values).toEqual([{ a: 99 }])
  })
})

/** Restores in another process that is killed at a step. Returns its steps; null if it was killed. */
const restoreUntil = (step: number, folder: string, file: string, env?: object) =>
  exchangeJournal<{ steps: string[] }>(['restore', folder, file], step, env)

describe('a restore that is killed', () => {
  it('leaves the old state or the new one, and the next restore completes it', { timeout }, async () => {
    // The local profile has gone another way since the backup: both have orders that the other lacks.
    const local = await makeStudyFolder(20)
    onTestFinished(local.remove)
    const figures = { kills: 0, lost: 0, incomplete: 0 }
    await ok(run(local.data, 'samples', 'list'))
    const folder = local.folder
    const pristine = join(local.data, 'pristine')
    cpSync(folder, pristine, { recursive: true })
    const reset = () => {
      rmSync(folder, { recursive: true, force: true })
      cpSync(pristine, folder, { recursive: true })
    }
    const { steps = [] } = (await restoreUntil(0, folder, smallBackup)) ?? {}
    const expected = await exportAll(local.data)
    const every = steps.map((_, index) => index + 1)
    const renames = every.filter((step) => steps[step - 1] === 'renameSync')
    const picked = isFull ? every : renames.filter((_, index) => index % 2 === 0)
    for (const step of picked) {
      reset()
      if ((await restoreUntil(step, folder, smallBackup)) !== null) continue
      figures.kills += 1
      const listed = await run(local.data, 'samples', 'list')
      if (listed.code !== 0 || listed.lines.filter(({ type }) => type === 'sample').length < 20)
        figures.lost += 1
      await ok(run(local.data, 'workspace', 'restore', smallBackup, '--yes'))
      if (JSON.stringify(await exportAll(local.data)) !== JSON.stringify(expected)) figures.incomplete += 1
    }
    printFigure('quality 19', 'restore killed', figures)
    expect(figures.kills).toBeGreaterThan(3)
    expect(figures).toMatchObject({ lost: 0, incomplete: 0 })
  })
})
