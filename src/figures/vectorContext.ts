import { Context } from 'svgcanvas'
import type { DrawingBoard } from './drawingBoard.ts'
import { Matrix } from './matrix.ts'
import { parseFont } from './vectorFont.ts'

const anchors: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' }
/** How far the foot of the letters lies below the named line, in font sizes. Programs disagree on the names. */
const feet: Partial<Record<CanvasTextBaseline, number>> = {
  middle: 0.36,
  top: 0.8,
  hanging: 0.75,
  bottom: -0.22,
}

type Attributes = Record<string, string | number>

/**
 * A canvas that keeps what is drawn as an SVG with real text. It stands for canvas and context at once, which is what
 * chart.js asks of a canvas without a page. What the package asks of a page is done here.
 */
export class VectorContext extends Context {
  readonly #clips: { path: Element; shown: Element }[] = []

  constructor(width: number, height: number, { document, ruler }: DrawingBoard) {
    super({ width, height, document, ctx: ruler })
  }

  getContext(): this {
    return this
  }

  override resetTransform(): void {
    this.__transformMatrix = new Matrix(1, 0, 0, 1, 0, 0)
  }

  override getTransform(): Matrix {
    return this.__transformMatrix
  }

  override setTransform(a: Matrix | number, b = 0, c = 0, d = 1, e = 0, f = 0): void {
    this.__transformMatrix = typeof a === 'number' ? new Matrix(a, b, c, d, e, f) : a
  }

  override transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    this.__transformMatrix = this.__transformMatrix.multiply(new Matrix(a, b, c, d, e, f))
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

  // A hundredth of a pixel is less than what is seen, and half of the bytes.
  override __applyCurrentDefaultPath(): void {
    this.__currentDefaultPath = shortened(this.__currentDefaultPath)
    super.__applyCurrentDefaultPath()
  }

  override __createElement(name: string, attributes: Attributes = {}, reset = false): SVGElement {
    const short = Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'number' ? Number(value.toFixed(2)) : value,
    ])
    return super.__createElement(name, Object.fromEntries(short), reset)
  }

  override clip(): void {
    const shown = this.__closestGroupOrSvg()
    super.clip()
    const path = this.__defs.lastChild
    if (path) this.#clips.push({ path: path as Element, shown })
  }

  /** Names what is clipped by, in place of names by chance; `start` must be its own in each figure of a page. */
  nameClips(start: string): void {
    this.#clips.forEach(({ path, shown }, index) => {
      path.setAttribute('id', `${start}-${index}`)
      shown.setAttribute('clip-path', `url(#${start}-${index})`)
    })
  }

  // The package reads the font from a `style` attribute, which our pages' security policy forbids.
  override __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void {
    const font = parseFont(this.font)
    const element = this.__createElement(
      'text',
      {
        x,
        y: y + (feet[this.textBaseline] ?? 0) * font.sizePx,
        'font-family': font.family,
        'font-size': `${font.sizePx}px`,
        'font-weight': font.weight,
        'text-anchor': anchors[this.textAlign] ?? 'start',
      },
      true,
    )
    element.textContent = text
    const parent = this.__closestGroupOrSvg()
    this.__currentElement = element
    this.__applyTransformation(element)
    this.__applyStyleToCurrentElement(action)
    parent.appendChild(element)
  }
}

/** Numbers of a path with two decimals; also -0 and such as 6e-17. */
const shortened = (path: string): string =>
  path.replaceAll(/-?\d+\.\d{3,}(?:e[+-]?\d+)?|-?\d+(?:\.\d+)?e[+-]?\d+/g, (number) =>
    String(Number(Number(number).toFixed(2))),
  )

/** chart.js and the painters draw on it as on any other. */
export const asCanvasContext = (context: VectorContext): CanvasRenderingContext2D =>
  context as unknown as CanvasRenderingContext2D
