import { Context } from 'svgcanvas'
import { paintSheet, type Sheet } from '../board/sheet.ts'
import type { DrawingBoard, Kind } from '../frame/drawing.ts'
import { drawChart, type Figure, layOut, marginPx, paintPage } from '../frame/figure.ts'

const svgSpace = 'http://www.w3.org/2000/svg'

/**
 * Draws a figure as SVG: shapes and real text on white, with the summary as title and description. The same figure
 * gives the same bytes, and its element names are unique, so that many figures can be on one page.
 */
export function drawSvg<K extends Kind>(figure: Figure<K>, board: DrawingBoard): string {
  const { root, layout } = drawPage(figure, board, '')
  return finishSvg(root, { ...layout, summary: figure.summary }, board)
}

/** Draws several figures as one SVG, each in its own group. */
export function drawSheetSvg(sheet: Sheet, board: DrawingBoard): string {
  const page = new VectorContext(sheet.widthPx, sheet.heightPx, board)
  paintSheet(page.asContext(), sheet)
  page.finish('')
  const root = page.getSvg()
  for (const [place, { figure, x, y }] of sheet.figures.entries()) {
    const group = board.document.createElementNS(svgSpace, 'g')
    group.setAttribute('transform', `translate(${round(x)} ${round(y)})`)
    const drawn = drawPage(figure, board, `f${place}`).root
    for (const child of Array.from(drawn.childNodes)) group.appendChild(child)
    root.appendChild(group)
  }
  return finishSvg(root, sheet, board)
}

/** `start`: the prefix of its element names. */
function drawPage<K extends Kind>(figure: Figure<K>, board: DrawingBoard, start: string) {
  const inner = new VectorContext(figure.widthPx, figure.heightPx, board)
  const chart = drawChart(inner.asCanvas(), figure, board.surface, 1)
  // Laid out after the chart, because the legend may report names without room.
  const layout = layOut(figure, board.ruler)
  const page = new VectorContext(layout.widthPx, layout.heightPx, board)
  paintPage(page.asContext(), figure, layout)
  inner.finish('clip')
  const mark = markOf(board.serialize(inner.getSvg()) + JSON.stringify(layout))
  inner.finish(`${start}c${mark}`)
  // The context copies a canvas of its own kind shape by shape.
  page.asContext().drawImage(inner.asCanvas(), marginPx, layout.chartTopPx)
  page.finish(`${start}p${mark}`)
  chart.destroy()
  return { root: page.getSvg(), layout }
}

type Sized = Pick<Sheet, 'widthPx' | 'heightPx' | 'summary'>

function finishSvg(root: SVGSVGElement, { widthPx, heightPx, summary }: Sized, board: DrawingBoard): string {
  root.setAttribute('viewBox', `0 0 ${round(widthPx)} ${round(heightPx)}`)
  root.setAttribute('role', 'img')
  describe(root, summary, board.document)
  return board.serialize(root)
}

function describe(root: Element, summary: string, document: Document): void {
  for (const name of ['desc', 'title']) {
    const element = document.createElementNS(svgSpace, name)
    element.appendChild(document.createTextNode(toXmlText(summary)))
    root.insertBefore(element, root.firstChild)
  }
}

/** Returns a short name derived from the drawing (FNV-1a). */
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

const anchors: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' }
/**
 * The distance from a named line down to the text baseline, in font sizes, as canvases place Arial and fonts of equal
 * metrics. Programs interpret the names of baselines differently.
 */
const feet: Partial<Record<CanvasTextBaseline, number>> = {
  middle: 0.276,
  top: 0.776,
  hanging: 0.728,
  bottom: -0.224,
}

type Box = [x: number, y: number, width: number, height: number]
type Attributes = Record<string, string | number>

/**
 * A canvas that records drawing as SVG with real text. It is canvas and context in one, as chart.js expects without a
 * page. It overrides the parts of the package that would need a page.
 */
class VectorContext extends Context {
  readonly #clips: { path: Element; shown: Element }[] = []
  /** The end of the last line of the path. Reading it from the path takes longer the longer the path is. */
  #last = ''

  constructor(width: number, height: number, { document, ruler }: DrawingBoard) {
    super({ width, height, document, ctx: ruler })
  }

  getContext(): this {
    return this
  }

  /** Typed as a canvas context for chart.js and the painters. */
  asContext(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D
  }

  /** Typed as a canvas, because `getContext` returns the object itself. */
  asCanvas(): HTMLCanvasElement {
    return this as unknown as HTMLCanvasElement
  }

  override resetTransform(): void {
    this.__transformMatrix = createMatrix(1, 0, 0, 1, 0, 0)
  }

