import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { contract, type Input } from '../../shared/contract/contract.ts'
import { methodNames } from '../../shared/contract/methodNames.ts'
import { joinMessages, toEnglish } from '../../shared/words/message.ts'
import { textOf } from '../archive/archive.ts'
import { createCall } from '../dispatch.ts'
import { withCapsule } from '../export/capsule/capsule.ts'
import { sealCapsule, unpackCapsule } from '../export/capsule/testing/makeCapsule.ts'
import { appOptions } from '../testing/appOptions.ts'
import { emptyBoard, everyInput, type Fixtures } from '../testing/everyMethod.ts'
import { isFull } from '../testing/faults.ts'
import { jobEnd } from '../testing/labWork.ts'
import { makeStudyFolder, personal } from '../testing/studyFolder.ts'
import { createApp } from './composeApp.ts'

/** Opens an app on a data folder without a network. `sentCount` counts the requests that it tried to send. */
async function openApp(dataFolder: string, more: { profileName?: string } = {}) {
  let sentCount = 0
  const app = await createApp({
    ...appOptions(dataFolder),
    ...more,
    createTransport: () => async () => {
      sentCount += 1
      throw new TypeError('no network in this test')
    },
  })
  return { app, call: createCall(app.dispatch), sentCount: () => sentCount }
}

/** Opens an app on a new folder, and closes it after the running test. */
async function openNew(name: string, file?: string) {
  const data = join(home.data, name)
  await mkdir(data)
  const opened = file === undefined ? { ...(await openApp(data)), status: null } : await openIn(data, file)
  onTestFinished(() => opened.app.close())
  return { ...opened, data }
}

type Opened = Awaited<ReturnType<typeof openApp>>

type StudyInput = Input<'documents.write'>['settings']['study']

const study = {
  kind: 'cohort' as const,
  of: { filter: {} },
  comparison: { groups: { by: 'group', values: ['control', 'treated'] } },
}

async function writeCapsule({ app, call }: Opened, path: string, of: StudyInput = study) {
  const { fileId } = app.files.reserve(path)
  const { jobId } = await call('documents.write', { fileId, settings: { document: 'capsule', study: of } })
  const job = await jobEnd(call, jobId)
  if (job.state !== 'done') throw new Error(`${job.state}: ${toEnglish(job.message ?? joinMessages([]))}`)
}

let home: Awaited<ReturnType<typeof makeStudyFolder>>
let lab: Opened
let path: string
/** Another installation that has opened the capsule. */
let there: Awaited<ReturnType<typeof openIn>>
let capsuleNumbers: Awaited<ReturnType<typeof numbersOf>>
beforeAll(async () => {
  home = await makeStudyFolder()
  lab = await openApp(home.data)
  path = join(home.data, 'Study 一.pathclock')
  // Comparisons are recorded, and the capsule must have the record.
  await numbersOf(lab)
  await writeCapsule(lab, path)
  const data = join(home.data, 'there')
  await mkdir(data)
  there = await openIn(data, path)
  capsuleNumbers = await numbersOf(there)
})
afterAll(async () => {
  await there.app.close()
  await lab.app.close()
  await home.remove()
})

it('a capsule that was just written is intact', async () => {
  const { fileId } = await lab.app.files.adopt(path)
  const check = await lab.call('capsules.verify', { fileId })
  expect(check).toMatchObject({ intact: true, problems: [], samples: 16, synthetic: true })
})

/** Reads every number that the screens show. */
async function numbersOf({ call }: Opened) {
  const measures = ['activity', 'aging_offset'] as const
  const { rows } = await call('samples.list', { limit: 500 })
  return {
    samples: rows,
    facets: await call('samples.facets', {}),
    values: await Promise.all(measures.map((measure) => call('results.values', { measure }))),
    z: await call('results.values', { measure: 'activity', view: { kind: 'z' } }),
    compare: await Promise.all(
      measures.map((measure) => call('results.compare', { ...study.comparison, measure })),
    ),
    covariates: await call('results.covariates', {}),
    cluster: await call('results.cluster', { measure: 'activity' }),
    pca: await call('results.pca', { measure: 'activity' }),
    clock: await call('results.clock', {}),
    ages: await call('results.compareClock', { groups: study.comparison.groups }),
    one: await call('results.sample', { sampleId: 's-00004' }),
    history: await call('results.history', { sampleId: 's-00004' }),
    answer: await call('results.answer', { analysisId: 'activity-s-00004' }),
    batches: await call('batches.list', {}),
    rows: (await call('batches.rows', { batchId: 'batch-1' })).rows,
    methods: await call('documents.methods', { study, language: 'en' }),
  }
}

