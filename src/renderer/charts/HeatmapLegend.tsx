import { useTranslation } from 'react-i18next'
import classes from './Chart.module.css'
import { gradientCss } from './colours.ts'
import type { Heatmap } from './heatmap.ts'
import { formatValue } from './numbers.ts'

type Props = { heatmap: Heatmap; colours: Map<string, string>; measure: string }

/** The colours with their numbers, the groups, and what is missing or clipped. */
export function HeatmapLegend({ heatmap, colours, measure }: Props) {
  const { t } = useTranslation('charts')
  const { scale } = heatmap
  const clipped = scale.clippedLow + scale.clippedHigh
  return (
    <>
      <span className={classes.scale}>
        {measure}
        <span className={classes.marks}>
          <span className={classes.bar} style={{ backgroundImage: gradientCss(scale) }} />
          <span className={classes.ticks}>
            <span>
              {scale.clippedLow > 0 && '≤ '}
              {formatValue(scale.min)}
            </span>
            {scale.kind === 'diverging' && <span>0</span>}
            <span>
              {scale.clippedHigh > 0 && '≥ '}
              {formatValue(scale.max)}
            </span>
          </span>
        </span>
      </span>
      {[...colours].map(([group, colour]) => (
        <span key={group} className={classes.item}>
          <span className={classes.swatch} style={{ backgroundColor: colour }} />
          {group}
        </span>
      ))}
      {heatmap.missing > 0 && (
        <span className={classes.item}>
          <span className={`${classes.swatch} ${classes.hatch}`} />
          {t('missingCount', { count: heatmap.missing })}
        </span>
      )}
      {clipped > 0 && (
        <span className={classes.item}>
          <span className={classes.clip} />
          {t('clipped', { count: clipped })}
        </span>
      )}
    </>
  )
}
