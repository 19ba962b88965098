/**
 * The search table of the performance notes: ours beside plain FTS5 with bm25 and MiniSearch, on the same generated
 * drugs in the same run. `--2m` adds two million, `--only=N` takes one size, `--in=FOLDER` keeps what was built there
 * for the next run, `--pretend=slow|forgetful` makes ours worse than it is. Exits 1 where a target is missed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DrugEntry } from '../src/demoService/model/catalogue.ts'
import { type Finding, head, print, reportTargets, row } from './report.ts'
import { bundle } from './search/bundle.ts'
import { generate, toQueries } from './search/catalogues.ts'
import { type Candidate, columns, type Figures, measure } from './search/measure.ts'
import { buildMiniSearch } from './search/miniSearch.ts'
import { buildOurs, type Handicap, openOurs } from './search/ours.ts'
import { buildPlain, openPlain } from './search/plainFts.ts'
import { checkSearch } from './search/targets.ts'

const { values: args } = parseArgs({
  options: {
    '2m': { type: 'boolean', default: false },
    only: { type: 'string' },
    in: { type: 'string' },
    pretend: { type: 'string' },
  },
})
const sizes = args.only ? [Number(args.only)] : [20_000, 200_000, ...(args['2m'] ? [2_000_000] : [])]
const handicap: Handicap = args.pretend === 'slow' || args.pretend === 'forgetful' ? args.pretend : null
const queriesEach = 200
/** Larger ones do not fit into memory, which is the point of the others. */
const maxInMemory = 200_000

const inMs = (ms: number | null): string => (ms === null ? '–' : ms.toFixed(2))

const sizeMb = (folder: string, prefix: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size / 1e6, 0)

async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { seconds: (performance.now() - start) / 1000, result }
}

type Cold = { openMs: number; firstMs: number; startMb: number; memoryMb: number }

/** Opening and the first answer, and memory after many, in a process of its own, bundled; the median of nine. */
async function coldOpen(file: string, folder: string): Promise<Cold> {
  const bundled = await bundle(join(import.meta.dirname, 'searchCold.ts'), folder)
  const runs = Array.from({ length: 9 }, (): Cold => {
    const run = spawnSync(process.execPath, [bundled, file], { encoding: 'utf8' })
    return JSON.parse(run.stdout)
  })
  const middle = (of: (run: Cold) => number) => runs.map(of).sort((a, b) => a - b)[4] ?? Number.NaN
  return {
    openMs: middle((run) => run.openMs),
    firstMs: middle((run) => run.firstMs),
    startMb: middle((run) => run.startMb),
    memoryMb: middle((run) => run.memoryMb),
  }
}

async function build(folder: string, entries: readonly DrugEntry[]) {
  const files = { ours: join(folder, 'ours.db'), plain: join(folder, 'plain.db') }
  if (existsSync(files.plain)) return files
  const ours = await buildOurs(files.ours, entries)
  const plain = await timed(() => buildPlain(files.plain, entries))
  print(
    `Build: of ours the first ${ours.byAnswers} drugs ${ours.listsS.toFixed(0)} s in answers of 100 and ` +
      `${ours.pathwaysS.toFixed(0)} s for the pathways of each, the rest ${ours.restS.toFixed(0)} s at once ` +
      `(${sizeMb(folder, 'ours').toFixed(0)} MB); FTS5 ${plain.seconds.toFixed(0)} s without pathways ` +
      `(${sizeMb(folder, 'plain').toFixed(0)} MB).`,
  )
  return files
}

async function compare(size: number, folder: string): Promise<Finding[]> {
  print(`\n## ${size.toLocaleString('en')} drugs: p95 in ms of ${queriesEach} questions each\n`)
  const entries = generate(size)
  const queries = toQueries(entries, queriesEach)
  const files = await build(folder, entries)
  const cold = await coldOpen(files.ours, folder)
  const mini = size > maxInMemory ? null : await timed(() => buildMiniSearch(entries))
  if (mini) print(`MiniSearch builds its index in ${mini.seconds.toFixed(0)} s, at every start.`)
  print(
    `Cold: opened in ${cold.openMs.toFixed(1)} ms, first answer ${cold.firstMs.toFixed(1)} ms later; ` +
      `${cold.memoryMb.toFixed(0)} MB after 500 questions (${cold.startMb.toFixed(0)} MB before opening).\n`,
  )
  const candidates: Candidate[] = [await openOurs(files.ours, handicap), openPlain(files.plain)]
  if (mini) candidates.push(mini.result)
  head(['', ...columns, 'mixed', 'recall@10', 'pathway + direction', 'facets'])
  const figures = new Map<string, Figures>()
  for (const candidate of candidates) {
    const one = await measure(candidate, queries)
    figures.set(candidate.name, one)
    const cells = [...columns.map((column) => one.p95[column].toFixed(2)), one.mixed.toFixed(2)]
    row([candidate.name, ...cells, one.recall.toFixed(3), inMs(one.acting), inMs(one.facets)])
    await candidate.close()
  }
  const ours = figures.get('Pathclock')
  for (const [name, one] of ours ? figures : []) {
    if (one === ours || !ours) continue
    const times = columns.map((column) => `${(one.p95[column] / ours.p95[column]).toFixed(1)} ×`)
    row([`${name} / ours`, ...times, `${(one.mixed / ours.mixed).toFixed(1)} ×`, '', '', ''])
  }
  return checkSearch(size, figures, cold)
}

const findings: Finding[] = []
for (const size of sizes) {
  const savedFolder = args.in ? join(args.in, String(size)) : null
  if (savedFolder) mkdirSync(savedFolder, { recursive: true })
  const folder = savedFolder ?? mkdtempSync(join(tmpdir(), 'pathclock-bench-search-'))
  try {
    findings.push(...(await compare(size, folder)))
  } finally {
    if (!savedFolder) rmSync(folder, { recursive: true, force: true })
  }
}

reportTargets(findings)
