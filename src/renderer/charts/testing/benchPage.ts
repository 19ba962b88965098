import { BasicPlatform, Chart, type ChartConfiguration, type Plugin } from 'chart.js'
import zoomPlugin from 'chartjs-plugin-zoom'
import type { ScatterPoint } from '../../../figures/data.ts'
import type { Painters } from '../../../figures/frame/drawing.ts'
import { registerChartParts, toPlugin } from '../../../figures/frame/figure.ts'
import { figureTheme } from '../../../figures/frame/theme.ts'
import { buildHeatmap, type HeatmapInput, toMatrixCells } from '../../../figures/heatmap/heatmap.ts'
import { toMatrixData, toMatrixOptions } from '../../../figures/heatmap/heatmapDrawing.ts'
import { createHeatmapPainters } from '../../../figures/heatmap/heatmapPainter.ts'
import { buildScatter, type Scatter } from '../../../figures/scatter/scatter.ts'
import { toScatterData, toScatterOptions } from '../../../figures/scatter/scatterDrawing.ts'
import { createScatterPainters } from '../../../figures/scatter/scatterPainter.ts'

/** The benchmark of the charts in a browser. Each method returns milliseconds until the last pixel is drawn. */
export type ChartBench = {
  /** Redraws the same points: with plain `fillRect`, and with our chart (or chart.js's elements if `pretended`). */
  scatter(points: number, rounds: number, pretended: boolean): { plain: number[]; ours: number[] }
  /** Draws values: with chartjs-chart-matrix, and with our chart. */
  heatmap(columns: number, rows: number): { matrix: number; ours: number }
  /** Creates a chart that the caller pans. */
  standScatter(points: number, pretended: boolean): void
  /** Returns the tasks of 50 ms and more since the last call. */
  takeLongTasks(): number[]
}

const width = 1000
const height = 600
const groups = ['control', 'treated', 'old']

registerChartParts()

/** Returns a generator with the same numbers every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function somePoints(count: number): ScatterPoint[] {
  const random = createRandom(42)
  const randomNormal = () => random() + random() + random() - 1.5
  return Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    label: `sample ${index}`,
    x: randomNormal(),
    y: randomNormal(),
    group: groups[index % groups.length] ?? null,
  }))
}

function stage(): HTMLElement {
  const found = document.getElementById('stage') ?? document.body.appendChild(document.createElement('div'))
  found.id = 'stage'
  found.style.width = `${width}px`
  found.style.height = `${height}px`
  return found
}

function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  stage().replaceChildren(canvas)
  return canvas
}

/** Reading a pixel waits until everything is painted. */
const settle = (canvas: HTMLCanvasElement): void => void canvas.getContext('2d')?.getImageData(0, 0, 1, 1)

function timed(canvas: HTMLCanvasElement, work: () => void): number {
  const started = performance.now()
  work()
  settle(canvas)
  return performance.now() - started
}

type Parts = {
  type: 'scatter' | 'matrix'
  data: object
  options: object
  painters: Painters
  plugins?: Plugin[]
}

function chartOn(canvas: HTMLCanvasElement, { type, data, options, painters, plugins = [] }: Parts): Chart {
  const config = {
    type,
    data,
    options: { ...options, responsive: plugins.length > 0, devicePixelRatio: 1 },
    plugins: [toPlugin(() => painters, 'screen'), ...plugins],
    // Without a page it draws immediately; panning needs one.
    ...(plugins.length > 0 ? {} : { platform: BasicPlatform }),
  }
  return new Chart(canvas, config as unknown as ChartConfiguration<'scatter'>) as unknown as Chart
}

function scatterParts(scatter: Scatter, pretended: boolean): Parts {
  const options = toScatterOptions(scatter, figureTheme, { x: 'PC1', y: 'PC2' }, [])
  const scene = { scatter, theme: figureTheme, selected: undefined, note: [], leftOut: () => undefined }
  if (!pretended)
    return {
      type: 'scatter',
      data: toScatterData(scatter, figureTheme),
      options,
      painters: createScatterPainters(scene),
    }
  const elements = scatter.points.map(({ x, y }) => ({ x, y }))
  return { type: 'scatter', data: { datasets: [{ label: 'points', data: elements }] }, options, painters: {} }
}

