import { Skeleton } from '@mantine/core'
import classes from './register.module.css'

const rows = [58, 66, 51, 70, 62, 55, 48, 64, 53, 68, 60, 57, 49, 65, 52, 63]

/** The register before its first answer; its parts stand where they will. */
export const RegisterSkeleton = () => (
  <div className={classes.columns} aria-hidden>
    <div className={classes.facets} />
    <div className={classes.list}>
      <div className={classes.head} />
      {rows.map((width) => (
        <div key={width} className={classes.skeletonRow}>
          <Skeleton height={10} width={`${width}%`} />
        </div>
      ))}
    </div>
  </div>
)
