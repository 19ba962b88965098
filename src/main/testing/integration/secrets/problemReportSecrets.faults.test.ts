import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../../../adapters/files/log.ts'
import { toLogLines } from '../../../app/problemReports/reportSections.ts'
import { printFigure } from '../../faults.ts'
import { connect } from '../../labWork.ts'
import { type FormName, findLeaks, formNames, formsOf, leaksInWords } from '../../secrets/canary.ts'
import { startWatchedApp, type WatchedApp } from '../../secrets/watchedApp.ts'

const apiKey = 'api+key/0f1e2d3c4b5a6978=~8697'
const clientSecret = 'client+secret/9f8e7d6c5b4a3920=~1817'
/** Personal details and work data that must not be reported either. */
const own = {
  'profile name': 'Lab Grünwald / Liver 7',
  'user name': 'a.gruenwald',
  'home path': '/home/a.gruenwald/Documents',
  'service address': 'https://assay.gruenwald-lab.example:8443/v2',
  'proxy address': 'http://proxy.gruenwald-lab.example:3128',
  'sample name': 'GRW-Leber-0417',
}

let app: WatchedApp
beforeAll(async () => {
  app = await startWatchedApp({ apiKey, clientSecret })
  const { service, call } = app
  await connect(call, service, own['profile name'])
})
afterAll(() => app.close())

const secretsToFind = (): Record<string, string> => ({
  ...Object.fromEntries(app.secrets),
  ...own,
  'address of the service': app.service.url,
  'folder of the data': app.folders.data,
  ...(hostname().length > 3 ? { 'name of this computer': hostname() } : {}),
})

/** Returns every text in every encoding, as it could occur in a log or crash report. */
const planted = (): string[] =>
  Object.values(secretsToFind()).flatMap((text) =>
    formNames.flatMap((form) => formsOf(text)[form].map((bytes) => bytes.toString('latin1'))),
  )

/** Writes texts as careless code, an unlucky message or another program might have done. */
function plantInFiles(): number {
  const { data } = app.folders
  const log = join(data, 'pathclock.log')
  const texts = planted()
  const crashes = join(data, 'crashes')
  mkdirSync(crashes, { recursive: true })
  for (const [count, text] of texts.entries()) {
    const stack = `Error: ${text}\n    at ${text} (/${text}/cli.js:1:2)\n    at run (/app/${text}.js:3:4)\n${text}`
    const endpoint = `GET /samples/${text}`
    const fields = { reference: text, method: text, code: text, endpoint, jobKind: text }
    const line = { level: 50, time: text, msg: `unforeseen error ${text}`, [text]: text, ...fields, stack }
    appendFileSync(log, `${JSON.stringify(line)}\n${text.replaceAll('\n', ' ')}\n`)
    createLog(log).write('warn', text, { ...fields, stack })
    if (count % 20 === 0) {
      const where = ['at: 2026-11-22T07:00:00.000Z', 'where: main']
      const lines = [...where, `version: ${text}`, `host: ${text}`, `system: ${text}`]
      const name = `crash-2026-11-22T07-00-00-${String(count).padStart(3, '0')}Z.txt`
      writeFileSync(join(crashes, name), [...lines, stack, text].join('\n'))
    }
  }
  return texts.length
}

/** Causes failures that involve these texts as messages, numbers and names. */
async function failAround(): Promise<void> {
  const { dispatch, state } = app
  for (const text of Object.values(secretsToFind())) {
    await dispatch('samples.get', { sampleId: text })
    await dispatch(text, {})
    await dispatch('problems.record', { stack: `Error: ${text}\n    at f (/${text}/a.js:1:1)` })
  }
  state.repeats = true
  await dispatch('drugs.show', { drugId: 'DRG-none' })
  state.repeats = false
  state.breaks = true
  await dispatch('session.user', {})
  state.breaks = false
}

const findIn = (texts: Record<string, Uint8Array>) =>
  leaksInWords(
    secretsToFind(),
    Object.entries(texts).map(([place, bytes]) => ({ place, bytes: Buffer.from(bytes) })),
  )