function drawPlainly(canvas: HTMLCanvasElement, { xs, ys }: Scatter): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.clearRect(0, 0, width, height)
  context.fillStyle = 'rgba(30, 90, 200, 0.5)'
  for (let index = 0; index < xs.length; index++)
    context.fillRect(width / 2 + (xs[index] ?? 0) * 320, height / 2 - (ys[index] ?? 0) * 190, 3, 3)
  context.fillStyle = '#000000'
  for (let tick = 0; tick < 10; tick++) context.fillText(String(tick), 40 + tick * 95, height - 10)
}

function someCells(columns: number, rows: number): HeatmapInput {
  const random = createRandom(7)
  return {
    rows: Array.from({ length: rows }, (_, row) => `pathway ${row}`),
    columns: Array.from({ length: columns }, (_, column) => ({
      id: `${column}`,
      label: `sample ${column}`,
      group: groups[column % groups.length] ?? null,
    })),
    values: Array.from({ length: columns * rows }, () => random() - 0.5),
  }
}

function matrixParts(input: HeatmapInput): Parts {
  const cells = toMatrixCells(buildHeatmap(input))
  const side = (length: number | undefined, count: number) => Math.max(1, (length ?? 900) / count)
  const dataset = {
    data: cells,
    borderWidth: 0,
    backgroundColor: ({ raw }: { raw: { v: number } }) =>
      `rgb(${255 * (raw.v + 0.5)}, 80, ${255 * (0.5 - raw.v)})`,
    width: ({ chart }: { chart: Chart }) => side(chart.chartArea?.width, input.columns.length),
    height: ({ chart }: { chart: Chart }) => side(chart.chartArea?.height, input.rows.length),
  }
  const axis = (count: number) => ({ type: 'linear', min: -0.5, max: count - 0.5, offset: false })
  const options = {
    animation: false,
    plugins: { legend: { display: false } },
    scales: { x: axis(input.columns.length), y: axis(input.rows.length) },
  }
  return { type: 'matrix', data: { datasets: [dataset] }, options, painters: {} }
}

function heatmapParts(input: HeatmapInput): Parts {
  const heatmap = buildHeatmap(input)
  const painters = createHeatmapPainters({
    heatmap,
    theme: figureTheme,
    colours: new Map(),
    marks: { columns: new Set(), region: null, row: null },
    words: { noGroup: 'no group', group: 'Group', namesHidden: String },
  })
  const options = toMatrixOptions(heatmap, figureTheme, { columns: 'Sample', rows: 'Pathway' })
  return { type: 'matrix', data: toMatrixData(heatmap), options, painters }
}

const longTasks: number[] = []
new PerformanceObserver((list) =>
  longTasks.push(...list.getEntries().map(({ duration }) => duration)),
).observe({ entryTypes: ['longtask'] })

const bench: ChartBench = {
  scatter(points, rounds, pretended) {
    const scatter = buildScatter({ points: somePoints(points), groups: groups.map((name) => ({ name })) })
    const plainCanvas = newCanvas()
    const chart = chartOn(document.createElement('canvas'), scatterParts(scatter, pretended))
    chart.resize(width, height)
    const figures = { plain: [] as number[], ours: [] as number[] }
    // The first round is not counted, because the code is compiled then.
    for (let round = 0; round <= rounds; round++) {
      const plain = timed(plainCanvas, () => drawPlainly(plainCanvas, scatter))
      const ours = timed(chart.canvas, () => chart.update('none'))
      if (round === 0) continue
      figures.plain.push(plain)
      figures.ours.push(ours)
    }
    chart.destroy()
    return figures
  },
  heatmap(columns, rows) {
    const input = someCells(columns, rows)
    const first = (parts: () => Parts): number => {
      const canvas = newCanvas()
      let chart: Chart | null = null
      const ms = timed(canvas, () => {
        chart = chartOn(canvas, parts())
      })
      ;(chart as Chart | null)?.destroy()
      return ms
    }
    return { matrix: first(() => matrixParts(input)), ours: first(() => heatmapParts(input)) }
  },
  standScatter(points, pretended) {
    const scatter = buildScatter({ points: somePoints(points), groups: groups.map((name) => ({ name })) })
    const chart = chartOn(newCanvas(), { ...scatterParts(scatter, pretended), plugins: [zoomPlugin] })
    chart.zoom(3, 'none')
  },
  takeLongTasks: () => longTasks.splice(0),
}
Object.assign(globalThis, { chartBench: bench })
