import { type ReactNode, useId } from 'react'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { placeOfSetting } from './found.ts'
import classes from './settings.module.css'

type Props = {
  title: string
  /** As the search names it, where it is found as a whole. */
  setting?: string
  /** Newer content is on its way; the old one stays under a thin bar. */
  loading?: boolean
  children: ReactNode
}

/** One group of settings: its name at the left, what can be seen and set at the right. */
export function Section({ title, setting, loading = false, children }: Props) {
  const id = useId()
  return (
    <section
      className={classes.section}
      aria-labelledby={id}
      {...(setting !== undefined && { id: placeOfSetting(setting), tabIndex: -1 })}
    >
      <div className={classes.loading}>
        <LoadingBar visible={loading} />
      </div>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.body}>{children}</div>
    </section>
  )
}
