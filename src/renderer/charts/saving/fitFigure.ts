import { type Kind, type LegendItem, type SingleItem, scaleBarPx } from '../../../figures/frame/drawing.ts'
import { type Figure, layOut, marginPx } from '../../../figures/frame/figure.ts'
import { breakLine, type Measure } from '../../../figures/frame/lines.ts'
import { figureTheme } from '../../../figures/frame/theme.ts'
import { drawOn, newRuler } from './pageFigure.ts'

export type FigurePage = { widthMm: number; heightMm: number; lettersPt: number }

const pxPerMm = 96 / 25.4
/** The text of axes is 11 px, which is 8.25 pt at 96 pixels per inch. */
const baseFontPt = 8.25
/** A lower chart is unreadable. */
const minChartHeightPx = 96
const maxPasses = 3

/** Returns the paper pixels (at 96 per inch) of one layout pixel: larger text leaves less room. */
const zoomOf = ({ lettersPt }: Pick<FigurePage, 'lettersPt'>): number => lettersPt / baseFontPt

/** Returns the page in layout pixels, with fractions. */
export const pageSize = (page: FigurePage) => ({
  widthPx: (page.widthMm * pxPerMm) / zoomOf(page),
  heightPx: (page.heightMm * pxPerMm) / zoomOf(page),
})

/** The figure laid out for a page, or the minimum height of the page. */
export type Fitted<K extends Kind> =
  /** `hidden`: a sentence for each kind of names that do not fit. */
  { figure: Figure<K>; hidden: string[] } | { minHeightMm: number }

/** Lays out a figure for a page without stretching: the chart takes the space that legend and source leave. */
export function fitFigure<K extends Kind>(figure: Figure<K>, page: FigurePage): Fitted<K> {
  const { heightPx } = pageSize(page)
  const base = { ...fitWidth(figure, page), heightPx: 0 }
  let fitted = base
  let hidden: string[] = []
  // The legend may list names that do not fit, which is known only after drawing.
  for (let pass = 0; pass < maxPasses; pass++) {
    const chartPx = Math.ceil(heightPx) - surroundingsHeightPx(fitted)
    if (chartPx < minChartHeightPx)
      return { minHeightMm: toMm(minChartHeightPx + surroundingsHeightPx(fitted), page) }
    if (chartPx === fitted.heightPx) break
    const size = { widthPx: base.widthPx, heightPx: chartPx }
    fitted = { ...base, ...size, drawing: breakTitles(base.drawing, size) }
    const chart = drawOn(document.createElement('canvas'), fitted, 1)
    hidden = figure.drawing.hidden?.(chart) ?? []
    chart.destroy()
  }
  return { figure: fitted, hidden }
}

/**
 * Returns the height at which a figure of this width keeps its shape in the app, with room for its rows if it has any.
 */
export function suggestHeightMm<K extends Kind>(
  figure: Figure<K>,
  page: Pick<FigurePage, 'widthMm' | 'lettersPt'>,
  minHeightPx: number,
): number {
  const probePage = { ...page, heightMm: 1 }
  const fitted = fitWidth(figure, probePage)
  const proportionalHeightPx = fitted.widthPx * Math.min(1, figure.heightPx / figure.widthPx)
  return toMm(
    Math.max(proportionalHeightPx, minHeightPx, minShapeHeightPx) + surroundingsHeightPx(fitted),
    probePage,
  )
}

/** The minimum height of a chart unless the user chooses a lower one. */
const minShapeHeightPx = 220

const toMm = (heightPx: number, page: FigurePage): number => Math.ceil((heightPx * zoomOf(page)) / pxPerMm)

const surroundingsHeightPx = <K extends Kind>(figure: Figure<K>): number =>
  layOut(figure, newRuler()).heightPx - figure.heightPx

/** Fits all parts to the width of the page, except the chart's height. */
function fitWidth<K extends Kind>(figure: Figure<K>, page: FigurePage): Figure<K> {
  const widthPx = Math.ceil(pageSize(page).widthPx) - 2 * marginPx
  const measure = { source: measureIn(11), legend: measureIn(12) }
  const { drawing, source } = figure
  const parts = source?.split(/(?<=;) /).flatMap((part) => breakLine(part, widthPx, measure.source))
  return {
    ...figure,
    scale: 1,
    widthPx,
    source: parts?.join('\n'),
    drawing: {
      ...drawing,
      legend: (theme) => drawing.legend(theme).flatMap((item) => breakEntry(item, widthPx, measure.legend)),
    },
  }
}

function measureIn(sizePx: number): Measure {
  const ruler = newRuler()
  ruler.font = `${sizePx}px ${figureTheme.fontFamily}`
  return (text) => ruler.measureText(text).width
}

const markPx = 18

/** Breaks a long legend entry: the rest continues in notes, and a scale moves below its name. */
export function breakEntry(item: LegendItem, maxWidthPx: number, measure: Measure): LegendItem[] {
  if (item.kind !== 'set') return breakSingle(item, maxWidthPx, measure)
  const items = item.items.flatMap((one) => breakSingle(one, maxWidthPx, measure))
  const names = breakLine(item.label, maxWidthPx, measure)
  return [
    ...names.slice(0, -1).map((label) => ({ kind: 'note' as const, label })),
    { ...item, label: names.at(-1) ?? '', items },
  ]
}

function breakSingle(item: SingleItem, maxWidthPx: number, measure: Measure): SingleItem[] {
  const note = (label: string): SingleItem => ({ kind: 'note', label })
  if (item.kind === 'scale') {
    if (measure(item.label) + 6 + scaleBarPx <= maxWidthPx) return [item]
    return [...breakLine(item.label, maxWidthPx, measure).map(note), { ...item, label: '' }]
  }
  const availablePx = item.kind === 'note' || item.kind === 'sizes' ? maxWidthPx : maxWidthPx - markPx
  const [first = '', ...rest] = breakLine(item.label, availablePx, measure)
  return [{ ...item, label: first }, ...rest.map(note)]
}

/** The approximate part of an axis length that ticks and the other axis take. */
const otherAxisPx = 64

type Titled = Record<string, { title?: { text?: string | string[] } }>

function breakTitles<K extends Kind>(
  drawing: Figure<K>['drawing'],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Figure<K>['drawing'] {
  const measure = measureIn(11)
  const breakText = (id: string, text: string | string[]): string[] => {
    const maxWidthPx = (id.startsWith('y') ? heightPx : widthPx) - otherAxisPx
    return [text].flat().flatMap((line) => breakLine(line, maxWidthPx, measure))
  }
  return {
    ...drawing,
    draw(theme) {
      const drawn = drawing.draw(theme)
      const options = drawn.options as object
      const originalScales = 'scales' in options ? (options.scales as Titled) : {}
      const scales = Object.entries(originalScales).map(([id, scale]) => {
        const text = scale.title?.text
        return [id, text ? { ...scale, title: { ...scale.title, text: breakText(id, text) } } : scale]
      })
      const wrapped = { ...options, scales: Object.fromEntries(scales) }
      return { data: drawn.data, options: wrapped as typeof drawn.options }
    },
  }
}
