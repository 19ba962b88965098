/** Types for a package without types; only the parts used here. */
declare module 'svgcanvas' {
  type Point = { x: number; y: number }
  /** An affine transformation, in the notation of canvases and SVG. */
  type Matrix = {
    readonly a: number
    readonly b: number
    readonly c: number
    readonly d: number
    readonly e: number
    readonly f: number
    multiply(next: Matrix): Matrix
    translate(x: number, y: number): Matrix
    scale(x: number, y?: number): Matrix
    apply(x: number, y: number): Point
  }

  export class Context {
    constructor(options: {
      width: number
      height: number
      document?: Document
      ctx?: { font: string; measureText(text: string): { width: number } }
    })
    /** The context itself, which also acts as its canvas. */
    canvas: this
    width: number
    height: number
    font: string
    textAlign: CanvasTextAlign
    textBaseline: CanvasTextBaseline
    measureText(text: string): { width: number }
    getSvg(): SVGSVGElement
    beginPath(): void
    closePath(): void
    moveTo(x: number, y: number): void
    lineTo(x: number, y: number): void
    rect(x: number, y: number, width: number, height: number): void
    arc(x: number, y: number, radius: number, start: number, end: number, back?: boolean): void
    fillRect(x: number, y: number, width: number, height: number): void
    strokeRect(x: number, y: number, width: number, height: number): void
    clearRect(x: number, y: number, width: number, height: number): void
    fill(): void
    stroke(): void
    clip(): void
    resetTransform(): void
    getTransform(): Matrix
    setTransform(a: Matrix | number, b?: number, c?: number, d?: number, e?: number, f?: number): void
    transform(a: number, b: number, c: number, d: number, e: number, f: number): void
    rotate(angle: number): void
    __matrixTransform(x: number, y: number): Point
    __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void
    __applyCurrentDefaultPath(): void
    __closestGroupOrSvg(): Element
    __createElement(name: string, attributes?: Record<string, string | number>, reset?: boolean): SVGElement
    __applyTransformation(element: SVGElement, matrix?: Matrix): void
    __applyStyleToCurrentElement(kind: 'fill' | 'stroke'): void
    __currentElement: SVGElement
    __addPathCommand(command: string): void
    __currentDefaultPath: string
    __currentPosition: Partial<Point>
    __defs: Element
    __document: Document
    __transformMatrix: Matrix
  }
}
