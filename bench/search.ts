/**
 * The search table of the performance notes: ours beside plain FTS5 with bm25 and MiniSearch, on the same generated
 * drugs in the same run. `--2m` adds two million, `--only=N` takes one size. Exits 1 where a target is missed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from './quota/targets.ts'
import { generate, toQueries } from './search/catalogues.ts'
import { type Candidate, columns, type Figures, measure } from './search/measure.ts'
import { buildMiniSearch } from './search/miniSearch.ts'
import { buildOurs, openOurs } from './search/ours.ts'
import { buildPlain, openPlain } from './search/plainFts.ts'
import { checkSearch } from './search/targets.ts'

const say = (line = ''): void => void process.stdout.write(`${line}\n`)
const row = (cells: (string | number)[]): string => `| ${cells.join(' | ')} |`
const args = process.argv.slice(2)
const only = Number(args.find((arg) => arg.startsWith('--only='))?.slice(7) ?? 0)
const sizes = only > 0 ? [only] : [20_000, 200_000, ...(args.includes('--2m') ? [2_000_000] : [])]
const queriesEach = 200
/** Larger ones do not fit into memory, which is the point of the others. */
const largestInMemory = 200_000

const sizeMb = (folder: string, prefix: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size / 1e6, 0)

async function timed<T>(work: () => T | Promise<T>): Promise<{ seconds: number; result: T }> {
  const start = performance.now()
  const result = await work()
  return { seconds: (performance.now() - start) / 1000, result }
}

/** Opening and the first answer, and memory after many, in a process of its own. */
function coldOpen(file: string): { openMs: number; firstMs: number; startMb: number; memoryMb: number } {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'searchCold.ts'), file], {
    encoding: 'utf8',
  })
  return JSON.parse(run.stdout)
}

const findings: Finding[] = []
for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-search-'))
  try {
    say(`\n## ${size.toLocaleString('en')} drugs: p95 in ms of ${queriesEach} questions each\n`)
    const entries = generate(size)
    const queries = toQueries(entries, queriesEach)
    const oursFile = join(folder, 'ours.db')
    const plainFile = join(folder, 'plain.db')
    const ours = await timed(() => buildOurs(oursFile, entries))
    const plain = await timed(() => buildPlain(plainFile, entries))
    const mini = size > largestInMemory ? null : await timed(() => buildMiniSearch(entries))
    const cold = coldOpen(oursFile)
    const candidates: Candidate[] = [await openOurs(oursFile), openPlain(plainFile)]
    if (mini?.result) candidates.push(mini.result)

    say(row(['', ...columns, 'mixed', 'recall@10']))
    say(row(['---', ...columns.map(() => '---:'), '---:', '---:']))
    const figures = new Map<string, Figures>()
    for (const candidate of candidates) {
      const one = await measure(candidate, queries)
      figures.set(candidate.name, one)
      const cells = [...columns.map((column) => one.p95[column].toFixed(2)), one.mixed.toFixed(2)]
      say(row([candidate.name, ...cells, one.recall.toFixed(3)]))
      await candidate.close()
    }
    say(
      `\nBuild: ours ${ours.seconds.toFixed(0)} s (${sizeMb(folder, 'ours').toFixed(0)} MB, in answers of 100), ` +
        `FTS5 ${plain.seconds.toFixed(0)} s (${sizeMb(folder, 'plain').toFixed(0)} MB), ` +
        `MiniSearch ${mini === null ? 'left out' : mini.result ? `${mini.seconds.toFixed(0)} s` : 'not installed'}.`,
    )
    say(
      `Cold: open in ${cold.openMs.toFixed(1)} ms, first answer ${cold.firstMs.toFixed(1)} ms later, ${cold.memoryMb.toFixed(0)} MB after 500 questions (${cold.startMb.toFixed(0)} MB before opening); ` +
        `longest stop while keeping ${ours.result.toFixed(0)} ms.`,
    )
    findings.push(...checkSearch(size, figures, { ...cold, longestStopMs: ours.result }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

say('\n## Targets\n')
for (const { target, measured, met } of findings) say(`- ${met ? 'met' : 'MISSED'}: ${target} (${measured})`)
process.exitCode = findings.every(({ met }) => met) ? 0 : 1
