import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '../../../../shared/contract/contract.ts'
import {
  formatExtension,
  type TableFormat,
  tableFormatSchema,
} from '../../../../shared/domain/studies/exporting.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { exampleCohort } from '../../../hosts/cli/testing/openApp.ts'
import { isFull, printFigure } from '../../faults.ts'
import { connect, orderFile } from '../../labWork.ts'
import { type FormName, formNames, formsOf, type LeakSource, leaksInWords } from '../../secrets/canary.ts'
import { startWatchedApp, type WatchedApp } from '../../secrets/watchedApp.ts'

const apiKey = 'api+key/1e2d3c4b5a69780f=~8697'
const clientSecret = 'client+secret/8e7d6c5b4a39209f=~1817'
const profileName = 'Prof. Éxample & colleagues/marked~profile'
const rows = 12

type Settings = Input<'exports.write'>['settings']
type Table = Settings['table']

let app: WatchedApp
let tables: Table[]
/** The secrets that no file may contain, by kind. */
let marked: Record<string, string>
beforeAll(async () => {
  app = await startWatchedApp({ apiKey, clientSecret })
  await work()
})
afterAll(() => app.close())

/** Creates data for every table, with the profile name in every field that a user can fill. */
async function work(): Promise<void> {
  const { call, finish, folders, service } = app
  const profileId = await connect(call, service, profileName)
  const file = join(folders.exports, 'cohort.csv')
  const lines = readFileSync(exampleCohort, 'utf8').split('\n')
  await writeFile(file, lines.slice(0, rows + 1).join('\n'))
  await orderFile(call, file)
  await finish((await call('samples.refresh', {})).jobId)
  await finish((await call('analyses.run', { clock: true })).jobId)
  const sampleIds = (await call('samples.list', {})).rows.map((row) => row.sampleId)
  for (const [index, group] of ['a', 'b'].entries())
    await call('samples.annotate', {
      sampleIds: sampleIds.filter((_, at) => at % 2 === index),
      change: { group, note: 'seen', addTags: ['tagged'], fields: { dose: index } },
    })
  const { hits } = await call('drugs.search', { text: 'rapamycin' })
  await call('drugs.show', { drugId: hits[0]?.drugId ?? '' })
  const screening = await call('screening.create', { sampleId: sampleIds[0] ?? '' })
  if (screening.jobId !== null) await finish(screening.jobId)
  await call('screening.show', { taskId: screening.taskId })
  tables = [
    { kind: 'resultsLong' },
    { kind: 'resultsWide', measure: 'activity' },
    { kind: 'resultsWide', measure: 'aging_offset', view: { kind: 'z' } },
    { kind: 'samples' },
    { kind: 'clock' },
    { kind: 'drugs' },
    { kind: 'compare', request: { groups: { by: 'group', values: ['a', 'b'] }, test: 'welch' } },
    { kind: 'screening' },
    { kind: 'history' },
    { kind: 'answers' },
  ]
  const root = dirname(folders.data)
  marked = {
    ...Object.fromEntries(app.secrets),
    'name of the profile': profileName,
    'id of the profile': profileId,
    'folder of the data': folders.data,
    'folder of the file': folders.exports,
    'folder of the app': basename(root),
    'place of the program': import.meta.dirname,
    ...(hostname().length > 9 ? { 'name of the computer': hostname() } : {}),
  }
}

/** A written table as evidence, also with what is packed in it. */
async function write(settings: Settings): Promise<{ evidence: LeakSource[]; rows: number }> {
  const { call, finish, files, folders } = app
  const place = `${settings.table.kind} as ${settings.format}${settings.dictionary ? ', dictionary' : ''}`
  const path = join(folders.exports, `table.${formatExtension[settings.format]}`)
  const { jobId } = await call('exports.write', { fileId: files.reserve(path).fileId, settings })
  await finish(jobId)
  const job = (await call('jobs.list', {})).find((one) => one.jobId === jobId)
  if (job?.state !== 'done') throw new Error(`${place}: ${toEnglish(job?.message ?? joinMessages([]))}`)
  const bytes = readFileSync(path)
  const contents = [bytes, ...(await unpacked(bytes, settings.format))]
  return { evidence: contents.map((one) => ({ place, bytes: one })), rows: job.done }
}

/** Raw bytes hide what is compressed. */
async function unpacked(bytes: Buffer, format: TableFormat): Promise<Buffer[]> {
  if (format === 'xlsx') return Object.values(unzipSync(bytes)).map(withoutEntities)
  // A mark that is itself escaped is escaped once more.
  if (format === 'json' || format === 'jsonl')
    return [Buffer.from(bytes.toString('utf8').replaceAll('\\\\', '\\'))]
  if (format !== 'parquet') return []
  const file = new Uint8Array(bytes).buffer as ArrayBuffer
  const toText = (value: unknown): Buffer =>
    Buffer.from(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)))
  return [toText(parquetMetadata(file).key_value_metadata ?? []), toText(await parquetReadObjects({ file }))]
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const withoutEntities = (part: Uint8Array): Buffer => {
  const text = Buffer.from(part).toString('utf8')
  return Buffer.from(text.replaceAll(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity))
}

