/** The mark of a clipped value, visible on both dark ends of the color scale. */
const clipMark = '#ffd400'

/** Draws the mark of a clipped value: a triangle in the top left corner. */
export function drawClip(ctx: CanvasRenderingContext2D, x: number, y: number, sidePx: number): void {
  ctx.fillStyle = clipMark
  ctx.strokeStyle = '#000000'
  ctx.lineWidth = 0.75
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(x + sidePx, y)
  ctx.lineTo(x, y + sidePx)
  ctx.closePath()
  ctx.fill()
  ctx.stroke()
}

export type HatchBox = { x: number; y: number; width: number; height: number }

const hatchStepPx = 6

/** Draws diagonal lines on gray, the sign for "nothing was returned". They are lines, so that figures stay vectors. */
export const drawHatch = (ctx: CanvasRenderingContext2D, box: HatchBox, dark: boolean): void =>
  drawHatches(ctx, [box], dark)

/** Draws many hatched boxes as one shape, so that a figure with thousands stays small. */
export function drawHatches(ctx: CanvasRenderingContext2D, boxes: readonly HatchBox[], dark: boolean): void {
  if (boxes.length === 0) return
  ctx.save()
  ctx.fillStyle = dark ? '#33373c' : '#eceef0'
  ctx.beginPath()
  for (const { x, y, width, height } of boxes) ctx.rect(x, y, width, height)
  ctx.fill()
  ctx.strokeStyle = dark ? '#6d747d' : '#a3a9b1'
  ctx.lineWidth = 1
  ctx.beginPath()
  for (const box of boxes) traceHatch(ctx, box)
  ctx.stroke()
  ctx.restore()
}

/** Traces lines that rise to the right, each clipped at the box. */
function traceHatch(ctx: CanvasRenderingContext2D, { x, y, width, height }: HatchBox): void {
  for (let shift = hatchStepPx - height; shift < width; shift += hatchStepPx) {
    const left = Math.max(0, shift)
    const right = Math.min(width, shift + height)
    ctx.moveTo(x + left, y + height - (left - shift))
    ctx.lineTo(x + right, y + height - (right - shift))
  }
}

/** Returns the hatch as a fill pattern for many boxes. For pixel surfaces only. */
export function hatchPattern(ctx: CanvasRenderingContext2D, dark: boolean): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = hatchStepPx
  tile.height = hatchStepPx
  const brush = tile.getContext('2d')
  if (!brush) return 'transparent'
  drawHatch(brush, { x: 0, y: 0, width: hatchStepPx, height: hatchStepPx }, dark)
  return ctx.createPattern(tile, 'repeat') ?? 'transparent'
}
