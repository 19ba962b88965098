/**
 * Search, filter and sort of a register of 100,000 samples, as p50 and p95 of processor ms: `node bench/register.ts`.
 * They are synchronous reads of a local file, so on a machine that has nothing else to do it is the time they take.
 * Exits 1 where a target is missed.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { openDatabase } from '../src/main/adapters/sqlite/openDatabase.ts'
import { facetsOf } from '../src/main/samples/register/search/facets.ts'
import { pageOfSamples } from '../src/main/samples/register/search/sampleSearch.ts'
import { type JournalSchema, journalMigrations } from '../src/main/store/journal.ts'
import { createSeededRandom } from '../src/main/testing/seededRandom.ts'
import type { Checked } from '../src/shared/contract/contract.ts'
import { atMost, type Finding, head, median, percentile, print, reportTargets, row } from './report.ts'

const samples = Number(process.argv[2] ?? 100_000)
const rounds = 20
const random = createSeededRandom(1)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const tissues = ['Blood', 'Leber', 'Müller-Zellen', '肝脏', 'Кровь', 'skin']
const states = ['succeeded', 'succeeded', 'succeeded', 'running', 'queued', 'failed'] as const

const folder = await mkdtemp(join(tmpdir(), 'pathclock-register-'))
const journal = await openDatabase<JournalSchema>({
  file: join(folder, 'journal.db'),
  migrations: journalMigrations,
  durability: 'normal',
})
const { query } = journal

/** Of this thread, so that what else the machine does is not measured. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const begun = cpuMs()
for (let from = 0; from < samples; from += 1000)
  await journal.transaction(async (writing) => {
    for (let n = from; n < Math.min(from + 1000, samples); n++) {
      const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
      const state = pick(states)
      const fields = {
        age: 20 + (n % 60),
        tissue: pick(tissues),
        group: `arm ${n % 12}`,
        donor_id: `D${n % 4000}`,
      }
      await writing
        .insertInto('samples')
        .values({
          sample_id: `smp_${Math.floor(random() * 1e12).toString(36)}${n}`,
          client_reference: `COHORT-${String(n % 7)}-${n}`,
          fields: JSON.stringify(fields),
          batch_id: null,
          place: `${at}#${n}`,
          status: state,
          state,
          created_at: at,
          checked_at: null,
          service: 'https://service.example',
          synthetic: n % 2,
        })
        .execute()
    }
  })
print(`# A register of ${samples} samples, written in ${Math.round(cpuMs() - begun)} ms (processor ms)\n`)

const page = {
  text: '',
  sort: [{ by: 'created_at', order: 'asc' }],
  page: 1,
  limit: 100,
} satisfies Checked<'samples.list'>
const queries: Record<string, Partial<Parameters<typeof pageOfSamples>[1]>> = {
  'all, by time': {},
  'all, newest first': { sort: [{ by: 'created_at', order: 'desc' }] },
  'all, by reference': { sort: [{ by: 'client_reference', order: 'asc' }] },
  'all, by status, last page': { sort: [{ by: 'status', order: 'asc' }], page: Math.floor(samples / 100) },
  'all, page 500': { page: 500 },
  'text of many, page 100': { text: 'leber', page: 100 },
  'all, page in the middle': { page: Math.floor(samples / 200) },
  'one state': { filter: { states: ['queued'] } },
  'group and state, by reference': {
    filter: { group: 'arm 3', states: ['failed'] },
    sort: [{ by: 'client_reference', order: 'asc' }],
  },
  'synthetic, newest first': { filter: { synthetic: true }, sort: [{ by: 'created_at', order: 'desc' }] },
  'a group that is not there': { filter: { group: 'none' } },
  'text of one sample': { text: `cohort-3-${samples - 13}` },
  'text of 25 samples': { text: 'd3999' },
  'text, case of Cyrillic': { text: 'КРОВЬ' },
  'text, case of umlauts, by status': { text: 'MÜLLER', sort: [{ by: 'status', order: 'asc' }] },
  'text that all hold': { text: 'cohort' },
  'text that all hold, newest first': { text: 'COHORT-', sort: [{ by: 'created_at', order: 'desc' }] },
  'text and state': { text: 'leber', filter: { states: ['failed'] } },
  'text that none holds': { text: 'zebra fish' },
  'two signs': { text: '肝脏' },
  'two letters that none holds': { text: 'qq' },
  'by state, then reference downwards': {
    sort: [
      { by: 'state', order: 'asc' },
      { by: 'client_reference', order: 'desc' },
    ],
  },
  'by group downwards, then time': {
    sort: [
      { by: 'group', order: 'desc' },
      { by: 'created_at', order: 'asc' },
    ],
  },
  'by group, state, reference': {
    sort: [
      { by: 'group', order: 'asc' },
      { by: 'state', order: 'desc' },
      { by: 'client_reference', order: 'asc' },
    ],
  },
  'by reference, then state, middle': {
    sort: [
      { by: 'client_reference', order: 'asc' },
      { by: 'state', order: 'asc' },
    ],
    page: Math.floor(samples / 200),
  },
  'by group, then reference, middle': {
    sort: [
      { by: 'group', order: 'asc' },
      { by: 'client_reference', order: 'asc' },
    ],
    page: Math.floor(samples / 200),
  },
  'by state, then time, middle': {
    sort: [
      { by: 'state', order: 'asc' },
      { by: 'created_at', order: 'desc' },
    ],
    page: Math.floor(samples / 200),
  },
  'text of many, by group, then reference': {
    text: 'leber',
    sort: [
      { by: 'group', order: 'asc' },
      { by: 'client_reference', order: 'asc' },
    ],
  },
}

const all: number[] = []
const findings: Finding[] = []
head(['a page of', 'hits', 'p50', 'p95'])
for (const [name, more] of Object.entries(queries)) {
  const times: number[] = []
  let total = 0
  for (let round = 0; round < rounds; round++) {
    const start = cpuMs()
    ;({ total } = await pageOfSamples(query, { ...page, ...more }))
    times.push(cpuMs() - start)
  }
  all.push(...times)
  row([name, total, percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)])
}

/** Returns the longest stretch in which no other task runs. */
async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const ended = work().finally(() => {
    isOver = true
  })
  for (let last = cpuMs(); !isOver; ) {
    await turn()
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  await ended
  return longest
}

