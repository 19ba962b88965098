import type { Kind } from '../frame/drawing.ts'
import type { Figure } from '../frame/figure.ts'
import { figureTheme } from '../frame/theme.ts'

/** Figures and words on one page, light as each figure that leaves the app; places in pixels of the layout. */
export type Sheet = {
  widthPx: number
  heightPx: number
  /** What it shows, for those who do not see it. */
  summary: string
  /** Left out: the light surface. */
  background?: 'none'
  figures: readonly { figure: Figure<Kind>; x: number; y: number }[]
  lines: readonly SheetLine[]
}

/** `y`: the middle of its letters. */
export type SheetLine = { text: string; font: string; isDimmed: boolean; x: number; y: number }

/** All of it but the figures. */
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
