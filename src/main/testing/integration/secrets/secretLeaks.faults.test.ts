import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, truncateSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Output } from '../../../../shared/contract/contract.ts'
import { exampleCohort } from '../../../hosts/cli/testing/openApp.ts'
import { isFull, printFigure } from '../../faults.ts'
import { orderFile } from '../../labWork.ts'
import { readOrEmpty } from '../../leakSources.ts'
import { type FormName, formNames, formsOf, leaksInWords } from '../../secrets/canary.ts'
import { startWatchedApp, type WatchedApp } from '../../secrets/watchedApp.ts'

/** With characters that every encoding writes in another way. */
const apiKey = 'api+key/0f1e2d3c4b5a6978=~8697'
const clientSecret = 'client+secret/9f8e7d6c5b4a3920=~1817'
const proxyPassword = 'proxy+word/1a2b3c4d5e6f7081=~9263'
/** The address of a proxy port on which no process listens. */
const proxyAddress = `http://ann:${encodeURIComponent(proxyPassword)}@127.0.0.1:9`
const dayMs = 86_400_000
const generous = { dialect: { requests_per_minute: 100_000 } }

let app: WatchedApp
beforeAll(async () => {
  app = await startWatchedApp({ apiKey, clientSecret, environment: { HTTPS_PROXY: proxyAddress } })
  app.secrets.set('proxy password', proxyPassword)
})
afterAll(() => app.close())

const leaks = (secrets = Object.fromEntries(app.secrets)): string[] => leaksInWords(secrets, app.gather())

/** Screenings take seconds; they are waited for at the end of each test. */
const screenings: Output<'screening.create'>[] = []
async function endScreenings(): Promise<void> {
  for (const { jobId, taskId } of screenings.splice(0)) {
    if (jobId !== null) await app.finish(jobId)
    await app.call('screening.show', { taskId })
  }
}

/** Does a lab's daily work with one credential: orders, results, drugs, screening, tables, the connection check. */
async function work(rows: number, screens = true): Promise<void> {
  const { call, finish, folders } = app
  await call('profiles.change', { profileId: (await call('app.status', {})).profile?.id ?? '', ...generous })
  const file = join(folders.exports, `cohort-${rows}.csv`)
  const lines = (await readFile(exampleCohort, 'utf8')).split('\n')
  await writeFile(file, [lines[0], ...lines.slice(rows, rows + 3)].join('\n'))
  const { batchId } = await orderFile(call, file)
  await call('batches.rows', { batchId })
  await finish((await call('samples.refresh', {})).jobId)
  await finish((await call('analyses.run', { again: true })).jobId)
  const { rows: samples } = await call('samples.list', {})
  const sampleId = samples[0]?.sampleId ?? ''
  await call('samples.report', { sampleId })
  await call('results.sample', { sampleId })
  await call('results.values', { measure: 'activity' })
  const [{ analysisId } = { analysisId: '' }] = await call('results.history', { sampleId })
  await call('results.answer', { analysisId })
  await call('results.drift', { before: analysisId, after: analysisId })
  await call('drugs.match', { profile: { sampleId } })
  const { hits } = await call('drugs.search', { text: 'rapamycin' })
  await call('drugs.show', { drugId: hits[0]?.drugId ?? '' })
  if (screens) screenings.push(await call('screening.create', { sampleId }))
  await call('session.user', {})
  await call('session.updateUser', { organization: `Laboratory ${rows}` })
  await call('connection.check', {})
  for (const kind of ['resultsLong', 'samples', 'history', 'answers', 'screening'] as const)
    for (const format of ['csv', 'json', 'xlsx'] as const) {
      const { fileId: table } = app.files.reserve(join(folders.exports, `${kind}-${rows}.${format}`))
      await finish(
        (await call('exports.write', { fileId: table, settings: { table: { kind }, format } })).jobId,
      )
    }
  for (const format of ['md', 'json'] as const) {
    const { fileId: report } = app.files.reserve(join(folders.exports, `check-${rows}.${format}`))
    await call('connection.export', { fileId: report, format })
  }
  for (const name of ['app.status', 'session.secrets', 'settings.get', 'jobs.list', 'batches.list'] as const)
    await call(name, {})
}

/** Causes failures, each in the presence of a credential. */
async function fail(): Promise<void> {
  const { dispatch, state } = app
  await dispatch('drugs.show', { drugId: 'DRG-none' })
  await dispatch('samples.report', { sampleId: 'smp-none' })
  const { fileId } = app.files.reserve(join(app.folders.exports, 'nothing.csv'))
  await dispatch('files.reveal', { fileId })
  await dispatch('session.pasteRedirect', {
    address: `http://127.0.0.1/oauth/callback?code=${app.service.apiKey}`,
  })
  await dispatch('nothing.known', { apiKey: app.service.apiKey })
  await dispatch('session.user', { apiKey: app.service.apiKey })
  state.breaks = true
  await dispatch('session.user', {})
  await dispatch('drugs.search', { text: 'metformin' })
  state.breaks = false
  await crash()
  await meetProxy()
}

