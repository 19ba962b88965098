import { Context } from 'svgcanvas'
import { parseFont } from './vectorFont.ts'

const anchors: Partial<Record<CanvasTextAlign, string>> = { center: 'middle', right: 'end', end: 'end' }
/** How far the foot of the letters lies below the named line, in font sizes. Programs disagree on the names. */
const feet: Partial<Record<CanvasTextBaseline, number>> = {
  middle: 0.36,
  top: 0.8,
  hanging: 0.75,
  bottom: -0.22,
}

/**
 * A canvas that keeps what is drawn as an SVG with real text. It stands for canvas and context at once, which is what
 * chart.js asks of a canvas without a page.
 */
export function createVectorContext(width: number, height: number): Context {
  const context = new Context({ width, height })
  context.getContext = () => context
  // The package reads the font from a `style` attribute, which our pages' security policy forbids.
  context.__applyText = (text, x, y, action) => {
    const font = parseFont(context.font)
    const element = context.__createElement(
      'text',
      {
        x,
        y: y + (feet[context.textBaseline] ?? 0) * font.sizePx,
        'font-family': font.family,
        'font-size': `${font.sizePx}px`,
        'font-weight': font.weight,
        'text-anchor': anchors[context.textAlign] ?? 'start',
      },
      true,
    )
    element.textContent = text
    const parent = context.__closestGroupOrSvg()
    context.__currentElement = element
    context.__applyTransformation(element)
    context.__applyStyleToCurrentElement(action)
    parent.append(element)
  }
  return context
}

/** chart.js and the painters draw on it as on any other. */
export const asCanvasContext = (context: Context): CanvasRenderingContext2D =>
  context as unknown as CanvasRenderingContext2D
