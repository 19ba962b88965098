import { Link } from '@tanstack/react-router'
import classes from './SectionViews.module.css'

type Props = {
  label: string
  views: readonly { path: string; label: string; current: boolean }[]
}

/** The views of one section; they stand first in the tool row of each. */
export function SectionViews({ label, views }: Props) {
  return (
    <nav className={classes.views} aria-label={label}>
      {views.map(({ path, label: name, current }) => (
        <Link
          key={path}
          to={path}
          className={classes.view}
          // The router would also mark the section's own address within each of the others.
          activeOptions={{ exact: true }}
          activeProps={{}}
          {...(current ? { 'aria-current': 'page' as const } : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
