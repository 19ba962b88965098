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
