import { type Figure, layOut, marginPx } from '../../figures/figure.ts'
import type { LegendItem } from '../../figures/legend.ts'
import { scaleBarPx } from '../../figures/legend.ts'
import type { Kind } from '../../figures/picture.ts'
import { figureTheme } from '../../figures/theme.ts'
import { contextOf, drawOn } from './pageFigure.ts'

/** The page of a figure as it is printed. */
export type FigurePage = { widthMm: number; heightMm: number; lettersPt: number }

const pxPerMm = 96 / 25.4
/** Letters of axes are 11 px, which is 8.25 pt where a pixel is a 96th of an inch. */
const plainPt = 8.25
/** A chart lower than this shows nothing that can be read. */
const leastChartPx = 80

/** How many pixels of the layout make one on paper at 96 an inch: larger letters leave less room. */
const zoomOf = ({ lettersPt }: Pick<FigurePage, 'lettersPt'>): number => lettersPt / plainPt

/** The page in pixels of the layout, with fractions. */
export const pageSize = (page: FigurePage) => ({
  widthPx: (page.widthMm * pxPerMm) / zoomOf(page),
  heightPx: (page.heightMm * pxPerMm) / zoomOf(page),
})

/** The figure laid out anew for a page, or how high the page has to be at least. */
export type Fitted<K extends Kind> = { figure: Figure<K> } | { leastHeightMm: number }

/** Lays a figure out for a page: nothing is stretched, the chart takes what legend and source leave. */
export function fitFigure<K extends Kind>(figure: Figure<K>, page: FigurePage): Fitted<K> {
  const { heightPx } = pageSize(page)
  let fitted = { ...inWidth(figure, page), heightPx: leastChartPx }
  // A legend may tell what the chart had no room for, which is known once it is drawn.
  for (let pass = 0; pass < 3; pass++) {
    const spare = Math.ceil(heightPx) - besides(fitted) - fitted.heightPx
    if (pass > 0 && spare === 0) break
    fitted = { ...fitted, heightPx: fitted.heightPx + spare }
    if (fitted.heightPx < leastChartPx) return { leastHeightMm: toMm(leastChartPx + besides(fitted), page) }
    drawOn(document.createElement('canvas'), fitted, 1).destroy()
  }
  return { figure: fitted }
}

/**
 * The height at which a figure of this width looks as on the page of the app: in its shape, and with room for its rows
 * where it has some.
 */
export function suggestHeightMm<K extends Kind>(
  figure: Figure<K>,
  page: Pick<FigurePage, 'widthMm' | 'lettersPt'>,
  leastHeightPx: number,
): number {
  const given = { ...page, heightMm: 1 }
  const fitted = inWidth(figure, given)
  const inShape = fitted.widthPx * Math.min(1, figure.heightPx / figure.widthPx)
  return toMm(Math.max(inShape, leastHeightPx, leastChartPx) + besides(fitted), given)
}

const toMm = (heightPx: number, page: FigurePage): number => Math.ceil((heightPx * zoomOf(page)) / pxPerMm)

/** What stands above and below the chart. */
const besides = <K extends Kind>(figure: Figure<K>): number =>
  layOut(figure, contextOf(document.createElement('canvas'))).heightPx - figure.heightPx

/** All of it but the chart's height: no line is longer than the page is wide. */
function inWidth<K extends Kind>(figure: Figure<K>, page: FigurePage): Figure<K> {
  const widthPx = Math.ceil(pageSize(page).widthPx) - 2 * marginPx
  const ruler = contextOf(document.createElement('canvas'))
  const measureIn = (sizePx: number) => (text: string) => {
    ruler.font = `${sizePx}px ${figureTheme.fontFamily}`
    return ruler.measureText(text).width
  }
  const { drawing, source } = figure
  const broken = source?.split(/(?<=;) /).flatMap((part) => breakLine(part, widthPx, measureIn(11)))
  return {
    ...figure,
    widthPx,
    source: broken?.join('\n'),
    drawing: {
      ...drawing,
      legend: (theme) => drawing.legend(theme).flatMap((item) => inLines(item, widthPx, measureIn(12))),
    },
  }
}

type Measure = (text: string) => number

const markPx = 18

/** An entry that is too long goes on in notes; a scale stands below its name. */
function inLines(item: LegendItem, widthPx: number, measure: Measure): LegendItem[] {
  const note = (label: string): LegendItem => ({ kind: 'note', label })
  if (item.kind === 'scale') {
    if (measure(item.label) + 6 + scaleBarPx <= widthPx) return [item]
    return [...breakLine(item.label, widthPx, measure).map(note), { ...item, label: '' }]
  }
  const room = item.kind === 'note' || item.kind === 'sizes' ? widthPx : widthPx - markPx
  const [first = '', ...rest] = breakLine(item.label, room, measure)
  return [{ ...item, label: first }, ...rest.map(note)]
}

/** Lines of at most `mostPx`, between words where that can be. */
export function breakLine(text: string, mostPx: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= mostPx) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(line) > mostPx && line.length > 1) {
      const most = longestStart(line, mostPx, measure)
      lines.push(line.slice(0, most))
      line = line.slice(most)
    }
  }
  return [...lines, line]
}

function longestStart(word: string, mostPx: number, measure: Measure): number {
  let most = 1
  while (most < word.length && measure(word.slice(0, most + 1)) <= mostPx) most += 1
  return most
}
