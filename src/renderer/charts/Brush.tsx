import type { Chart as ChartInstance } from 'chart.js'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Place } from '../../figures/picture.ts'
import { boxOf } from '../../figures/regions.ts'
import classes from './Chart.module.css'

type Props = {
  shape: 'box' | 'lasso'
  chart: ChartInstance | null
  /** Corners of the box, or the line of the lasso, in pixels of the canvas. */
  finish: (path: Place[]) => void
}

const leastStepPx = 3

/** A sheet above the chart on which a region is drawn with the pointer. */
export function Brush({ shape, chart, finish }: Props) {
  const [path, setPath] = useState<Place[]>([])
  const sheet = useRef<SVGSVGElement>(null)
  useEffect(() => passWheelOn(sheet.current, chart), [chart])
  const placeOf = (event: PointerEvent<SVGSVGElement>): Place => {
    const frame = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - frame.left, y: event.clientY - frame.top }
  }
  const start = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setPath([placeOf(event)])
  }
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    const first = path[0]
    const last = path.at(-1)
    if (!first || !last) return
    const place = placeOf(event)
    if (Math.hypot(place.x - last.x, place.y - last.y) < leastStepPx) return
    setPath(shape === 'box' ? [first, place] : [...path, place])
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
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={() => setPath([])}
    >
      {path.length > 1 && (shape === 'box' ? <BoxMark path={path} /> : <path d={toLine(path)} />)}
    </svg>
  )
}

function BoxMark({ path }: { path: Place[] }) {
  const { left, right, top, bottom } = boxOf(path)
  return <rect x={left} y={top} width={right - left} height={bottom - top} />
}

const toLine = (path: Place[]): string => `M${path.map(({ x, y }) => `${x} ${y}`).join('L')}Z`

/** The sheet lies above the canvas, which zooms by the wheel. */
function passWheelOn(sheet: SVGSVGElement | null, chart: ChartInstance | null): (() => void) | undefined {
  if (!sheet || !chart) return undefined
  const pass = (event: WheelEvent): void => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const { deltaY, clientX, clientY } = event
    chart.canvas.dispatchEvent(
      new WheelEvent('wheel', { deltaY, clientX, clientY, ctrlKey: true, cancelable: true }),
    )
  }
  sheet.addEventListener('wheel', pass, { passive: false })
  return () => sheet.removeEventListener('wheel', pass)
}
