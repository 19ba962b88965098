import type { Kind } from '../frame/drawing.ts'
import type { Figure } from '../frame/figure.ts'
import { figureTheme } from '../frame/theme.ts'

/**
 * Figures and text on one page, with the light theme of all exported figures. Positions are in pixels of the layout.
 */
export type Sheet = {
  widthPx: number
  heightPx: number
  /** A description for readers who cannot see it. */
  summary: string
  /** Absent: the light background. */
  background?: 'none'
  figures: readonly { figure: Figure<Kind>; x: number; y: number }[]
  lines: readonly SheetLine[]
}

/** `y`: the vertical middle of the text. */
export type SheetLine = { text: string; font: string; isDimmed: boolean; x: number; y: number }

/** Paints the background and text of a sheet, without its figures. */
export function paintSheet(ctx: CanvasRenderingContext2D, sheet: Sheet): void {
  if (sheet.background !== 'none') {
    ctx.fillStyle = figureTheme.surface
    ctx.fillRect(0, 0, sheet.widthPx, sheet.heightPx)
  }
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const { text, font, isDimmed, x, y } of sheet.lines) {
    ctx.font = font
    ctx.fillStyle = isDimmed ? figureTheme.dimmed : figureTheme.text
    ctx.fillText(text, x, y)
  }
}

/** A rectangle on the sheet, from its top left, in millimeters. */
export type BoardBox = { xMm: number; yMm: number; widthMm: number; heightMm: number }

type BoardGrid = {
  widthMm: number
  columns: number
  /** The panels in order. `span`: the number of columns each takes. */
  panels: readonly { span: number }[]
  /** The space above and below all panels. */
  topMm: number
  bottomMm: number
  /** Returns the height that a panel's content needs at this width. */
  heightOf: (place: number, widthMm: number) => number
}

/**
 * Lays out panels from left to right in as many rows as needed. A panel that does not fit starts the next row. All
 * panels of a row get the height of the tallest, so that their bottom edges align.
 */
export function layOutBoard({ widthMm, columns, panels, topMm, bottomMm, heightOf }: BoardGrid): {
  heightMm: number
  panels: BoardBox[]
} {
  const columnMm = widthMm / columns
  const boxes: BoardBox[] = []
  let row: BoardBox[] = []
  let taken = 0
  let yMm = topMm
  const endRow = (): void => {
    const heightMm = Math.max(0, ...row.map((box) => box.heightMm))
    for (const box of row) box.heightMm = heightMm
    yMm += heightMm
    row = []
    taken = 0
  }
  for (const [place, panel] of panels.entries()) {
    const span = Math.min(panel.span, columns)
    if (taken + span > columns) endRow()
    const box = { xMm: taken * columnMm, yMm, widthMm: span * columnMm, heightMm: 0 }
    box.heightMm = heightOf(place, box.widthMm)
    boxes.push(box)
    row.push(box)
    taken += span
  }
  endRow()
  return { heightMm: yMm + bottomMm, panels: boxes }
}
