/**
 * The charts of the performance notes in a real browser, bundled as they are shipped: many points beside plain
 * `fillRect`, a heatmap beside chartjs-chart-matrix, and the longest task while points are dragged. Rounds in turn,
 * medians. `--rounds=N` measures more often, `--pretend=elements` draws points as chart.js's own elements, to see the
 * targets missed. Exits 1 where one is.
 */
import { parseArgs } from 'node:util'
import { bundlePage, inPage, pan, startBrowser } from './charts/page.ts'
import { atMost, type Finding, head, median, print, reportTargets, row } from './report.ts'

const { values: args } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, pretend: { type: 'string' } },
})
const rounds = Number(args.rounds)
const pretended = args.pretend === 'elements'

const findings: Finding[] = []
const aim = (target: string, measured: number, max: number, unit: string): void =>
  void findings.push(atMost(target, measured, max, unit, unit === ' ms' ? 0 : 3))

const maxRatioToPlain = 1.3
const maxRatioToMatrix = 1 / 20
const maxTaskMs = 50

type Redraws = { plain: number[]; ours: number[] }
type FirstRenders = { matrix: number; ours: number }

const { file, remove } = await bundlePage()
const browser = await startBrowser()
try {
  print('# Charts\n\n## Redrawing a scatter (median ms)\n')
  head(['points', 'plain fillRect', 'ours', 'ours / plain'])
  for (const points of [10_000, 100_000]) {
    const call = `chartBench.scatter(${points}, ${rounds}, ${pretended})`
    const { plain, ours } = await inPage(browser, file, (page) => page.evaluate<Redraws>(call))
    const ratio = median(ours) / median(plain)
    row([points, median(plain).toFixed(1), median(ours).toFixed(1), `${ratio.toFixed(2)} ×`])
    if (points === 100_000)
      aim('redraw of 100,000 points beside plain fillRect', ratio, maxRatioToPlain, ' ×')
  }

  print('\n## First render of a heatmap of 1,000 × 100 cells (median ms)\n')
  const renders: FirstRenders[] = []
  for (let round = 0; round < rounds; round++)
    renders.push(
      await inPage(browser, file, (page) => page.evaluate<FirstRenders>('chartBench.heatmap(1000, 100)')),
    )
  const matrixMs = median(renders.map(({ matrix }) => matrix))
  const oursMs = median(renders.map(({ ours }) => ours))
  head(['chartjs-chart-matrix', 'ours', 'ours / matrix'])
  row([matrixMs.toFixed(0), oursMs.toFixed(1), `1 / ${(matrixMs / oursMs).toFixed(0)}`])
  aim('first render of 100,000 cells beside chartjs-chart-matrix', oursMs / matrixMs, maxRatioToMatrix, ' ×')

  print('\n## Longest task while points are dragged (ms; tasks below 50 ms are not told)\n')
  head(['points', 'median', 'of all rounds'])
  for (const points of [2000, 10_000, 100_000]) {
    const longest: number[] = []
    for (let round = 0; round < rounds; round++)
      longest.push(
        await inPage(browser, file, async (page) => {
          await page.evaluate(`chartBench.standScatter(${points}, ${pretended})`)
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          )
          await page.evaluate('chartBench.takeLongTasks()')
          return pan(page)
        }),
      )
    row([points, median(longest).toFixed(0), longest.map((ms) => ms.toFixed(0)).join(', ')])
    aim(`longest task while dragging ${points} points`, median(longest), maxTaskMs, ' ms')
  }
} finally {
  await browser.close()
  remove()
}

reportTargets(findings)
