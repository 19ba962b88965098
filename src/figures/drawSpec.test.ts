import { describe, expect, it } from 'vitest'
import type { FigureSpec } from './spec.ts'
import { draw, read } from './testing/drawn.ts'
import {
  boxesExample,
  dotsExample,
  figureExamples,
  heatmapExample,
  rankedExample,
  scatterExample,
  slopesExample,
  volcanoExample,
} from './testing/examples.ts'
import { createPlainBoard } from './vector/plainBoard.ts'

/** Counts outlines, including those that are merged into one shape. */
const outlines = (shapes: { d: string }[]): number =>
  shapes.reduce((sum, { d }) => sum + (d.match(/M/g)?.length ?? 0), 0)
const isCircle = ({ d }: { d: string }): boolean => (d.match(/A/g)?.length ?? 0) === 2

describe.each(figureExamples())('a figure without a page: $name', ({ spec }) => {
  const svg = draw(spec)
  const drawn = read(svg)

  it('is an image that programs can parse and that fetches nothing', () => {
    expect(drawn.root?.getAttribute('role')).toBe('img')
    expect(drawn.root?.getAttribute('viewBox')).toMatch(/^0 0 \d+ \d+$/)
    expect(drawn.foreign).toBe(0)
    expect(/NaN|Infinity|undefined|style=|href=/.exec(svg)).toBeNull()
    expect(drawn.shapes.filter(({ d }) => !/^[MLAChvZ\d. -]+$/.test(d))).toEqual([])
  })

  it('has its summary as title and description, and shows the source of the numbers', () => {
    expect(drawn.of('title')).toBe(spec.props.summary)
    expect(drawn.of('desc')).toBe(spec.props.summary)
    expect(drawn.texts.join(' ')).toContain('synthetic demo data, not measured')
  })

  it('sets the width of each text, so that texts do not overlap in any font', () => {
    const ruler = createPlainBoard().ruler
    for (const { text, font, widthPx } of drawn.labels) {
      ruler.font = font
      expect(widthPx, text).toBeCloseTo(ruler.measureText(text).width, 1)
    }
    expect(drawn.labels.length).toBeGreaterThan(5)
  })

  it('has the same bytes each time', () => {
    expect(draw(spec)).toBe(svg)
  })

  it('defines the clip paths it uses, with names that no other figure has', () => {
    expect(new Set(drawn.names).size).toBe(drawn.names.length)
    expect(drawn.names).toEqual(expect.arrayContaining(drawn.uses))
    const others = read(draw(spec, 'zh-CN')).names
    expect(others.filter((name) => drawn.names.includes(name))).toEqual([])
  })
})

