import type { Point, TooltipContent } from '../../figures/drawing.ts'
import classes from './Chart.module.css'

type Props = { content: TooltipContent; at: Point; ringed: boolean; width: number }

/** Name and value of one point, in full; placed so that it never covers the point. */
export function ChartTip({ content, at, ringed, width }: Props) {
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