  override getTransform(): Matrix {
    return this.__transformMatrix
  }

  override setTransform(a: Matrix | number, b = 0, c = 0, d = 1, e = 0, f = 0): void {
    this.__transformMatrix = typeof a === 'number' ? createMatrix(a, b, c, d, e, f) : a
  }

  override transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.__transformMatrix = this.__transformMatrix.multiply(createMatrix(a, b, c, d, e, f))
  }

  override rotate(angle: number): void {
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
    this.transform(cosine, sine, -sine, cosine, 0, 0)
  }

  override __matrixTransform(x: number, y: number): { x: number; y: number } {
    return this.__transformMatrix.apply(x, y)
  }

  override __applyTransformation(element: SVGElement, matrix: Matrix = this.__transformMatrix): void {
    const { a, b, c, d, e, f } = matrix
    const parts = [a, b, c, d, e, f].map((part) => Number(part.toFixed(4)))
    if (parts.join(' ') !== '1 0 0 1 0 0') element.setAttribute('transform', `matrix(${parts.join(' ')})`)
  }

  override moveTo(x: number, y: number): void {
    if (!areNumbers([x, y])) return
    if (this.__currentElement.nodeName !== 'path') this.beginPath()
    this.#add('M', x, y)
  }

  override lineTo(x: number, y: number): void {
    if (!areNumbers([x, y])) return
    this.#add(this.__currentDefaultPath === '' ? 'M' : 'L', x, y)
  }

  override fillRect(...box: Box): void {
    if (areNumbers(box)) super.fillRect(...box)
  }

  override strokeRect(...box: Box): void {
    if (areNumbers(box)) super.strokeRect(...box)
  }

  override rect(...box: Box): void {
    if (!areNumbers(box)) return
    const [x, y, width, height] = box
    const { a, b, c, d } = this.__transformMatrix
    this.moveTo(x, y)
    if (b !== 0 || c !== 0) {
      this.lineTo(x + width, y)
      this.lineTo(x + width, y + height)
      this.lineTo(x, y + height)
    } else this.__addPathCommand(`h${round(width * a)}v${round(height * d)}h${round(-width * a)}`)
    this.closePath()
  }

  override arc(x: number, y: number, radius: number, start: number, end: number, back = false): void {
    if (!areNumbers([x, y, radius, start, end])) return
    if (radius === 0) return this.lineTo(x, y)
    if (Math.abs(end - start) < fullCircle) return super.arc(x, y, radius, start, end, back)
    // Drawn in two halves, because SVG cannot draw an arc that ends where it starts.
    const { a, b, c, d } = this.__transformMatrix
    const sizes = `${round(radius * Math.hypot(a, b))} ${round(radius * Math.hypot(c, d))}`
    const [dx, dy] = [radius * Math.cos(start), radius * Math.sin(start)]
    this.lineTo(x + dx, y + dy)
    for (const side of [-1, 1]) {
      const point = this.__transformMatrix.apply(x + side * dx, y + side * dy)
      this.__addPathCommand(`A${sizes} 0 0 ${back ? 0 : 1} ${round(point.x)} ${round(point.y)}`)
    }
  }

  override __addPathCommand(command: string): void {
    this.#last = ''
    this.__currentDefaultPath += command
  }

  #add(command: 'M' | 'L', x: number, y: number): void {
    const point = this.__transformMatrix.apply(x, y)
    const at = `${round(point.x)} ${round(point.y)}`
    this.__currentPosition = { x, y }
    // Corners that are not rounded have arcs of length zero.
    if (command === 'L' && at === this.#last) return
    this.__currentDefaultPath += command + at
    this.#last = at
  }

  override fill(): void {
    // Other programs ignore the paint order, so it is set only where it differs from the default.
    if (this.__currentElement.hasAttribute('stroke'))
      this.__currentElement.setAttribute('paint-order', 'stroke fill markers')
    this.#finish('fill')
  }

  override stroke(): void {
    this.__currentElement.removeAttribute('paint-order')
    this.#finish('stroke')
  }

  #finish(kind: 'fill' | 'stroke'): void {
    this.__currentDefaultPath = shortened(this.__currentDefaultPath)
    this.__applyCurrentDefaultPath()
    this.__applyStyleToCurrentElement(kind)
    if (this.__currentElement.getAttribute('stroke-dasharray') === '')
      this.__currentElement.removeAttribute('stroke-dasharray')
  }

  override __createElement(name: string, attributes: Attributes = {}, reset = false): SVGElement {
    const short = Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'number' ? round(value) : value,
    ])
    const element = super.__createElement(name, Object.fromEntries(short), false)
    // SVG fills with black by default, but strokes only if a stroke is set.
    if (reset) element.setAttribute('fill', 'none')
    return element
  }

  override clearRect(): void {
    // The context is drawn on only once, so it never needs clearing.
  }

  override clip(): void {
    const shown = this.__closestGroupOrSvg()
    super.clip()
    const path = this.__defs.lastChild
    if (path) this.#clips.push({ path: path as Element, shown })
  }

  /**
   * Replaces the random names of clip paths. `start` must be unique for each figure on a page. Also removes empty
   * groups: libraries measure each text only once, so the number of groups depends on what was drawn earlier.
   */
  finish(start: string): void {
    dropEmptyGroups(this.getSvg())
    const used = this.#clips.filter(({ shown }) => shown.parentNode)
    for (const { path, shown } of this.#clips) if (!shown.parentNode) path.parentNode?.removeChild(path)
    used.forEach(({ path, shown }, index) => {
      path.setAttribute('id', `${start}-${index}`)
      shown.setAttribute('clip-path', `url(#${start}-${index})`)
    })
  }

  // The package reads the font from a `style` attribute, which the security policy of our pages forbids.
  override __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void {
    if (!areNumbers([x, y])) return
    const font = parseFont(this.font)
    const widthPx = round(this.measureText(text).width)
    const element = this.__createElement(
      'text',
      {
        x,
        y: y + (feet[this.textBaseline] ?? 0) * font.sizePx,
        'font-family': font.family,
        'font-size': `${font.sizePx}px`,
        'font-weight': font.weight,
        'text-anchor': anchors[this.textAlign] ?? 'start',
        // The width that the layout reserved, whatever fonts the reader's computer has.
        ...(widthPx > 0 && { textLength: widthPx, lengthAdjust: 'spacingAndGlyphs' }),
      },
      true,
    )
    element.appendChild(this.__document.createTextNode(toXmlText(text)))
    const parent = this.__closestGroupOrSvg()
    this.__currentElement = element
    this.__applyTransformation(element)
    this.__applyStyleToCurrentElement(action)
    parent.appendChild(element)
  }
}

