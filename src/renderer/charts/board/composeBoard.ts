import { type BoardBox, layOutBoard, type Sheet, type SheetLine } from '../../../figures/board/sheet.ts'
import { createSpecFigure, type SpecFigure } from '../../../figures/drawSpec.ts'
import type { Words } from '../../../figures/frame/drawing.ts'
import {
  captionPx,
  marginPx,
  paragraphs,
  sourceFont,
  sourcePx,
  titleFont,
  titlePx,
  wordsGapPx,
  wordsHeightPx,
} from '../../../figures/frame/figure.ts'
import { figureTheme } from '../../../figures/frame/theme.ts'
import type { FigureContent } from '../../../figures/spec.ts'
import type { Palettes } from '../../../figures/style/colours.ts'
import { type Board, letterOf } from '../../../shared/domain/studies/board.ts'
import { fitFigure, pageSize, suggestHeightMm } from '../saving/fitFigure.ts'
import { newRuler } from '../saving/pageFigure.ts'

export type PanelContent = FigureContent | { why: string }

type Options = {
  board: Pick<Board, 'widthMm' | 'lettersPt' | 'columns' | 'title' | 'caption' | 'panels'>
  contents: readonly PanelContent[]
  t: Words
  palettes: Palettes
  summary: string
  background?: 'none'
}

export type ComposedBoard = {
  sheet: Sheet
  heightMm: number
  /** For each panel, a sentence for each kind of names that do not fit. */
  hidden: { letter: string; sentences: string[] }[]
}

const letterFont = `700 14px ${figureTheme.fontFamily}`
const panelTitleFont = `600 12px ${figureTheme.fontFamily}`
const letterPx = 20
const headLinePx = 16
const headGapPx = 10
/** The height of a chart without rows, as a share of its width. */
const chartShape = 0.75

/** Draws the panels of a board at its width, side by side with their natural heights, with its texts and sources. */
export function composeBoard({ board, contents, t, palettes, summary, background }: Options): ComposedBoard {
  const { widthMm, lettersPt, columns } = board
  const page = { widthMm, lettersPt }
  const { widthPx } = pageSize({ ...page, heightMm: 1 })
  const mmPerPx = widthMm / widthPx
  const innerPx = widthPx - 2 * marginPx
  const panels = board.panels.map((panel, place) => {
    const panelMm = (Math.min(panel.span, columns) * widthMm) / columns
    const roomPx = panelMm / mmPerPx - 2 * marginPx
    return {
      span: panel.span,
      letter: board.panels.length > 1 ? letterOf(place) : '',
      title: linesOf(panel.title, panelTitleFont, roomPx - letterPx),
      drawn: toDrawn(contents[place], roomPx, t, palettes),
    }
  })
  const hasHeads = panels.some(({ letter, title }) => letter !== '' || title.length > 0)
  const headLines = Math.max(1, ...panels.map(({ title }) => title.length))
  const headPx = hasHeads ? headLines * headLinePx + headGapPx : 0
  const words = {
    title: linesOf(board.title, titleFont, innerPx),
    caption: linesOf(board.caption, sourceFont, innerPx),
    sources: sourcesOf(contents).flatMap((source) => linesOf(source, sourceFont, innerPx)),
  }
  const topPx = words.title.length === 0 ? 0 : marginPx + wordsHeightPx(words.title, titlePx)
  const bottomPx = wordsHeightPx(words.caption, captionPx) + words.sources.length * sourcePx + marginPx
  const layout = layOutBoard({
    widthMm,
    columns,
    panels,
    topMm: topPx * mmPerPx,
    bottomMm: bottomPx * mmPerPx,
    heightOf: (place, panelMm) => naturalMm(panels[place]?.drawn, panelMm, lettersPt) + headPx * mmPerPx,
  })
  const lines: SheetLine[] = []
  /** Writes lines below each other. `top`: the upper edge of the first. */
  const write = (
    texts: readonly string[],
    font: string,
    { x, top, linePx }: { x: number; top: number; linePx: number },
    isDimmed = false,
  ) => lines.push(...texts.map((text, row) => ({ text, font, isDimmed, x, y: top + (row + 0.5) * linePx })))
  write(words.title, titleFont, { x: marginPx, top: marginPx, linePx: titlePx })
  const figures: Sheet['figures'][number][] = []
  const hidden: ComposedBoard['hidden'] = []
  for (const [place, { letter, title, drawn }] of panels.entries()) {
    const box = layout.panels[place]
    if (!box) continue
    const at = { x: box.xMm / mmPerPx, y: box.yMm / mmPerPx }
    const head = { x: at.x + marginPx, top: at.y + marginPx, linePx: headLinePx }
    if (letter !== '') write([letter], letterFont, head)
    write(title, panelTitleFont, { ...head, x: head.x + (letter === '' ? 0 : letterPx) })
    const fitted = drawn && fit(drawn, box, headPx * mmPerPx, lettersPt)
    if (!fitted) {
      const content = contents[place]
      const why = content && 'why' in content ? content.why : ''
      const texts = linesOf(why, sourceFont, box.widthMm / mmPerPx - 2 * marginPx)
      write(texts, sourceFont, { x: head.x, top: head.top + headPx, linePx: captionPx }, true)
      continue
    }
    figures.push({ figure: fitted.figure, x: at.x, y: at.y + headPx })
    if (fitted.hidden.length > 0) hidden.push({ letter, sentences: fitted.hidden })
  }
  const heightPx = layout.heightMm / mmPerPx
  const captionTopPx = heightPx - bottomPx + (words.caption.length === 0 ? 0 : wordsGapPx)
  write(words.caption, sourceFont, { x: marginPx, top: captionTopPx, linePx: captionPx })
  const sourceTopPx = heightPx - marginPx - words.sources.length * sourcePx
  write(words.sources, sourceFont, { x: marginPx, top: sourceTopPx, linePx: sourcePx }, true)
  return {
    sheet: { widthPx, heightPx, summary, figures, lines, ...(background && { background }) },
    heightMm: layout.heightMm,
    hidden,
  }
}

