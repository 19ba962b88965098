import { VisuallyHidden } from '@mantine/core'
import type { Chart as ChartInstance } from 'chart.js'
import {
  type CSSProperties,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { ArrowKey, Box, Point, Targets, TooltipContent } from '../../../figures/frame/drawing.ts'
import classes from './Chart.module.css'

type Props = {
  chart: () => ChartInstance | null
  targets: Targets
  summary: string
  onPick?: Pick | undefined
  size: CSSProperties
  children: ReactNode
}

/** Makes a picture explorable by pointer and keys: tooltips, arrow keys, Enter and Escape. */
export function Pointable({ chart, targets, summary, onPick, size, children }: Props) {
  const { t } = useTranslation('charts')
  const hint = useId()
  const { active, events } = usePointing(chart, targets, onPick)
  const content = active && targets.describe(active.index)
  return (
    // The application role is meant for a picture that is explored with arrow keys.
    <div
      className={classes.canvas}
      style={size}
      role="application"
      aria-label={summary}
      aria-describedby={hint}
      {...events}
    >
      {children}
      {active?.bands.map((band) => (
        <Band key={`${band.left} ${band.top}`} band={band} />
      ))}
      {active && content && (
        <ChartTip
          content={content}
          at={active.at}
          ringed={active.by === 'keys'}
          width={chart()?.width ?? 0}
        />
      )}
      <VisuallyHidden id={hint}>{t(onPick ? 'keysPick' : 'keys')}</VisuallyHidden>
      <VisuallyHidden role="status">{active?.by === 'keys' && content && toSentence(content)}</VisuallyHidden>
    </div>
  )
}

const toSentence = ({ title, value, lines }: TooltipContent): string =>
  [title, value, ...lines].filter((part) => part !== '').join(', ')

/** A stripe over the active target, so that the picture below is not drawn again. */
const Band = ({ band: { left, right, top, bottom } }: { band: Box }) => (
  <span className={classes.band} style={{ left, top, width: right - left, height: bottom - top }} />
)

type ChartTipProps = { content: TooltipContent; at: Point; ringed: boolean; width: number }

/** The name and value of a point, placed so that it does not cover the point. */
function ChartTip({ content, at, ringed, width }: ChartTipProps) {
  const transform = at.x < width / 2 ? 'translate(14px, 12px)' : 'translate(calc(-100% - 14px), 12px)'
  return (
    <>
      {ringed && <span className={classes.ring} style={{ left: at.x, top: at.y }} />}
      <div className={classes.tip} style={{ left: at.x, top: at.y, transform }} aria-hidden>
        {content.title} <strong>{content.value}</strong>
        {content.lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </>
  )
}

/** The active point. `at`: the position of the tooltip. Points reached by keys are also announced. */
type Active = { index: number; at: Point; bands: readonly Box[]; by: 'pointer' | 'keys'; of: Targets }

/** `extend`: Shift was pressed, so the selection grows instead of being replaced. */
export type Pick = (index: number, extend: boolean) => void

/** A pointer that moves further than this is dragging. */
const maxClickMovePx = 4
const arrows: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const isArrow = (key: string): key is ArrowKey => arrows.includes(key)

/** Returns the active point, by pointer or keys, and the event handlers for the chart's container. */
function usePointing(
  chart: () => ChartInstance | null,
  targets: Targets,
  onPick: Pick | undefined,
): { active: Active | null; events: HTMLAttributes<HTMLElement> } {
  const [latest, setActive] = useState<Active | null>(null)
  const pointerDownAt = useRef<Point>({ x: 0, y: 0 })
  // A point that was active before the data changed may no longer be the same.
  const active = latest?.of === targets ? latest : null
  const targetAt = (event: MouseEvent): Active | null => {
    const drawn = chart()
    if (!drawn) return null
    const frame = drawn.canvas.getBoundingClientRect()
    const at = { x: event.clientX - frame.left, y: event.clientY - frame.top }
    const index = targets.hit(drawn, at)
    if (index === null) return null
    const bands = targets.bands?.(drawn, index) ?? []
    return { index, at: targets.locate(drawn, index) ?? at, bands, by: 'pointer', of: targets }
  }
  const moveTo = (index: number): void => {
    const drawn = chart()
    const centre = { x: (drawn?.width ?? 0) / 2, y: (drawn?.height ?? 0) / 2 }
    const bands = (drawn && targets.bands?.(drawn, index)) ?? []
    setActive({
      index,
      at: (drawn && targets.locate(drawn, index)) ?? centre,
      bands,
      by: 'keys',
      of: targets,
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || targets.count === 0) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'Escape' && active) {
      event.stopPropagation()
      return setActive(null)
    }
    const isStep = isArrow(key) || key === 'Home' || key === 'End'
    const isPick = (key === 'Enter' || key === ' ') && active && onPick
    if (!isStep && !isPick) return
    event.preventDefault()
    if (isPick) onPick(active.index, event.shiftKey)
    else if (isArrow(key)) moveTo(active ? targets.next(active.index, key) : 0)
    else moveTo(key === 'Home' ? 0 : targets.count - 1)
  }
  const onClick = (event: MouseEvent): void => {
    const { x, y } = pointerDownAt.current
    if (Math.hypot(event.clientX - x, event.clientY - y) > maxClickMovePx) return
    const found = targetAt(event)
    if (found) onPick?.(found.index, event.shiftKey)
  }
  const events: HTMLAttributes<HTMLElement> = {
    tabIndex: 0,
    onPointerDown: ({ clientX, clientY }) => {
      pointerDownAt.current = { x: clientX, y: clientY }
    },
    onPointerMove: (event) => setActive(event.buttons === 0 ? targetAt(event) : null),
    onPointerLeave: () => active?.by === 'pointer' && setActive(null),
    onClick,
    onKeyDown,
    onBlur: () => setActive(null),
  }
  return { active, events }
}
