import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './samples.module.css'

type Props = {
  title?: string
  /** The heading level, one below the surrounding heading. */
  order?: 3 | 4
  children: ReactNode
}

/** A list of names and values under a heading; without `title` if the heading is elsewhere. */
export function Facts({ title, order = 4, children }: Props) {
  if (title === undefined) return <dl className={classes.facts}>{children}</dl>
  return (
    <section className={classes.section}>
      <Title order={order} fz="sm">
        {title}
      </Title>
      <dl className={classes.facts}>{children}</dl>
    </section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