describe('a figure without a page', () => {
  it('draws a stem, a head and a number per bar, and counts the bar without a value', () => {
    const { shapes, texts } = read(draw(rankedExample(12)))
    expect(shapes.filter(isCircle)).toHaveLength(11)
    expect(texts).toContain('1 not drawn: no value, or too large')
    expect(texts.filter((text) => text.startsWith('pathway'))).toHaveLength(11)
  })

  it('draws the ends of a long ranking and counts the rest', () => {
    const { shapes, texts } = read(draw(rankedExample(401)))
    expect(shapes.filter(isCircle)).toHaveLength(50)
    expect(texts).toContain('… 350 between')
  })

  it('draws all cells of small and large heatmaps, and hatches the missing ones', () => {
    const colours = (svg: string) =>
      read(svg).shapes.filter(({ fill, d }) => fill.startsWith('rgb(') && !d.includes('A'))
    expect(outlines(colours(draw(heatmapExample(12, 24, false))))).toBe(12 * 24 - 3)
    const many = draw(heatmapExample(60, 120, false))
    const missing = Math.ceil((60 * 120 - 3) / 97)
    expect(outlines(colours(many))).toBe(60 * 120 - missing)
    const hatched = read(many).shapes.filter(({ fill }) => fill === '#eceef0')
    expect(outlines(hatched)).toBe(missing + 1)
    expect(read(many).texts).toContain(`${missing} missing values`)
  })

  it('draws the means of neighboring samples if a heatmap has too many, and reports that', () => {
    const { texts, shapes } = read(draw(heatmapExample(200, 1500, false)))
    expect(texts.join(' ')).toMatch(/Each column is the mean of up to 15 samples/)
    expect(outlines(shapes.filter(({ fill }) => fill.startsWith('rgb(')))).toBe(200 * 100)
  })

  it('draws the first page of a heatmap with many rows, and reports that', () => {
    const { texts } = read(draw(heatmapExample(1200, 4, false)))
    expect(texts).toContain('First 400 of 1,200 rows drawn')
  })

  it('draws all points of small and large scatter plots', () => {
    for (const count of [40, 8000]) {
      const { shapes, texts } = read(draw(scatterExample(count)))
      const points = shapes.filter(({ fill }) => fill === 'rgb(0,114,178)' || fill === 'rgb(213,94,0)')
      const circles = points.filter(({ d }) => d.includes('A'))
      const triangles = points.filter(({ d }) => !d.includes('A'))
      expect(outlines(circles)).toBe(count / 2)
      expect(outlines(triangles)).toBe(count / 2 - 1)
      expect(texts).toContain('1 not drawn: no value, or too large')
    }
  })

  it('draws one point per row of a volcano, with the threshold and the names of those beyond it', () => {
    const { shapes, texts } = read(draw(volcanoExample(30)))
    const points = shapes.filter(({ d, stroke }) => stroke !== '' && (d.includes('A') || d.endsWith('Z')))
    expect(points.length).toBeGreaterThan(20)
    expect(texts).toEqual(expect.arrayContaining(['q = 0.05', 'higher', 'lower', 'not significant']))
    expect(texts.some((text) => /^pathway \d+$/.test(text))).toBe(true)
  })

  it('draws one box per group, and its points while there are few', () => {
    const { shapes, texts } = read(draw(boxesExample(12)))
    expect(shapes.filter(({ fill, d }) => fill === 'rgb(0,114,178)' && isCircle({ d }))).toHaveLength(12)
    expect(texts).toEqual(expect.arrayContaining(['治疗', 'n = 12', 'n = 3']))
  })

  it('draws one line per pair, and counts the incomplete pair', () => {
    const { shapes, texts } = read(draw(slopesExample(500)))
    const lines = shapes.filter(({ stroke }) => stroke === 'rgb(200,68,59)' || stroke === 'rgb(47,121,181)')
    expect(lines).toHaveLength(499)
    expect(texts).toContain('1 pair incomplete, not drawn')
  })

  it('draws one dot per cell for the first page of many rows, and reports that', () => {
    const { shapes, texts } = read(draw(dotsExample(90)))
    const sizesInLegend = 4
    expect(shapes.filter(isCircle)).toHaveLength(40 * 3 - 1 + sizesInLegend)
    expect(texts).toContain('First 40 of 90 rows drawn')
    // One row of the page was not tested.
    expect(texts.filter((text) => text === '0.012')).toHaveLength(39)
    expect(texts.filter((text) => text === '0.046')).toHaveLength(39)
    expect(texts).toEqual(expect.arrayContaining(['p', 'q']))
  })
})

describe('a figure without data', () => {
  it('shows that there is no value to draw', () => {
    const nothing: FigureSpec[] = [
      rankedExample(1),
      slopesExample(0),
      dotsExample(0),
      heatmapExample(0, 0, false),
    ]
    for (const spec of nothing) expect(read(draw(spec)).texts).toContain('There is no value to draw.')
  })
})

describe('the text of a figure', () => {
  it('is Chinese if requested', () => {
    const { texts } = read(draw(heatmapExample(12, 24, false), 'zh-CN'))
    expect(texts).toEqual(expect.arrayContaining(['样本', '通路', '3 个缺失值']))
  })
})
