import { formatTicks } from '../../../shared/format/numbers.ts'
import classes from './study.module.css'

type Interval = {
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

type Props = {
  rows: readonly Interval[]
  label: string
  /** The quantity on the axis, such as "SD of the pathway". */
  axisTitle: string
  /** Heads of the columns of texts. Default: none. */
  heads?: readonly string[]
}

/**
 * Plots estimates with their intervals on an axis that includes 0, one per row. A value without an interval is a dot.
 */
export function IntervalPlot({ rows, label, axisTitle, heads }: Props) {
  const ends = rows.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value])
  const [min, max] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const margin = (max - min) * 0.05 || 1
  const percent = (value: number): string => `${(100 * (value - min + margin)) / (max - min + 2 * margin)}%`
  const ticks = ticksBetween(min, max)
  const labels = formatTicks(ticks)
  return (
    <table className={classes.intervals} aria-label={label}>
      {heads && (
        <thead>
          <tr>
            <td colSpan={2}>&nbsp;</td>
            {heads.map((head) => (
              <th key={head} scope="col" className={classes.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ label: name, note, value, low, high, texts, colour }) => (
          <tr key={name}>
            <th scope="row">
              {name} {note && <small>{note}</small>}
            </th>
            <td className={classes.axis}>
              <svg aria-hidden focusable="false">
                {ticks.map((tick) => (
                  <line
                    key={tick}
                    className={tick === 0 ? classes.zero : classes.grid}
                    x1={percent(tick)}
                    x2={percent(tick)}
                    y1="0"
                    y2="20"
                  />
                ))}
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
      <tfoot aria-hidden>
        <tr>
          <td>&nbsp;</td>
          <td className={classes.axis}>
            <svg focusable="false">
              {ticks.map((tick, at) => (
                <text key={tick} className={classes.tick} x={percent(tick)} y="13">
                  {labels[at]}
                </text>
              ))}
            </svg>
            <div className={classes.axisTitle}>{axisTitle}</div>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Their labels fit beside each other on the narrowest axis. */
const maxTicks = 5

/** Returns the multiples of 1, 2 or 5 times a power of ten between two numbers, at most `maxTicks` of them. */
function ticksBetween(min: number, max: number): number[] {
  if (min === max) return [min]
  const power = 10 ** Math.floor(Math.log10((max - min) / maxTicks))
  const multiplesOf = (step: number): number[] => {
    const [first, last] = [Math.ceil(min / step), Math.floor(max / step)]
    return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
  }
  const candidates = [1, 2, 5, 10, 20].map((factor) => multiplesOf(factor * power))
  return candidates.find(({ length }) => length <= maxTicks) ?? [0]
}
