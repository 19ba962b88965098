import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

/** One group of settings: its name at the left, what can be seen and set at the right. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
