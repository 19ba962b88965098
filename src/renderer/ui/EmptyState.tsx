import type { ReactNode } from 'react'
import classes from './ui.module.css'

/** What a list or chart is for, and the next step, where there is nothing to show yet. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>{title}</h2>
      <p className={classes.emptyText}>{text}</p>
      {action}
    </div>
  )
}
