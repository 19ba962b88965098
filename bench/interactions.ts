/**
 * Measures how long the most common actions keep the user waiting, in a browser on the loopback host: Interaction to
 * Next Paint, the longest task of the page's thread, and the time until the expected content appears. A study has
 * `--samples=N,N` samples with results; every round has its own host and browser. Needs `npm run build`. `--rounds=N`;
 * `--in=FOLDER` saves the data for the next run. A view may take hardly more than its share of time for more samples.
 * Exits 1 if a target is missed.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { startBrowser } from './charts/page.ts'
import { actions } from './interactions/actions.ts'
import { type Action, type Latency, measureAction, watchInteractions } from './interactions/measure.ts'
import { makeStudyProfile } from './interactions/profile.ts'
import { atMost, type Finding, head, median, percentile, print, reportTargets, row } from './report.ts'
import { startHost } from './start/host.ts'

const { values: args } = parseArgs({
  options: {
    samples: { type: 'string', default: '10000,20000' },
    rounds: { type: 'string', default: '3' },
    in: { type: 'string' },
  },
})
const rounds = Number(args.rounds)
/** Up to so many samples the next paint is to come soon; above, no task is to hold up the page. */
const maxSamplesOfInp = 10_000
const maxInpMs = 200
const maxTaskMs = 50

/** The views that compute something over all samples of a study. */
const viewsOfAll = [
  'open a study: overview',
  'open Explore: heatmap',
  'switch to PCA',
  'switch to groups',
  'open Compare',
]
/** A view of k times as many samples may take k times as long, times this factor: 2.8 × for 20,000 → 50,000. */
const maxGrowth = 1.12

const findings: Finding[] = []

/** All actions once, one after the other. */
async function measureAll(
  browser: Browser,
  dataFolder: string,
  actions: readonly Action[],
): Promise<Latency[]> {
  const host = await startHost({ dataFolder })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await watchInteractions(page)
    await page.goto(host.url)
    const latencies: Latency[] = []
    for (const action of actions) latencies.push(await measureAction(page, action))
    return latencies
  } finally {
    await context.close()
    await host.end()
  }
}

type Size = { samples: number; shown: ReadonlyMap<string, number> }

/** Compares how long the views of two sizes take. */
function reportGrowth(small: Size, large: Size): void {
  const factor = large.samples / small.samples
  for (const name of viewsOfAll)
    findings.push(
      atMost(
        `${name}, ${large.samples} beside ${small.samples} samples`,
        (large.shown.get(name) ?? Number.NaN) / (small.shown.get(name) ?? Number.NaN),
        Number((factor * maxGrowth).toFixed(2)),
      ),
    )
}

function report(samples: number, actions: readonly Action[], all: Latency[][]): Size {
  print(`\n## ${samples} samples (ms, ${rounds} rounds)\n`)
  head(['', 'INP, median', 'worst', 'longest task, median', 'worst', 'shown after, median'])
  const tell = (ms: number, least: number): string => (ms === 0 ? `< ${least}` : ms.toFixed(0))
  const shown = new Map<string, number>()
  const medianTasks = actions.map(({ name }, index) => {
    const of = (which: keyof Latency) => all.flatMap((round) => round[index]?.[which] ?? [])
    const [inp, task] = [of('inp'), of('longestTask')]
    shown.set(name, median(of('shown')))
    row([
      name,
      tell(median(inp), 16),
      tell(Math.max(...inp), 16),
      tell(median(task), maxTaskMs),
      tell(Math.max(...task), maxTaskMs),
      (shown.get(name) ?? Number.NaN).toFixed(0),
    ])
    return median(task)
  })
  const inp = percentile(
    all.flat().map((one) => one.inp),
    0.95,
  )
  findings.push(
    samples > maxSamplesOfInp
      ? atMost(`longest task, ${samples} samples`, Math.max(...medianTasks), maxTaskMs, ' ms')
      : atMost(`INP, p95 of all actions, ${samples} samples`, inp, maxInpMs, ' ms'),
  )
  return { samples, shown }
}

const work = args.in ?? mkdtempSync(join(tmpdir(), 'pathclock-bench-interactions-'))
const browser = await startBrowser()
try {
  print('# What the user waits for')
  const sizes: Size[] = []
  for (const samples of args.samples.split(',').map(Number)) {
    const folder = join(work, `study-${samples}`)
    await makeStudyProfile(folder, samples)
    const possible = actions.filter(({ minSamples = 0 }) => samples >= minSamples)
    const all: Latency[][] = []
    for (let round = 0; round < rounds; round++) {
      const copy = mkdtempSync(join(work, 'round-'))
      cpSync(folder, copy, { recursive: true })
      all.push(await measureAll(browser, copy, possible))
      rmSync(copy, { recursive: true, force: true })
    }
    sizes.push(report(samples, possible, all))
  }
  for (const [index, large] of sizes.slice(1).entries()) {
    const small = sizes[index]
    if (small) reportGrowth(small, large)
  }
} finally {
  await browser.close()
  if (!args.in) rmSync(work, { recursive: true, force: true })
}

reportTargets(findings)
