import { formatAlone } from '../../../shared/format/numbers.ts'
import classes from './study.module.css'

export type Interval = {
  label: string
  /** Shown dimmed next to the label. */
  note?: string
  value: number
  low: number | null
  high: number | null
  /** The formatted value, then related texts; each has its own column. */
  texts: readonly string[]
  colour?: string | null
}

/**
 * Plots estimates with their intervals on an axis that includes 0, one per row. A value without an interval is a dot.
 */
export function IntervalPlot({ rows, label }: { rows: readonly Interval[]; label: string }) {
  const ends = rows.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value])
  const [min, max] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const margin = (max - min) * 0.05 || 1
  const percent = (value: number): string => `${(100 * (value - min + margin)) / (max - min + 2 * margin)}%`
  return (
    <table className={classes.intervals} aria-label={label}>
      <tbody>
        {rows.map(({ label: name, note, value, low, high, texts, colour }, row) => (
          <tr key={name}>
            <th scope="row">
              {name} {note && <small>{note}</small>}
            </th>
            <td className={classes.axis}>
              <svg aria-hidden focusable="false" data-last={row === rows.length - 1 || undefined}>
                <line className={classes.zero} x1={percent(0)} x2={percent(0)} y1="0" y2="20" />
                {low !== null && high !== null && (
                  <line className={classes.interval} x1={percent(low)} x2={percent(high)} y1="10" y2="10" />
                )}
                <circle
                  className={classes.estimate}
                  cx={percent(value)}
                  cy="10"
                  r="4"
                  {...(colour ? { style: { fill: colour } } : {})}
                />
                {row === rows.length - 1 && (
                  <text className={classes.tick} x={percent(0)} y="33">
                    {formatAlone(0)}
                  </text>
                )}
              </svg>
            </td>
            {texts.map((text, column) => (
              // The columns keep their order, so the index is a stable key.
              <td key={String(column)} className={classes.number}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
