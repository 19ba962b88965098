import { Skeleton } from '@mantine/core'
import classes from './drugs.module.css'

const rows = [62, 48, 70, 55, 44, 66, 51, 58]

/** The list before its first answer. */
export const HitSkeleton = () => (
  <div className={classes.skeleton} aria-hidden>
    {rows.map((width) => (
      <div key={width} className={classes.skeletonRow}>
        <Skeleton height={12} width={`${width}%`} />
        <Skeleton height={10} width={`${width - 20}%`} />
      </div>
    ))}
  </div>
)