describe('canary: a report of a problem', () => {
  it('tells nothing of keys, people, addresses and samples, in whatever form they lie about', async () => {
    const places = plantInFiles()
    await failAround()
    await app.call('settings.set', { proxy: { mode: 'manual', address: own['proxy address'] } })
    const { parts } = await app.call('problems.gather', {})
    const shown = Object.fromEntries(parts.map(({ name, text }) => [name, Buffer.from(text)]))
    const names = parts.map(({ name }) => name)
    const saved = await save(names, '')
    const found = [...findIn(shown), ...findIn(saved)]
    printFigure('Security', 'canary: a report of a problem', {
      texts: Object.keys(secretsToFind()).length,
      forms: formNames.length,
      planted: places,
      parts: parts.length,
      hits: found.length,
    })
    expect(found).toEqual([])
    // The report is not empty: it contains the helpful parts.
    const text = (name: string): string => parts.find((part) => part.name === name)?.text ?? ''
    expect(text('about.txt')).toMatch(/^Pathclock: .+\nhost: loopback\nsystem: /)
    expect(text('settings.txt')).toContain('proxy: manual\n')
    expect(text('log.txt')).toContain('error unforeseen error')
    expect(text('log.txt')).toContain('at cli.js:1:2')
    expect(text('crashes.txt')).toContain('where: main')
    expect(text('data.txt')).toMatch(
      /open profile: api-key\n[\s\S]*journal.db: \d+ bytes[\s\S]*orders.log: \d+ bytes/,
    )
    expect(text('failures.txt')).toMatch(/method=drugs.show code=notFound/)
  })

  it('holds the parts that were left in and the own words, as they were shown, and no more', async () => {
    const { parts } = await app.call('problems.gather', {})
    await app.dispatch('drugs.show', { drugId: 'another failure meanwhile' })
    const saved = await save(['failures.txt', 'about.txt'], 'It stood still.')
    expect(Object.keys(saved).toSorted()).toEqual(['about.txt', 'failures.txt', 'words.txt'])
    for (const name of ['about.txt', 'failures.txt'])
      expect(Buffer.from(saved[name] ?? []).toString()).toBe(parts.find((part) => part.name === name)?.text)
    expect(Buffer.from(saved['words.txt'] ?? []).toString()).toBe('It stood still.\n')
  })

  it('has no part that was not gathered', async () => {
    const { fileId } = app.files.reserve(join(app.folders.exports, 'other.zip'))
    for (const name of ['profiles.json', '../profiles.json', 'pathclock.log'])
      expect(await app.dispatch('problems.save', { fileId, words: '', parts: [name] })).toMatchObject({
        ok: false,
        failure: { code: 'rejected' },
      })
  })
})

async function save(parts: string[], words: string): Promise<Record<string, Uint8Array>> {
  const path = join(app.folders.exports, 'problem.zip')
  const { fileId } = app.files.reserve(path)
  await app.call('problems.save', { fileId, words, parts })
  return unzipSync(readFileSync(path))
}

describe('canary: mutants of the report', () => {
  const mutants: Record<string, (line: string) => string> = {
    'that tells the log as it is': (line) => line,
    'that tells the words of an error': (line) => String((JSON.parse(line) as { stack: string }).stack),
    'that tells a sentence to its end': (line) => String((JSON.parse(line) as { msg: string }).msg),
    'that takes out only what looks like a key': (line) =>
      line.replaceAll(/(?<![\w-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{24,}/gi, ''),
  }

  it('are each caught, and what the report does is not', () => {
    const caught = Object.entries(mutants).map(([what, toText]) => [what, formsCaught(toText).size] as const)
    printFigure('Security', 'canary: mutants of the report', {
      mutants: caught.length,
      missed: caught.filter(([, forms]) => forms === 0).length,
    })
    expect(caught.filter(([, forms]) => forms === 0)).toEqual([])
    expect(formsCaught(mutants['that tells the words of an error'] ?? String).size).toBe(formNames.length)
    expect(formsCaught((line) => toLogLines(line, () => false).join('\n')).size).toBe(0)
  })
})

/** Returns the forms of a planted secret that are found in the report of lines that contain it. */
function formsCaught(toText: (line: string) => string): Set<FormName> {
  const secrets = { 'client secret': clientSecret, 'sample name': own['sample name'] }
  const found = formNames.filter((form) =>
    Object.values(secrets).some((secret) => {
      const text = (formsOf(secret)[form][0] ?? Buffer.alloc(0)).toString('latin1')
      const line = JSON.stringify({ level: 50, msg: `unforeseen error ${text}`, stack: `Error: ${text}` })
      const output = toText(line)
      return findLeaks(secrets, [{ place: 'report', bytes: Buffer.from(output, 'latin1') }]).length > 0
    }),
  )
  return new Set(found)
}