/** Adapts the expected numbers: a capsule does not contain who changed something, and its imports have ended. */
const asInCapsule = ({ samples, batches, ...others }: Awaited<ReturnType<typeof numbersOf>>) => ({
  ...others,
  samples: samples.map(({ annotation, ...sample }) =>
    annotation ? { ...sample, annotation: { ...annotation, changedBy: '' } } : { ...sample, annotation },
  ),
  batches: batches.map((batch) => ({ ...batch, state: 'done' })),
})

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

async function openIn(data: string, file: string) {
  const there = await openApp(data)
  const { fileId } = await there.app.files.adopt(file)
  const status = await there.call('capsules.open', { fileId })
  return { ...there, status }
}

it('an opened capsule shows every number of its original workspace', async () => {
  expect(there.status.profile).toMatchObject({ name: 'Study 一', signIn: 'capsule' })
  const originalNumbers = await numbersOf(lab)
  const { methods, ...expected } = asInCapsule(originalNumbers)
  const { methods: shown, ...found } = capsuleNumbers
  expect(found).toEqual(expected)
  expect(withoutTimes(shown.r + shown.text)).toBe(withoutTimes(methods.r + methods.text))
  expect(originalNumbers.values[0]?.joined).not.toEqual([])
  expect(there.sentCount()).toBe(0)
})

/** Well-formed inputs. Items that are not listed do not exist, and have the name of their field. */
const known: Partial<Fixtures> = {
  serviceUrl: 'https://lab.example',
  mapping: { Name: 'client_reference' },
  batchId: 'batch-1',
  studyId: 'all',
  waitingBatchId: 'batch-1',
  refusedBatchId: 'batch-1',
  unknownBatchId: 'batch-1',
  sampleId: 's-00001',
  analysisId: 'activity-s-00001',
  pathway: 'p53',
  otherPathway: 'Autophagy',
  pathwayName: 'p53',
}
const made = new Proxy(known as Fixtures, {
  get: (fixtures, field) => (Reflect.get(fixtures, field) as unknown) ?? String(field),
})

it('every method that would change the workspace or ask the service is refused, and sends no request', async () => {
  const refused = methodNames.filter((method) => !contract[method].inCapsule)
  for (const method of refused) {
    const reply = await there.app.dispatch(method, everyInput[method](made))
    expect({ method, code: reply.ok ? 'done' : reply.failure.code }).toEqual({ method, code: 'readOnly' })
  }
  const elsewhere = /^(session|profiles|files|capsules|settings|app)\./
  for (const method of methodNames.filter((one) => contract[one].inCapsule && !elsewhere.test(one))) {
    const reply = await there.app.dispatch(method, everyInput[method](made))
    expect({ method, code: reply.ok ? 'done' : reply.failure.code }).not.toMatchObject({
      code: expect.stringMatching(/^(bug|timeout)$/),
    })
  }
  const { methods: _, ...known } = capsuleNumbers
  expect(await numbersOf(there)).toMatchObject(known)
  expect(there.sentCount()).toBe(0)
  expect(refused.length).toBeGreaterThan(40)
})

it('exports, reports, comparisons and presets work in it, and the capsule of a capsule has the same contents', async () => {
  const again = join(home.data, 'again.pathclock')
  await writeCapsule(there, again)
  const hashes = async (file: string) => {
    const { manifest } = await withCapsule({ path: file, name: 'x' }, async (capsule) => capsule)
    return new Map(manifest.files.map(({ path: name, sha256 }) => [name, sha256]))
  }
  const [first, second] = [await hashes(path), await hashes(again)]
  const differ = [...first].filter(([name, sha256]) => second.get(name) !== sha256).map(([name]) => name)
  expect([...second.keys()]).toEqual([...first.keys()])
  // These contain the time when they were made.
  const timed = /^(README|viewer|methods\/|figures\/.*svg)/
  expect(differ.filter((name) => !timed.test(name))).toEqual([])
  const settings = { table: { kind: 'samples' as const }, format: 'csv' as const }
  await there.call('exportPresets.save', { name: 'Kept', settings })
  expect(await there.call('exports.list', {})).toHaveLength(1)
})