function linesOf(text: string, font: string, widthPx: number): string[] {
  const ruler = newRuler()
  ruler.font = font
  return paragraphs(text, widthPx, (line) => ruler.measureText(line).width)
}

/** Returns a panel's figure without its source and background, which the board draws itself. */
function toDrawn(
  content: PanelContent | undefined,
  widthPx: number,
  t: Words,
  palettes: Palettes,
): SpecFigure | null {
  if (!content || 'why' in content) return null
  const { figure, minHeightPx } = createSpecFigure({ ...content, widthPx, heightPx: 0 }, t, palettes)
  const heightPx = minHeightPx === 0 ? widthPx * chartShape : 0
  return { figure: { ...figure, widthPx, heightPx, source: undefined, background: 'none' }, minHeightPx }
}

/** The height of a panel that cannot be drawn, with room for the reason. */
const emptyMm = 24

const naturalMm = (drawn: SpecFigure | null | undefined, widthMm: number, lettersPt: number): number =>
  drawn ? suggestHeightMm(drawn.figure, { widthMm, lettersPt }, drawn.minHeightPx) : emptyMm

function fit({ figure }: SpecFigure, { widthMm, heightMm }: BoardBox, headMm: number, lettersPt: number) {
  const fitted = fitFigure(figure, { widthMm, heightMm: heightMm - headMm, lettersPt })
  return 'figure' in fitted ? fitted : null
}

/** Returns each source once, with the letters of its panels if there are several sources. */
function sourcesOf(contents: readonly PanelContent[]): string[] {
  const named = contents.flatMap((content, place) => {
    const source = 'why' in content ? undefined : content.props.source
    return source ? [{ letter: letterOf(place), source }] : []
  })
  const bySource = [...Map.groupBy(named, ({ source }) => source)]
  if (bySource.length < 2) return bySource.map(([source]) => source)
  return bySource.map(([source, panels]) => `${panels.map(({ letter }) => letter).join(', ')}: ${source}`)
}
