import type { Chart as ChartInstance } from 'chart.js'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { boxOf, type Point } from '../../../figures/frame/drawing.ts'
import classes from './Chart.module.css'

type Props = {
  shape: 'box' | 'lasso'
  chart: ChartInstance | null
  /** Receives the corners of the box or the line of the lasso, in pixels of the canvas. */
  finish: (path: Point[]) => void
}

const minStepPx = 3

/** A layer above the chart on which the user draws a region. */
export function Brush({ shape, chart, finish }: Props) {
  const [path, setPath] = useState<Point[]>([])
  const sheet = useRef<SVGSVGElement>(null)
  useEffect(() => forwardWheel(sheet.current, chart), [chart])
  const pointAt = (event: PointerEvent<SVGSVGElement>): Point => {
    const frame = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - frame.left, y: event.clientY - frame.top }
  }
  const start = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setPath([pointAt(event)])
  }
  const extendPath = (event: PointerEvent<SVGSVGElement>): void => {
    const first = path[0]
    const last = path.at(-1)
    if (!first || !last) return
    const point = pointAt(event)
    if (Math.hypot(point.x - last.x, point.y - last.y) < minStepPx) return
    setPath(shape === 'box' ? [first, point] : [...path, point])
  }
  const end = (): void => {
    if (path.length > 1) finish(path)
    setPath([])
  }
  return (
    <svg
      ref={sheet}
      className={classes.brush}
      aria-hidden
      onPointerDown={start}
      onPointerMove={extendPath}
      onPointerUp={end}
      onPointerCancel={() => setPath([])}
    >
      {path.length > 1 && (shape === 'box' ? <BoxMark path={path} /> : <path d={toPathData(path)} />)}
    </svg>
  )
}

function BoxMark({ path }: { path: Point[] }) {
  const { left, right, top, bottom } = boxOf(path)
  return <rect x={left} y={top} width={right - left} height={bottom - top} />
}

const toPathData = (path: Point[]): string => `M${path.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

/** Forwards zooming by the wheel to the canvas, which is below the sheet. */
function forwardWheel(sheet: SVGSVGElement | null, chart: ChartInstance | null): (() => void) | undefined {
  if (!sheet || !chart) return undefined
  const forward = (event: WheelEvent): void => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const { deltaY, clientX, clientY } = event
    chart.canvas.dispatchEvent(
      new WheelEvent('wheel', { deltaY, clientX, clientY, ctrlKey: true, cancelable: true }),
    )
  }
  sheet.addEventListener('wheel', forward, { passive: false })
  return () => sheet.removeEventListener('wheel', forward)
}
