import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** What can be done on this screen: filters and views at the left, the one primary action at the right. */
export function ToolRow({ children, primary }: { children: ReactNode; primary?: ReactNode }) {
  return (
    <div className={classes.toolRow}>
      {children}
      <span className={classes.toolGap} />
      {primary}
    </div>
  )
}
