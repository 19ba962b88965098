import type { Dendrogram } from '../../shared/domain/results/cohort.ts'
import { buildHeatmap } from '../heatmap/heatmap.ts'
import { rankBars } from '../lollipops/rankedBars.ts'
import type { FigureSpec } from '../spec.ts'
import { stylesByName } from '../style/groupStyles.ts'

const size = { widthPx: 900, heightPx: 480 }
const captionsFor = (what: string) => ({
  summary: `${what} of an example <with marks & signs>.`,
  source: 'Fetched from http://127.0.0.1:1 on 2026-01-02; synthetic demo data, not measured',
})

/** Returns a generator of pseudorandom numbers from −1 to 1, always the same (linear congruential). */
function createNumbers(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 0x7fffffff - 1
  }
}

const names = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`)

export function heatmapExample(rows: number, columns: number, withSides: boolean): FigureSpec {
  const next = createNumbers()
  const ids = names('sample', columns)
  const groupOf = (index: number) => (index % 2 === 0 ? 'control' : 'treated')
  const values = Array.from({ length: rows * columns }, (_, index) => (index % 97 === 3 ? null : next()))
  const heatmap = buildHeatmap({
    rows: names('pathway', rows),
    columns: ids.map((id, index) => ({ id, label: id, group: groupOf(index) })),
    values,
    ...(withSides
      ? {
          tracks: [
            {
              name: 'Age',
              kind: 'numbers' as const,
              place: 0,
              values: ids.map((_, index) => String(20 + (index % 50))),
            },
            {
              name: '组织',
              kind: 'categories' as const,
              styles: stylesByName(['肝']),
              values: ids.map((_, index) => (index % 3 === 0 ? null : '肝')),
            },
          ],
          rowTree: { ids: names('pathway', rows), tree: chainTree(rows) },
        }
      : {}),
  })
  return {
    ...size,
    kind: 'heatmap',
    props: { heatmap, measure: 'Activity (unit not documented)', ...captionsFor('Heatmap') },
  }
}

/** Joins each leaf to all before it. As in R, leaves are negative and merges count from 1. */
const chainTree = (count: number): Dendrogram => ({
  merge: Array.from({ length: count - 1 }, (_, step) => [step === 0 ? -1 : step, -(step + 2)]),
  height: Array.from({ length: count - 1 }, (_, step) => step + 1),
  order: [...Array.from({ length: count }).keys()],
})

export function scatterExample(count: number): FigureSpec {
  const next = createNumbers()
  const points = names('sample', count).map((id, index) => ({
    id,
    label: id,
    x: index === 1 ? null : next(),
    y: next(),
    group: index % 2 === 0 ? 'control' : 'treated',
    ...(index % Math.ceil(count / 8) === 0 ? { weight: index + 1 } : {}),
    facts: () => ['told on the page only'],
  }))
  return {
    ...size,
    kind: 'scatter',
    props: {
      points,
      groups: [{ name: 'control' }, { name: 'treated' }],
      xTitle: 'PC1',
      yTitle: 'PC2',
      pointWord: 'Sample',
      lines: [{ kind: 'line', slope: 1, intercept: 0, label: 'identity' }],
      note: ['n = 2'],
      ...captionsFor('Scatter'),
    },
  }
}

export function volcanoExample(count: number): FigureSpec {
  const next = createNumbers()
  const rows = names('pathway', count).map((pathway, index) => {
    const p = 10 ** (-4 * Math.abs(next()))
    return {
      pathway,
      effect: next() * 2,
      p,
      q: Math.min(1, p * 2),
      withinNoise: index % 9 === 0,
      canBeClaimed: true,
    }
  })
  const titles = { effectTitle: 'treated − control: Hedges g', against: 'q' as const }
  return { ...size, kind: 'volcano', props: { rows, threshold: 0.05, ...titles, ...captionsFor('Volcano') } }
}

export function rankedExample(count: number): FigureSpec {
  const next = createNumbers()
  const entries = names('pathway', count).map((label, index) => ({
    label,
    value: index === 0 ? null : next(),
  }))
  return {
    ...size,
    kind: 'ranked',
    props: {
      ranked: rankBars(entries),
      axisTitle: 'Aging offset',
      labelWord: 'Pathway',
      ...captionsFor('Ranking'),
    },
  }
}

export function boxesExample(each: number): FigureSpec {
  const next = createNumbers()
  const groups = ['control', '治疗', 'few'].map((name) => ({
    name,
    values: names(name, name === 'few' ? 3 : each).map((id) => ({ id, label: id, value: next() })),
  }))
  return {
    ...size,
    kind: 'boxes',
    props: { groups, valueTitle: 'mTOR', pointWord: 'Sample', ...captionsFor('Boxes') },
  }
}

export function slopesExample(count: number): FigureSpec {
  const next = createNumbers()
  const pairs = names('pair', count).map((id, index) => ({
    id,
    label: id,
    first: index === 1 ? null : next(),
    second: next(),
  }))
  const titles = { names: ['before', 'after'] as const, valueTitle: 'mTOR', pairWord: 'Pair' }
  return { ...size, widthPx: 560, kind: 'slopes', props: { pairs, ...titles, ...captionsFor('Slopes') } }
}

/** Means at two levels and of two groups, or along a number. */
export function adjustedExample(count: number, levels: string[] | null): FigureSpec {
  const next = createNumbers()
  const groups = levels ? ['F', 'M'] : [null]
  const points = names('sample', count).map((id, index) => ({
    id,
    label: id,
    at: levels ? (levels[index % levels.length] ?? '') : String(index),
    by: groups[index % groups.length] ?? null,
    value: next(),
  }))
  const means = groups.flatMap((by) =>
    (levels ?? [0, count]).map((at) => {
      const estimate = next() / 4
      const where = typeof at === 'number' ? { level: null, number: at } : { level: at, number: null }
      return { ...where, by, estimate, ciLow: estimate - 0.2, ciHigh: estimate + 0.2 }
    }),
  )
  const words = { xTitle: 'Treatment', valueTitle: 'mTOR', pointWord: 'Sample' }
  const styles = stylesByName(['F', 'M'])
  return {
    ...size,
    kind: 'adjusted',
    props: { points, means, levels, styles, ...words, ...captionsFor('Adjusted means') },
  }
}

export function dotsExample(rows: number): FigureSpec {
  const next = createNumbers()
  const columns = ['A − B', 'C − B', 'D − B']
  const cells = Array.from({ length: rows * columns.length }, (_, index) => ({
    effect: index === 4 ? null : next() * 2,
    adjustedP: 10 ** (-4 * Math.abs(next())),
    faded: index % 5 === 0,
  }))
  const tests = Array.from({ length: rows }, (_, row) => ({
    p: row === 2 ? null : 0.0123,
    q: row === 2 ? null : 0.0456,
  }))
  const words = { effectTitle: 'Hedges g', sizeTitle: 'q', rowWord: 'Pathway', columnWord: 'Contrast' }
  return {
    ...size,
    kind: 'dots',
    props: { rows: names('pathway', rows), columns, cells, tests, ...words, ...captionsFor('Dots') },
  }
}

/** Examples of every kind, small and large. */
export const figureExamples = (): { name: string; spec: FigureSpec }[] => [
  { name: 'ranked, few', spec: rankedExample(12) },
  { name: 'ranked, many', spec: rankedExample(400) },
  { name: 'heatmap, few', spec: heatmapExample(12, 24, true) },
  { name: 'heatmap, many', spec: heatmapExample(60, 120, true) },
  { name: 'heatmap, too many to show each', spec: heatmapExample(200, 1500, false) },
  { name: 'scatter, few', spec: scatterExample(40) },
  { name: 'scatter, many', spec: scatterExample(8000) },
  { name: 'volcano, few', spec: volcanoExample(30) },
  { name: 'volcano, many', spec: volcanoExample(3000) },
  { name: 'boxes, few', spec: boxesExample(12) },
  { name: 'boxes, many', spec: boxesExample(400) },
  { name: 'slopes, few', spec: slopesExample(12) },
  { name: 'slopes, many', spec: slopesExample(500) },
  { name: 'adjusted means of levels', spec: adjustedExample(24, ['control', '治疗']) },
  { name: 'adjusted line', spec: adjustedExample(24, null) },
  { name: 'dots, few', spec: dotsExample(8) },
  { name: 'dots, many', spec: dotsExample(90) },
]