const leaksIn = (evidence: LeakSource[]): string[] => leaksInWords(marked, evidence)

/** The quick form writes every table as JSON and in one format more, so that each format is written. */
const formatsOf = (index: number): readonly TableFormat[] => {
  const all = tableFormatSchema.options
  return isFull ? all : [...new Set(['json', all[index % all.length] ?? 'csv'] as const)]
}

describe('an exported table', () => {
  it('holds no secret, no name of a profile and no path of the computer', { timeout: 300_000 }, async () => {
    const figures = { files: 0, rows: 0, bytes: 0, sought: Object.keys(marked).length, hits: 0 }
    const found: string[] = []
    for (const [index, table] of tables.entries())
      for (const format of formatsOf(index))
        for (const dictionary of isFull || format === 'json' ? [false, true] : [false]) {
          const written = await write({ table, format, dictionary })
          found.push(...leaksIn(written.evidence))
          figures.files += 1
          figures.rows += written.rows
          figures.bytes += written.evidence[0]?.bytes.length ?? 0
        }
    figures.hits = found.length
    printFigure('Security', 'canary: every table in every format', figures)
    expect(found).toEqual([])
    expect(Object.values(marked).every((value) => value.length > 5)).toBe(true)
  })

  it('is reported if a mark is planted in it, in any form', { timeout: 300_000 }, async () => {
    const { call } = app
    const [sampleId = ''] = (await call('samples.list', {})).rows.map((row) => row.sampleId)
    const forms: readonly FormName[] = isFull ? formNames : ['raw', 'json', 'url', 'base64', 'hex']
    const inForms = forms.map(
      (form) => ['api key', formsOf(apiKey)[form][0]?.toString('utf8') ?? ''] as const,
    )
    const plants = [...inForms, ...Object.entries(marked)].filter(([, note]) => !note.includes('\0'))
    const formats = isFull ? tableFormatSchema.options : (['csv', 'json'] as const)
    const missed: string[] = []
    for (const [mark, note] of plants) {
      await call('samples.annotate', { sampleIds: [sampleId], change: { note } })
      for (const format of formats) {
        const { evidence } = await write({ table: { kind: 'samples' }, format })
        const isFound = leaksIn(evidence).some((leak) => leak.startsWith(mark))
        if (!isFound) missed.push(`${mark} as ${note} in ${format}`)
      }
    }
    await call('samples.annotate', { sampleIds: [sampleId], change: { note: 'seen' } })
    printFigure('Security', 'canary: leaks planted in tables', {
      planted: plants.length * formats.length,
      missed: missed.length,
    })
    expect(missed).toEqual([])
  })
})

describe('a study capsule', () => {
  /** Returns every file of the capsule as evidence, with its JSON also decoded. */
  const writeCapsule = async (): Promise<LeakSource[]> => {
    const { call, finish, files, folders } = app
    const path = join(folders.exports, 'study.pathclock')
    const comparison = { groups: { by: 'group', values: ['a', 'b'] } }
    const study = { kind: 'cohort' as const, of: { filter: {} }, comparison }
    const settings = { document: 'capsule' as const, study }
    const { jobId } = await call('documents.write', { fileId: files.reserve(path).fileId, settings })
    await finish(jobId)
    const parts = Object.entries(unzipSync(readFileSync(path)))
    return parts.flatMap(([place, bytes]) =>
      [Buffer.from(bytes), withoutEntities(bytes), ...textsOfJson(place, bytes)].map((one) => ({
        place,
        bytes: one,
      })),
    )
  }

  const textsOfJson = (place: string, bytes: Uint8Array): Buffer[] =>
    /\.jsonl?$/.test(place) ? [Buffer.from(Buffer.from(bytes).toString('utf8').replaceAll('\\\\', '\\'))] : []

  it('holds no secret, no name of a profile and no path of the computer', async () => {
    const evidence = await writeCapsule()
    const found = leaksIn(evidence)
    const bytes = evidence.reduce((sum, one) => sum + one.bytes.length, 0)
    const sought = Object.keys(marked).length
    printFigure('Security', 'canary: study capsule', {
      files: evidence.length,
      bytes,
      sought,
      hits: found.length,
    })
    expect(found).toEqual([])
    expect(evidence.map(({ place }) => place)).toContain('answers/000001-activity.json')
  })

  it('is reported if a mark is planted in it', async () => {
    const { call } = app
    const [sampleId = ''] = (await call('samples.list', {})).rows.map((row) => row.sampleId)
    const note = Object.values(marked).join(' · ')
    await call('samples.annotate', { sampleIds: [sampleId], change: { note } })
    const leakReport = leaksIn(await writeCapsule()).join('\n')
    await call('samples.annotate', { sampleIds: [sampleId], change: { note: 'seen' } })
    expect(Object.keys(marked).filter((what) => !leakReport.includes(what))).toEqual([])
  })
})
