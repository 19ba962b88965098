/** The package ships no types; only what is used here. */
declare module 'svgcanvas' {
  export class Context {
    constructor(options: { width: number; height: number })
    /** The context itself, which stands for its canvas as well. */
    canvas: this
    width: number
    height: number
    font: string
    textAlign: CanvasTextAlign
    textBaseline: CanvasTextBaseline
    getContext?: () => this
    getSvg(): SVGSVGElement
    __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void
    __closestGroupOrSvg(): SVGElement
    __createElement(name: string, attributes: Record<string, string | number>, reset: boolean): SVGElement
    __applyTransformation(element: SVGElement): void
    __applyStyleToCurrentElement(kind: 'fill' | 'stroke'): void
    __currentElement: SVGElement
  }
}
