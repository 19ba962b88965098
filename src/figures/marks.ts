/** Seen on both dark ends of the colours: the mark of a value beyond them. */
export const clipMark = '#ffd400'

type Box = { x: number; y: number; width: number; height: number }

const hatchStepPx = 6

/** Diagonal lines on grey: the sign of "nothing was returned". Drawn as lines, so that figures stay vectors. */
export function drawHatch(ctx: CanvasRenderingContext2D, box: Box, dark: boolean): void {
  ctx.save()
  ctx.fillStyle = dark ? '#33373c' : '#eceef0'
  ctx.fillRect(box.x, box.y, box.width, box.height)
  ctx.beginPath()
  ctx.rect(box.x, box.y, box.width, box.height)
  ctx.clip()
  ctx.strokeStyle = dark ? '#6d747d' : '#a3a9b1'
  ctx.lineWidth = 1
  ctx.beginPath()
  for (let shift = -box.height; shift < box.width; shift += hatchStepPx) {
    ctx.moveTo(box.x + shift, box.y + box.height)
    ctx.lineTo(box.x + shift + box.height, box.y)
  }
  ctx.stroke()
  ctx.restore()
}

/** The same as a fill for many places at once; only where pixels may be painted. */
export function hatchPattern(ctx: CanvasRenderingContext2D, dark: boolean): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = hatchStepPx
  tile.height = hatchStepPx
  const brush = tile.getContext('2d')
  if (!brush) return 'transparent'
  drawHatch(brush, { x: 0, y: 0, width: hatchStepPx, height: hatchStepPx }, dark)
  return ctx.createPattern(tile, 'repeat') ?? 'transparent'
}