/** Crashes with errors that contain every secret, then previews and saves the problem report. */
async function crash(): Promise<void> {
  const { dispatch, call, files, folders, recordCrash, secrets } = app
  const known = [...secrets.values()].join(' ')
  const error = new Error(`cannot send "Bearer ${known}"`, { cause: new Error(known) })
  error.stack = `${error.stack}\n    at ${known} (/home/ann/${known}.js:1:2)`
  recordCrash('main', error)
  recordCrash('window', error)
  await dispatch('problems.record', { stack: error.stack.slice(0, 20_000) })
  await call('problems.crashes', {})
  expect(await readdir(join(folders.data, 'crashes'))).not.toEqual([])
  const { parts } = await call('problems.gather', {})
  const { fileId } = files.reserve(join(folders.exports, 'problem.zip'))
  await call('problems.save', { fileId, parts: parts.map(({ name }) => name), words: '' })
}

/** A proxy with a password: one that is set is refused, one of the environment is named without it. */
async function meetProxy(): Promise<void> {
  const { dispatch, service } = app
  const refused = await dispatch('settings.set', { proxy: { mode: 'manual', address: proxyAddress } })
  expect(refused).toMatchObject({ ok: false, failure: { code: 'rejected' } })
  const behind = { serviceUrl: 'https://assay.invalid', apiKey: service.apiKey, name: 'behind a proxy' }
  expect(await dispatch('session.connectApiKey', behind)).toMatchObject({
    ok: false,
    failure: { details: { proxy: '127.0.0.1:9' } },
  })
}

describe('canary: no secret is left anywhere', () => {
  it('after a day with an API key, and with a service that repeats it', async () => {
    const { service, call, dispatch, state } = app
    await call('session.connectApiKey', { serviceUrl: service.url, apiKey: service.apiKey })
    // The full form also runs everything with a service that does not repeat credentials.
    if (isFull) {
      await work(1)
      await fail()
    }
    state.repeats = true
    await work(4)
    await fail()
    await endScreenings()
    const wrong = { serviceUrl: service.url, apiKey: 'wrong+key/0a1b2c3d4e5f6071829304' }
    app.secrets.set('wrong key', wrong.apiKey)
    expect(await dispatch('session.connectApiKey', { ...wrong, name: 'wrong' })).toMatchObject({ ok: false })
    state.repeats = false
    expect(leaks()).toEqual([])
  })

  it('after signing in through the browser, refreshing and being revoked', async () => {
    const { service, call, dispatch, state } = app
    await call('session.connectOAuth', {
      serviceUrl: service.url,
      clientId: service.clientId,
      clientSecret,
      name: 'signed in',
    })
    if (isFull) await work(7)
    app.advance(1.5 * dayMs)
    if (isFull) await work(10)
    else await call('session.user', {})
    state.repeats = true
    app.advance(1.5 * dayMs)
    await work(13, isFull)
    await fail()
    await endScreenings()
    service.revokeSignIns()
    expect(await dispatch('session.user', {})).toMatchObject({ ok: false, failure: { code: 'notSignedIn' } })
    state.repeats = false
    await call('session.signOut', { clearCache: false })
    const kinds = ['code', 'code_verifier', 'access_token', 'refresh_token'].map(
      (kind) => [...app.secrets.keys()].filter((name) => name.startsWith(`${kind} `)).length,
    )
    expect(Math.min(...kinds)).toBeGreaterThan(0)
    const evidence = app.gather()
    const found = leaksInWords(Object.fromEntries(app.secrets), evidence)
    const bytes = evidence.reduce((sum, one) => sum + one.bytes.length, 0)
    printFigure('Security', 'canary: every reply, event, file, database, child process', {
      secrets: app.secrets.size,
      forms: formNames.length,
      places: new Set(evidence.map(({ place }) => place)).size,
      'bytes sought through': bytes,
      hits: found.length,
    })
    expect(found).toEqual([])
  })
})

/** `place`: the beginning of the place that the leak must be reported with. */
type Plant = { place: string; put(bytes: Buffer): Promise<() => void> | (() => void) }

const inFile = (path: () => string | Promise<string>): Plant['put'] => {
  return async (bytes) => {
    const file = await path()
    const { length } = readOrEmpty(file)
    appendFileSync(file, bytes)
    return () => truncateSync(file, length)
  }
}

/** A table of its own in a database that the app has open: it stays in the write-ahead log until a checkpoint. */
const inDatabase =
  (name: string): Plant['put'] =>
  async (bytes) => {
    const database = new DatabaseSync(join(await profileFolder(), name))
    database.exec('CREATE TABLE planted (cell BLOB) STRICT')
    database.prepare('INSERT INTO planted VALUES (?)').run(bytes)
    return () => {
      // Overwritten too: a page that is only let go keeps what it held.
      database.prepare('UPDATE planted SET cell = zeroblob(length(cell))').run()
      database.exec('DROP TABLE planted; PRAGMA wal_checkpoint(TRUNCATE)')
      database.close()
    }
  }

