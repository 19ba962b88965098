import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './samples.module.css'

type Props = {
  title?: string
  /** Level of the heading: that below the one it stands under. */
  order?: 3 | 4
  children: ReactNode
}

/** Facts under one heading, name by name; without `title` where the heading stands elsewhere. */
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