it('the same capsule is opened once, another one of the same name beside it, and closing one removes its data', async () => {
  const { data, status, app, call } = await openNew('twice', path)
  const open = async (file: string) => call('capsules.open', { fileId: (await app.files.adopt(file)).fileId })
  const copy = join(data, 'copy.pathclock')
  await copyFile(path, copy)
  const first = status?.profile?.id
  expect((await open(copy)).profile?.id).toBe(first)
  const other = join(data, 'Study 一.pathclock')
  const { files, manifest } = await unpackCapsule(path)
  const changed = files.map((one) => (one.path === 'README.txt' ? { ...one, text: `${one.text}\n` } : one))
  await writeFile(other, await sealCapsule(changed, manifest))
  expect((await open(other)).profiles.map(({ name }) => name)).toEqual(['Study 一', 'Study 一 (2)'])
  const closed = await call('session.signOut', { clearCache: false })
  expect(closed.profiles.map(({ id }) => id)).toEqual([first])
  expect(await readdir(join(data, 'profiles'))).toEqual([first])
})

it('closing a capsule leads back to the workspace it was opened from', async () => {
  const { fileId } = await lab.app.files.adopt(path)
  const opened = await lab.call('capsules.open', { fileId })
  expect(opened).toMatchObject({ quota: null, profile: { signIn: 'capsule' } })
  const closed = await lab.call('session.signOut', { clearCache: false })
  expect(closed.profile?.id).toBe('lab')
  expect((await lab.call('samples.list', {})).total).toBe(16)
})

it('an interrupted opening leaves no workspace, and the next opening removes its files', async () => {
  const data = join(home.data, 'cut')
  await mkdir(join(data, 'opening', 'half'), { recursive: true })
  await writeFile(join(data, 'opening', 'half', 'journal.db'), 'half a file')
  const profileFolder = join(data, 'profiles', 'cut-off')
  await mkdir(profileFolder, { recursive: true })
  await writeFile(join(profileFolder, 'journal.db'), '')
  const { profile } = await lab.call('app.status', {})
  const record = { ...profile, id: 'cut-off', signIn: 'capsule' }
  await writeFile(join(profileFolder, 'profile.json'), JSON.stringify(record))
  await writeFile(
    join(data, 'profiles.json'),
    JSON.stringify({ profiles: [profile], activeId: null, signedInIds: [] }),
  )
  const { app, status } = await openIn(data, path)
  await app.close()
  expect(status.notices).toEqual([])
  expect(existsSync(profileFolder)).toBe(false)
  expect(existsSync(join(data, 'opening', 'half'))).toBe(false)
})

it('a damaged capsule is not opened, and a workspace whose folder is missing is reported at the next start', async () => {
  const data = join(home.data, 'damaged')
  await mkdir(data)
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  const file = join(data, 'damaged.pathclock')
  await writeFile(file, bytes)
  await expect(openIn(data, file)).rejects.toMatchObject({ code: 'rejected' })
  const there = await openIn(data, path)
  await there.app.close()
  await rm(join(data, 'profiles', there.status.profile?.id ?? ''), { recursive: true })
  const next = await openApp(data)
  onTestFinished(() => next.app.close())
  const status = await next.call('app.status', {})
  expect(status).toMatchObject({ profile: null, profiles: [] })
  expect(status.notices.map(toEnglish).join()).toContain('Open it again from its file')
})

it('a workspace whose folder is missing is replaced by the only profile at the next start', async () => {
  const data = join(home.data, 'lost')
  await mkdir(data)
  const first = await openApp(data)
  const { profile: demo } = await first.call('session.startDemo', {})
  await first.app.close()
  const there = await openIn(data, path)
  await there.app.close()
  await rm(join(data, 'profiles', there.status.profile?.id ?? ''), { recursive: true })
  // A command that names the capsule must not run on another profile, where orders cost money.
  const profileName = there.status.profile?.name ?? ''
  await expect(openApp(data, { profileName })).rejects.toMatchObject({ code: 'notFound' })
  const next = await openApp(data)
  onTestFinished(() => next.app.close())
  const status = await next.call('app.status', {})
  expect(status).toMatchObject({ profile: { id: demo?.id }, signedIn: true })
  expect(status.notices.map(toEnglish).join()).toContain('Open it again from its file')
  expect((await next.call('samples.list', {})).total).toBe(0)
})

it.runIf(isFull)(
  'a capsule with a file that is too long for a result is refused, without traces',
  async () => {
    const { data, app, call } = await openNew('long')
    const { manifest } = await withCapsule({ path, name: 'x' }, async (capsule) => capsule)
    const text = `{"raw":"${' '.repeat(100_000_000)}"}`
    const file = join(data, 'long.pathclock')
    const files = [
      { path: 'register.jsonl', text: '' },
      { path: 'answers/000001-activity.json', text },
    ]
    await writeFile(file, await sealCapsule(files, { ...manifest, samples: 0 }))
    const { fileId } = await app.files.adopt(file)
    await expect(call('capsules.open', { fileId })).rejects.toMatchObject({ code: 'rejected' })
    expect((await call('app.status', {})).profiles).toEqual([])
  },
)

