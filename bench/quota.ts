/**
 * Measures the quota table of the performance notes: ours against p-queue and bottleneck on six kinds of limiter, in
 * virtual time; the user's calls while a batch runs; and the cost of the shared rate limit store. Exits 1 if a target
 * is missed.
 */
import { measureJournalQuotaStore } from './quota/journalQuotaStore.ts'
import { type Kind, kinds } from './quota/limiters.ts'
import type { BatchFigure } from './quota/runs.ts'
import { checkBatch, checkInteractive, checkJournal } from './quota/targets.ts'
import { install } from './quota/virtualTime.ts'
import { type Finding, head, median, percentile, print, reportTargets, row } from './report.ts'

const batches = [
  { count: 1000, seeds: [1, 2, 3, 4, 5] },
  { count: 5000, seeds: [1, 2, 3] },
]
const besides = { count: 1500, seeds: [1, 2, 3, 4] }

const journal = await measureJournalQuotaStore()
// The peers keep hold of the timers they find when they are imported.
install()
const { clients, oursInTwoProcesses } = await import('./quota/clients.ts')
const { runBatch, runInteractive } = await import('./quota/runs.ts')
type ClientName = keyof typeof clients
const names = Object.keys(clients) as ClientName[]
const findings: Finding[] = []

print('# Quota: 100 per 60 s, network 40–160 ms each way')
for (const { count, seeds } of batches) {
  print(`\n## ${count} requests: % of the clairvoyant optimum / 429s (medians of ${seeds.length} seeds)\n`)
  head(['client', ...kinds])
  const figures = new Map<ClientName, Map<Kind, BatchFigure>>()
  for (const name of names) {
    const byKind = new Map<Kind, BatchFigure>()
    for (const kind of kinds) {
      const runs: BatchFigure[] = []
      for (const seed of seeds) runs.push(await runBatch(clients[name], kind, seed, count))
      byKind.set(kind, {
        percent: median(runs.map((run) => run.percent)),
        refused: median(runs.map((run) => run.refused)),
      })
    }
    figures.set(name, byKind)
    row([name, ...[...byKind.values()].map((one) => `${one.percent.toFixed(1)} / ${one.refused}`)])
  }
  findings.push(...checkBatch(count, figures))
}

print(
  `\n## A person's call while a batch of ${besides.count} runs, once they have signed in: p50 / p95, ms\n`,
)
head(['client', ...kinds])
for (const [name, create] of Object.entries({
  ...clients,
  'ours, batch in another process': oursInTwoProcesses,
})) {
  const cells: string[] = []
  for (const kind of kinds) {
    const tookMs: number[] = []
    for (const seed of besides.seeds)
      tookMs.push(...(await runInteractive(create, kind, seed, besides.count)))
    cells.push(`${percentile(tookMs, 0.5).toFixed(0)} / ${percentile(tookMs, 0.95).toFixed(0)}`)
    if (name.startsWith('ours')) findings.push(checkInteractive(name, kind, percentile(tookMs, 0.95)))
  }
  row([name, ...cells])
}

print('\n## The book in the journal, shared by all processes\n')
print(
  `median ${journal.leaveMs.toFixed(3)} ms to leave, ${journal.receiptMs.toFixed(3)} ms to note an answer`,
)
findings.push(...checkJournal(journal))

reportTargets(findings)
