import type { Surface } from './drawing.ts'

/** Measures text in the font that was set last, as a canvas does. */
export type Ruler = { font: string; measureText(text: string): { width: number } }

/** What a vector figure is drawn with: a page's own, or a plain one where there is no page. */
export type DrawingBoard = {
  document: Document
  ruler: Ruler
  serialize(root: Element): string
  /** `vector` only where images can be made. */
  surface: Exclude<Surface, 'screen'>
}
