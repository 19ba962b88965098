import { type ReactNode, useId } from 'react'
import classes from './settings.module.css'

type Props = { label: string; hint: string; children: (labelledBy: string) => ReactNode }

/** A control that has no label of its own, under one that looks like that of a text field. */
export function Labelled({ label, hint, children }: Props) {
  const id = useId()
  return (
    <div>
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.hint}>{hint}</div>
      {children(id)}
    </div>
  )
}
