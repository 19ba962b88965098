/**
 * Measures the export table of the performance notes: a million rows of eight columns as CSV against Papa Parse, as
 * JSON Lines against a bare loop, as XLSX against hucre's stream, and as Parquet against bare hyparquet-writer; also
 * how soon a cancelled export ends. Each run has its own process, candidates alternate, and figures are medians of CPU
 * time that include generating the rows. A numeric argument scales the table. Exits 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCancelMs } from './export/cancel.ts'
import { type Candidate, candidates } from './export/candidates.ts'
import { type Measured, measure } from './export/measure.ts'
import { atMost, type Finding, head, median, print, reportTargets, row } from './report.ts'

const rows = Math.round(1_000_000 * Number(process.argv[2] ?? 1))
const rounds = 3

/** Every candidate once a round, so that what else the machine does meets all of them. */
async function runInTurn(path: string): Promise<Map<Candidate, Measured>> {
  const names = Object.keys(candidates) as Candidate[]
  const runs = new Map<Candidate, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) runs.get(name)?.push(await measure(name, path, rows))
  const figures = [...runs].map(([name, all]): [Candidate, Measured] => [
    name,
    {
      cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
      peakMb: Math.max(...all.map(({ peakMb }) => peakMb)),
      sizeMb: median(all.map(({ sizeMb }) => sizeMb)),
    },
  ])
  return new Map(figures)
}

const findings: Finding[] = []
const aim = (target: string, measured: number, max: number, unit = ''): void =>
  void findings.push(atMost(target, measured, max, unit))

const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-'))
try {
  const figures = await runInTurn(join(folder, 'table'))
  const of = (name: Candidate): Measured => figures.get(name) ?? { cpuMs: Number.NaN, peakMb: 0, sizeMb: 0 }
  print(`# Export of ${rows} rows of 8 (medians of ${rounds})\n`)
  head(['', 'CPU ms', 'peak MB', 'file MB'])
  for (const [name, { cpuMs, peakMb, sizeMb }] of figures)
    row([name, cpuMs.toFixed(0), peakMb.toFixed(0), sizeMb.toFixed(1)])

  const aimRatio = (ours: Candidate, peer: Candidate, max: number): void =>
    aim(`${ours}, beside ${peer}`, of(ours).cpuMs / of(peer).cpuMs, max)
  aimRatio('csv', 'Papa.unparse', 0.6)
  aimRatio('jsonl', 'JSON.stringify a row', 1.2)
  aimRatio('xlsx', 'hucre writeXlsxStream', 0.5)
  aimRatio('parquet', 'hyparquet-writer', 1.1)
  for (const format of ['csv', 'jsonl', 'xlsx'] as const)
    aim(`${format}, memory`, of(format).peakMb, 200, ' MB')
  // Its peer encodes groups of 100,000 rows; a part of a group is held as a whole.
  aim('parquet, memory beside hyparquet-writer', of('parquet').peakMb / of('hyparquet-writer').peakMb, 1)
  for (const format of ['csv', 'jsonl', 'xlsx', 'parquet'] as const)
    aim(
      `cancelling ${format}`,
      await measureCancelMs(format, join(folder, 'cancelled'), Math.max(rows, 1_000_000)),
      500,
      ' ms',
    )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

reportTargets(findings)
