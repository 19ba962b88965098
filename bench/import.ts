/**
 * Measures the import tables of the performance notes: reading delimited text against Papa Parse, csv-parse and a scan
 * of the bytes; importing a file to checked rows in SQLite against the sqlite3 shell and Papa Parse; and how soon a
 * cancelled reading ends. Files are generated. Each run has its own process, bundled as the app is, candidates
 * alternate, and figures are medians of CPU time. A numeric argument scales the files. Exits 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCancelMs } from './import/cancel.ts'
import { writeBenchFiles } from './import/files.ts'
import { createMeasure, hasShell, type Measured, measureShell } from './import/measure.ts'
import { atMost, type Finding, head, median, print, reportTargets, row } from './report.ts'
import { bundle } from './search/bundle.ts'

const scale = Number(process.argv[2] ?? 1)
const rounds = 5

type Figures = { cpuMs: number; peakMb: number }
const toFigures = (runs: Measured[]): Figures => ({
  cpuMs: median(runs.map((run) => run.cpuMs)),
  peakMb: Math.max(...runs.map((run) => run.peakMb)),
})

/** Every candidate once a round, so that what else the machine does meets all of them. */
async function runInTurn(candidates: Record<string, () => Promise<Measured>>): Promise<Map<string, Figures>> {
  const runs = new Map<string, Measured[]>()
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(candidates))
      runs.set(name, [...(runs.get(name) ?? []), await run()])
  return new Map([...runs].map(([name, all]) => [name, toFigures(all)]))
}

const findings: Finding[] = []
const aim = (target: string, measured: number, max: number, unit = ''): void =>
  void findings.push(atMost(target, measured, max, unit))

const show = (title: string, figures: Map<string, Figures>): void => {
  print(`\n## ${title} (medians of ${rounds})\n`)
  head(['', 'CPU ms', 'beside ours', 'peak MB'])
  const ours = figures.get('ours')?.cpuMs ?? Number.NaN
  for (const [name, { cpuMs, peakMb }] of figures)
    row([name, cpuMs.toFixed(0), `${(cpuMs / ours).toFixed(2)} ×`, peakMb.toFixed(0)])
}

const cpu = (figures: Map<string, Figures>, name: string): number => figures.get(name)?.cpuMs ?? Number.NaN
const ratio = (figures: Map<string, Figures>, name: string): number =>
  cpu(figures, 'ours') / cpu(figures, name)

const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-'))
try {
  const files = writeBenchFiles(folder, scale)
  const measure = createMeasure(await bundle(join(import.meta.dirname, 'import/runOne.ts'), folder))
  const readers = (path: string, names: readonly string[]) =>
    runInTurn(Object.fromEntries(names.map((name) => [name, () => measure('read', name, path)])))

  print('# Import')
  const clean = await readers(files.clean.path, ['byte scan', 'bare loop', 'ours', 'Papa Parse', 'csv-parse'])
  show(`Reading ${files.clean.rows} clean rows of 10`, clean)
  aim('clean, beside Papa Parse', ratio(clean, 'Papa Parse'), 0.6)
  aim('clean, beside csv-parse', ratio(clean, 'csv-parse'), 0.2)
  aim('clean, beside the scan of the bytes', ratio(clean, 'byte scan'), 2)

  const quoted = await readers(files.quoted.path, ['byte scan', 'ours', 'Papa Parse'])
  show(`Reading ${files.quoted.rows} quoted rows of 10`, quoted)
  aim('quoted, beside Papa Parse', ratio(quoted, 'Papa Parse'), 0.65)

  const large = await measure('read', 'ours', files.large.path)
  print(`\n${files.large.rows} clean rows: ${large.peakMb.toFixed(0)} MB at most`)
  for (const [name, peakMb] of [
    ['clean', clean.get('ours')?.peakMb],
    ['quoted', quoted.get('ours')?.peakMb],
    ['clean, three times as long', large.peakMb],
  ] as const)
    aim(`memory, ${name}`, peakMb ?? Number.NaN, 130, ' MB')

  const database = join(folder, 'rows.db')
  const imports = await runInTurn({
    ours: () => measure('import', 'ours', files.clean.path, database),
    'Papa Parse, single rows': () => measure('import', 'Papa Parse, single rows', files.clean.path, database),
    ...(hasShell() ? { 'sqlite3 .import': () => measureShell(files.clean.path, database) } : {}),
  })
  show(
    `${files.clean.rows} rows to SQLite; ours decoded, mapped and checked, the others as they are`,
    imports,
  )
  aim('to SQLite, beside Papa Parse and single rows', ratio(imports, 'Papa Parse, single rows'), 0.9)
  if (hasShell()) aim('to SQLite, beside the sqlite3 shell', ratio(imports, 'sqlite3 .import'), 1)
  else print('\nThe sqlite3 shell is not on this machine (Debian package sqlite3): not compared.')

  aim('cancelling a reading', await measureCancelMs(files.large.path), 500, ' ms')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

reportTargets(findings)
