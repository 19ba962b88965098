import { describe, expect, it } from 'vitest'
import { buildHeatmap } from './heatmap/heatmap.ts'
import { rankBars } from './lollipops/rankedBars.ts'
import type { FigureSpec } from './spec.ts'
import { draw, read } from './testing/drawn.ts'

const odd = [
  '',
  '\u0001',
  '<script>alert(1)</script>',
  ']]>',
  '\ud800',
  '$& {x}',
  'a'.repeat(500),
  '中文'.repeat(60),
]
const oddNumbers: (number | null)[][] = [
  [null],
  [0],
  [5, 5 + 1e-15],
  [1e300, -1e300],
  [1e308, 5],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 2],
  [1e-320, 2e-320],
]

/** Creates every kind of figure from these numbers, with names that need escaping. */
function oddSpecs(numbers: readonly (number | null)[]): FigureSpec[] {
  const value = (index: number) => numbers[index % numbers.length] ?? null
  const name = (index: number) => odd[index % odd.length] ?? ''
  const size = { widthPx: 300, heightPx: 200 }
  const captions = { summary: 'A \u0001 <b> & "c".', source: 'From \u000b; synthetic' }
  const indexes = [0, 1, 2, 3, 4, 5, 6, 7]
  const values = indexes.map((index) => ({ id: name(index), label: name(index), value: value(index) }))
  const points = values.map(({ id, label }, index) => ({
    id,
    label,
    x: value(index),
    y: value(index + 1),
    weight: 1,
  }))
  const columns = values.map(({ id, label }) => ({ id, label, group: id }))
  const cells = indexes.map((index) => ({ effect: value(index), adjustedP: value(index + 1) }))
  const heatmap = buildHeatmap({
    rows: odd.slice(0, 2),
    columns,
    values: [...indexes, ...indexes].map(value),
  })
  const pairs = values.map(({ id, label, value: first }, index) => ({
    id,
    label,
    first,
    second: value(index + 1),
  }))
  const groups = [
    { name: name(2), values },
    { name: name(7), values: [] },
  ]
  return [
    {
      ...size,
      kind: 'ranked',
      props: { ranked: rankBars(values), axisTitle: name(2), labelWord: '', ...captions },
    },
    { ...size, kind: 'heatmap', props: { heatmap, measure: name(6), ...captions } },
    {
      ...size,
      kind: 'scatter',
      props: { points, groups: [], xTitle: name(2), yTitle: name(7), pointWord: '', ...captions },
    },
    { ...size, kind: 'boxes', props: { groups, valueTitle: name(6), pointWord: '', ...captions } },
    {
      ...size,
      kind: 'slopes',
      props: { pairs, names: [name(2), name(3)], valueTitle: '', pairWord: '', ...captions },
    },
    {
      ...size,
      kind: 'dots',
      props: {
        rows: odd.slice(0, 4),
        columns: odd.slice(4, 6),
        cells,
        tests: odd.slice(0, 4).map(() => ({ p: null, q: null })),
        effectTitle: name(2),
        sizeTitle: name(3),
        rowWord: '',
        columnWord: '',
        ...captions,
      },
    },
  ]
}

describe('a figure of odd names and numbers', () => {
  it.each(oddNumbers)('can be parsed by programs: %s', (...numbers) => {
    for (const spec of oddSpecs(numbers)) {
      const svg = draw(spec)
      expect(read(svg).of('title')).toBe('A \ufffd <b> & "c".')
      expect(/="[^"]*(?:NaN|Infinity|undefined)/.exec(svg)).toBeNull()
      expect(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(svg)).toBeNull()
    }
  })
})

describe('an axis', () => {
  it('repeats no tick, even if values around 1e8 differ by 8', () => {
    const values = [0, 2, 4, 6, 8].map((add) => ({ id: `${add}`, label: `${add}`, value: 1e8 + add }))
    const svg = draw({
      kind: 'boxes',
      widthPx: 400,
      heightPx: 300,
      props: {
        groups: [{ name: 'a', values }],
        valueTitle: 'Activity',
        pointWord: 'sample',
        summary: '',
        source: '',
      },
    })
    const ticks = read(svg).texts.filter((text) => /^[\d.e]+$/.test(text))
    expect(ticks.length).toBeGreaterThan(3)
    expect(new Set(ticks).size).toBe(ticks.length)
  })
})