async function profileFolder(): Promise<string> {
  const folder = join(app.folders.data, 'profiles')
  const { profile } = await app.call('app.status', {})
  const names = await readdir(folder)
  return join(folder, names.find((name) => name === profile?.id) ?? names[0] ?? '')
}

const plantMessage =
  (place: string): Plant['put'] =>
  (bytes) => {
    app.outputs.push({ place, bytes })
    return () => void app.outputs.pop()
  }

const inDataFile = (name: string): Plant => ({
  place: `data: ${name}`,
  put: inFile(() => join(app.folders.data, name)),
})
const inProfile = (put: Plant['put']): Plant => ({ place: 'data: profiles/', put })

const plants: Record<string, Plant> = {
  'a reply': { place: 'reply: ', put: plantMessage('reply: app.status') },
  'an event': { place: 'event: ', put: plantMessage('event: job.ended') },
  'the log': inDataFile('pathclock.log'),
  'the profiles': inDataFile('profiles.json'),
  'a crash report': {
    place: 'data: crashes/',
    put: inFile(async () => {
      const folder = join(app.folders.data, 'crashes')
      return join(folder, (await readdir(folder))[0] ?? '')
    }),
  },
  'the report of a problem': {
    place: 'exports: problem.zip',
    put: inFile(() => join(app.folders.exports, 'problem.zip')),
  },
  'how tables are arranged': inDataFile('tables.json'),
  'an error of the proxy': {
    place: 'reply: session.connectApiKey',
    put: plantMessage('reply: session.connectApiKey'),
  },
  'the settings': inDataFile('settings.json'),
  'the answers': inProfile(inDatabase('answers.db')),
  'the cache': inProfile(inDatabase('cache.db')),
  'the drugs': inProfile(inDatabase('drugs.db')),
  'the journal': inProfile(inDatabase('journal.db')),
  'the order log': inProfile(inFile(async () => join(await profileFolder(), 'orders.log'))),
  'a backup': inProfile(inFile(async () => join(await profileFolder(), 'journal.db.damaged-1'))),
  'an export': { place: 'exports: results', put: inFile(() => join(app.folders.exports, 'results-1.csv')) },
  'a temporary file': { place: 'temporary: ', put: inFile(() => join(app.folders.temporary, 'upload.tmp')) },
}

/** Returns the plants of the secret that were not found, each in one form. */
async function overlooked(cases: readonly (readonly [string, FormName])[]): Promise<string[]> {
  const missed: string[] = []
  const secrets = { 'client secret': clientSecret }
  const before = new Set(leaks(secrets))
  for (const [name, form] of cases) {
    const plant = plants[name]
    const bytes = formsOf(clientSecret)[form][0]
    if (!plant || !bytes) throw new Error(`no such plant: ${name}`)
    const remove = await plant.put(bytes)
    const found = leaks(secrets).filter((leak) => !before.has(leak))
    if (!found.some((leak) => leak.includes(`) in ${plant.place}`))) missed.push(`${name}, ${form}`)
    remove()
  }
  return missed
}

describe('canary: a planted leak is found', () => {
  it('in every mutant that puts the key somewhere, in whatever form', { timeout: 300_000 }, async () => {
    const names = Object.keys(plants)
    const every = names.flatMap((name) => formNames.map((form) => [name, form] as const))
    // Quick: every place once and every form at least once.
    const some = names.map((name, at) => [name, formNames[at % formNames.length] ?? 'raw'] as const)
    const cases = isFull ? every : [...some, ['the cache', 'utf16be'] as const]
    const missed = await overlooked(cases)
    printFigure('Security', 'canary: planted leaks', { planted: cases.length, missed: missed.length })
    expect(missed).toEqual([])
  })

  it.runIf(process.platform === 'linux')('in a mutant that hands the key to a process', async () => {
    const wait = ['-e', 'setInterval(() => {}, 1000); process.stdout.write("on")']
    const hex = Buffer.from(clientSecret).toString('hex')
    const started = {
      cmdline: () => spawn(process.execPath, [...wait, '--', clientSecret]),
      environ: () => spawn(process.execPath, wait, { env: { KEY: hex } }),
    }
    const secrets = { 'client secret': clientSecret }
    const before = new Set(leaks(secrets))
    for (const [what, start] of Object.entries(started)) {
      const child = start()
      await once(child.stdout, 'data')
      const found = leaks(secrets).filter((leak) => !before.has(leak))
      expect(found.length).toBeGreaterThan(0)
      expect(found.filter((leak) => !leak.endsWith(`in child process: ${what}`))).toEqual([])
      child.kill()
      await once(child, 'exit')
    }
  })
})