const { rows: listed } = await query.executeQuery<{ sample_id: string }>(
  CompiledQuery.raw('SELECT sample_id FROM samples WHERE synthetic = 1'),
)
const analysed = new Set(listed.map(({ sample_id }) => sample_id))
const facetQueries: Record<string, Parameters<typeof facetsOf>[1]> = {
  all: { text: '' },
  'one state': { text: '', filter: { states: ['succeeded'] } },
  'with a result': { text: '', filter: { hasResult: true } },
  'a text of all': { text: 'cohort' },
  'a text of many': { text: 'leber' },
  'two letters of all': { text: 'co' },
  'text, state and result': { text: 'cohort', filter: { states: ['succeeded'], hasResult: false } },
  'a text of one': { text: `cohort-3-${samples - 13}` },
}
const maxStretchMs = 50
print('')
head(['work in turns', 'ms', 'the longest stretch'])
const reportStretch = (label: string, tookMs: number, longestMs: number): void => {
  row([label, tookMs.toFixed(0), longestMs.toFixed(0)])
  findings.push(atMost(`${label}: the longest stretch`, longestMs, maxStretchMs, ' ms'))
}
for (const [name, facetQuery] of Object.entries(facetQueries)) {
  const start = cpuMs()
  const stretches: number[] = []
  for (let round = 0; round < 3; round++)
    stretches.push(await longestStretchMs(() => facetsOf(query, facetQuery, async () => analysed)))
  reportStretch(`facets of ${name}`, (cpuMs() - start) / 3, median(stretches))
}
for (const hasResult of [true, false]) {
  const pageQuery = { ...page, page: 400, filter: { hasResult } }
  const start = cpuMs()
  const longest = await longestStretchMs(() => pageOfSamples(query, pageQuery, async () => analysed))
  reportStretch(`page 400 ${hasResult ? 'with' : 'without'} a result`, cpuMs() - start, longest)
}
const maxMs = 30
findings.unshift(
  atMost('a page of the register, p95 of all questions', percentile(all, 0.95), maxMs, ' ms', 1),
)
reportTargets(findings)
await journal.close()
await rm(folder, { recursive: true, force: true })