function dropEmptyGroups(element: Element): void {
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeName !== 'g') continue
    dropEmptyGroups(child as Element)
    if (!child.firstChild) element.removeChild(child)
  }
}

/** Replaces characters that XML does not allow, such as a control character in a name, by the replacement character. */
const toXmlText = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')

/** Canvases draw nothing at positions that are not numbers, such as those of a group without values. */
const areNumbers = (numbers: readonly number[]): boolean => numbers.every(Number.isFinite)

const fullCircle = 2 * Math.PI - 1e-6

/** A hundredth of a pixel is invisible, and rounding to it halves the file size. */
const round = (number: number): number => Math.round(number * 100) / 100 + 0

/** Rounds the numbers in a path that the package wrote. */
const shortened = (path: string): string =>
  path.replaceAll(/-?\d+\.\d{3,}(?:e[+-]?\d+)?|-?\d+(?:\.\d+)?e[+-]?\d+/g, (number) =>
    String(round(Number(number))),
  )

type Font = { sizePx: number; family: string; weight: string }

/** Parses a font in the notation of canvases: `600 11px 'Inter Variable', sans-serif`. */
export function parseFont(text: string): Font {
  const [before = '', family = 'sans-serif'] = text.split(/(?<=px)(?:\/\S+)?\s+/)
  return {
    sizePx: Number(/([\d.]+)px/.exec(before)?.[1] ?? 12),
    family,
    weight: /\b(bold|[1-9]00)\b/.exec(before)?.[1] ?? 'normal',
  }
}

type Matrix = Context['__transformMatrix']

/** Returns an immutable affine transformation, in the notation of canvases and SVG. */
const createMatrix = (a: number, b: number, c: number, d: number, e: number, f: number): Matrix => ({
  a,
  b,
  c,
  d,
  e,
  f,
  /** Returns the transformation that applies `next` first, then this one. */
  multiply: (next) =>
    createMatrix(
      a * next.a + c * next.b,
      b * next.a + d * next.b,
      a * next.c + c * next.d,
      b * next.c + d * next.d,
      a * next.e + c * next.f + e,
      b * next.e + d * next.f + f,
    ),
  translate(x, y) {
    return this.multiply(createMatrix(1, 0, 0, 1, x, y))
  },
  scale(x, y = x) {
    return this.multiply(createMatrix(x, 0, 0, y, 0, 0))
  },
  apply: (x, y) => ({ x: a * x + c * y + e, y: b * x + d * y + f }),
})
