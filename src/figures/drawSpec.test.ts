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

/** Outlines, also where many are one shape. */
const outlines = (shapes: { d: string }[]): number =>
  shapes.reduce((sum, { d }) => sum + (d.match(/M/g)?.length ?? 0), 0)
const isCircle = ({ d }: { d: string }): boolean => (d.match(/A/g)?.length ?? 0) === 2

describe.each(figureExamples())('a figure without a page: $name', ({ spec }) => {
  const svg = draw(spec)
  const drawn = read(svg)

  it('is an image that programs can read and that fetches nothing', () => {
    expect(drawn.root?.getAttribute('role')).toBe('img')
    expect(drawn.root?.getAttribute('viewBox')).toMatch(/^0 0 \d+ \d+$/)
    expect(drawn.foreign).toBe(0)
    expect(/NaN|Infinity|undefined|style=|href=/.exec(svg)).toBeNull()
    expect(drawn.shapes.filter(({ d }) => !/^[MLAChvZ\d. -]+$/.test(d))).toEqual([])
  })

  it('is named by its summary and says where the numbers are from', () => {
    expect(drawn.of('title')).toBe(spec.props.summary)
    expect(drawn.of('desc')).toBe(spec.props.summary)
    expect(drawn.texts.join(' ')).toContain('synthetic demo data, not measured')
  })

  it('says how wide each text is, so that no font of the reader makes two of them overlap', () => {
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

  it('clips by names that it has, and that no other figure has', () => {
    expect(new Set(drawn.names).size).toBe(drawn.names.length)
    expect(drawn.names).toEqual(expect.arrayContaining(drawn.uses))
    const others = read(draw(spec, 'zh-CN')).names
    expect(others.filter((name) => drawn.names.includes(name))).toEqual([])
  })
})

describe('the marks of a figure without a page', () => {
  it('are a head, a stem and a number a bar, with the bar without a value counted', () => {
    const { shapes, texts } = read(draw(rankedExample(12)))
    expect(shapes.filter(isCircle)).toHaveLength(11)
    expect(texts).toContain('1 not drawn: no value, or too large')
    expect(texts.filter((text) => text.startsWith('pathway'))).toHaveLength(11)
  })

  it('are the ends of a long ranking, with what lies between counted', () => {
    const { shapes, texts } = read(draw(rankedExample(401)))
    expect(shapes.filter(isCircle)).toHaveLength(50)
    expect(texts).toContain('… 350 between')
  })

  it('are all cells of a heatmap, few or many, and hatches where there is no value', () => {
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

  it('are means of neighbours where a heatmap has more samples than room, which is reported', () => {
    const { texts, shapes } = read(draw(heatmapExample(200, 1500, false)))
    expect(texts.join(' ')).toMatch(/Each column is the mean of up to 15 samples/)
    expect(outlines(shapes.filter(({ fill }) => fill.startsWith('rgb(')))).toBe(200 * 100)
  })

  it('are the first rows of a heatmap with more than a page of them, which is reported', () => {
    const { texts } = read(draw(heatmapExample(1200, 4, false)))
    expect(texts).toContain('First 400 of 1,200 rows drawn')
  })

  it('are all points of a scatter, few or many', () => {
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

  it('are a point a row of a volcano, with the threshold and the names of those beyond', () => {
    const { shapes, texts } = read(draw(volcanoExample(30)))
    const points = shapes.filter(({ d, stroke }) => stroke !== '' && (d.includes('A') || d.endsWith('Z')))
    expect(points.length).toBeGreaterThan(20)
    expect(texts).toEqual(expect.arrayContaining(['q = 0.05', 'higher', 'lower', 'not significant']))
    expect(texts.some((text) => /^pathway \d+$/.test(text))).toBe(true)
  })

  it('are a box a group and its points while there are few', () => {
    const { shapes, texts } = read(draw(boxesExample(12)))
    expect(shapes.filter(({ fill, d }) => fill === 'rgb(0,114,178)' && isCircle({ d }))).toHaveLength(12)
    expect(texts).toEqual(expect.arrayContaining(['治疗', 'n = 12', 'n = 3']))
  })

  it('are a line a pair, with the incomplete pair counted', () => {
    const { shapes, texts } = read(draw(slopesExample(500)))
    const lines = shapes.filter(({ stroke }) => stroke === 'rgb(200,68,59)' || stroke === 'rgb(47,121,181)')
    expect(lines).toHaveLength(499)
    expect(texts).toContain('1 pair incomplete, not drawn')
  })

  it('are a dot a cell, and only the first page of many rows, which is reported', () => {
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

describe('a figure of nothing', () => {
  it('says that there is no value to draw', () => {
    const nothing: FigureSpec[] = [
      rankedExample(1),
      slopesExample(0),
      dotsExample(0),
      heatmapExample(0, 0, false),
    ]
    for (const spec of nothing) expect(read(draw(spec)).texts).toContain('There is no value to draw.')
  })
})

describe('the words of a figure', () => {
  it('are Chinese where that is requested', () => {
    const { texts } = read(draw(heatmapExample(12, 24, false), 'zh-CN'))
    expect(texts).toEqual(expect.arrayContaining(['样本', '通路', '3 个缺失值']))
  })
})