it('a capsule with invalid records is refused with a message and leaves no files', async () => {
  const { data, app, call } = await openNew('records')
  const { files, manifest } = await unpackCapsule(path)
  const changes: [name: string, change: (lines: string[]) => string[], message: string][] = [
    [
      'register.jsonl',
      (lines) => lines.with(4, lines[0]!),
      'line 5 of register.jsonl repeats what stands above it',
    ],
    [
      'register.jsonl',
      (lines) => lines.with(2, '{}'),
      'line 3 of register.jsonl is not as Pathclock writes it',
    ],
    ['register.jsonl', (lines) => lines.slice(1), 'register.jsonl is not as Pathclock writes it'],
    ['imports/001-orders.jsonl', (lines) => [...lines, lines[0]!], 'repeats what stands above it'],
    ['pathways.json', () => ['{"groups":7}'], 'pathways.json is not as Pathclock writes it'],
  ]
  // The quick run covers one file of lines and one whole file; export/capsule/records.test.ts covers every kind.
  for (const [name, change, message] of isFull ? changes : [...changes.slice(0, 1), ...changes.slice(-1)]) {
    const texts = files.map((one) =>
      one.path === name ? { ...one, text: `${change(one.text.trimEnd().split('\n')).join('\n')}\n` } : one,
    )
    const file = join(data, 'x.pathclock')
    await writeFile(file, await sealCapsule(texts, manifest))
    const { fileId } = await app.files.adopt(file)
    expect((await call('capsules.verify', { fileId })).problems).toMatchObject([{ path: name }])
    const reply = await app.dispatch('capsules.open', { fileId })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'rejected' } })
    const shown = reply.ok ? '' : toEnglish(reply.failure.message)
    expect(shown).toMatch(/^The capsule is damaged and was not opened: .* Ask whoever made it/)
    expect(shown).toContain(message)
    expect(JSON.stringify(reply)).not.toMatch(/invalid_type|expected|UNIQUE|constraint|zod/i)
  }
  expect((await call('app.status', {})).profiles).toEqual([])
})

it('a capsule of a study shows that study with its overview, question, notes, comparisons and boards', async () => {
  const { studyId } = await lab.call('studies.create', {
    name: 'Liver 2026',
    question: 'Does it help?',
    of: { sampleIds: Array.from({ length: 12 }, (_, n) => `s-000${String(n + 1).padStart(2, '0')}`) },
  })
  await lab.call('studies.change', { studyId, notes: 'Second plate.', design: { control: 'control' } })
  const saved = { measure: 'activity' as const, groups: study.comparison.groups }
  await lab.call('studies.saveComparison', { studyId, name: 'First look', request: saved, replaces: null })
  const board = { ...emptyBoard, title: 'Liver' }
  await lab.call('studies.saveBoard', { studyId, board, replaces: null })
  const shown = await lab.call('studies.show', { studyId })
  const overview = await lab.call('studies.overview', { studyId })
  const file = join(home.data, 'liver.pathclock')
  await writeCapsule(lab, file, { kind: 'cohort', of: { filter: { study: studyId } } })
  const { fileId } = await lab.app.files.adopt(file)
  const verified = await lab.call('capsules.verify', { fileId })
  expect(verified).toMatchObject({ intact: true, studyName: 'Liver 2026' })
  const { call } = await openNew('liver', file)
  expect((await call('studies.list', {})).map(({ name, samples }) => [name, samples])).toEqual([
    ['All samples', 12],
    ['Liver 2026', 12],
  ])
  expect(await call('studies.show', { studyId })).toEqual(shown)
  expect(await call('studies.overview', { studyId })).toEqual(overview)
  expect(await call('studies.boards', { studyId })).toEqual([board])
  expect(overview.findings).not.toEqual([])
  await lab.call('studies.archive', { studyId })
})

it('a capsule contains no data of the account, the profile or this computer', async () => {
  const texts = await withCapsule({ path, name: 'x' }, async ({ archive }) =>
    Promise.all(archive.entries.map(async (one) => `${one.path}\n${await textOf(archive, one, 1e9)}`)),
  )
  const secrets = Object.entries({ ...personal, folder: home.data })
  const found = texts.flatMap((text) =>
    secrets.flatMap(([what, secret]) => (text.includes(secret) ? [`${what} in ${text.split('\n')[0]}`] : [])),
  )
  expect(found).toEqual([])
})
