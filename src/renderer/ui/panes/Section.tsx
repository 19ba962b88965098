import { Flex, Group, Text, type TextProps, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import shared from '../shared.module.css'
import { useFieldName } from '../text/formats.tsx'
import classes from './Section.module.css'

type SectionProps = {
  title: string
  /** The heading level, one below the surrounding heading. */
  order?: 2 | 3 | 4
  /** Shown right after the title. */
  beside?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** True for a part of a page that fills a pane, with a line above it. */
  inPane?: boolean
  children?: ReactNode
}

export function Section({ title, order = 3, beside, actions, inPane = false, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id} data-in-pane={inPane || undefined}>
      <Group gap="sm" mih={actions ? 24 : undefined}>
        <Title id={id} order={order} fz="sm">
          {title}
        </Title>
        {beside}
        {actions && <span className={shared.gap} />}
        {actions}
      </Group>
      {children}
    </section>
  )
}

/** A small, dimmed explanation. */
export const Hint = (props: TextProps & { role?: 'status'; children: ReactNode }) => (
  <Text fz="xs" c="dimmed" {...props} />
)

/** `nameWidth`: the width of the names in pixels, if they are aligned with other lists. */
type FactsProps = { nameWidth?: number; children: ReactNode }

export const Facts = ({ nameWidth, children }: FactsProps) => (
  <dl
    className={classes.facts}
    style={nameWidth === undefined ? undefined : { gridTemplateColumns: `${nameWidth}px minmax(0, 1fr)` }}
  >
    {children}
  </dl>
)

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

export type NamedValue = readonly [name: string, value: ReactNode]

type FactListProps = {
  nameWidth?: number
  facts: readonly (NamedValue | false | null)[]
  children?: ReactNode
}

/** Shows a list of facts and skips those that are false or null. `children`: further facts. */
export const FactList = ({ facts, children, ...more }: FactListProps) => (
  <Facts {...more}>
    {facts
      .filter((fact) => fact !== false && fact !== null)
      .map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    {children}
  </Facts>
)

/** Fields of a sample in `Facts`. The reference is left out: it names the sample. */
export function FieldFacts({ fields = {} }: { fields: Readonly<Record<string, unknown>> | undefined }) {
  const fieldName = useFieldName()
  return Object.entries(fields)
    .filter(([name]) => name !== 'client_reference')
    .map(([name, value]) => (
      <Fact key={name} name={fieldName(name)}>
        {String(value)}
      </Fact>
    ))
}

/** A fact with a large value, shown beside the other facts of its list. */
export const BigFact = ({ name, title, children }: { name: string; title?: string; children: ReactNode }) => (
  <div className={classes.big} title={title}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const BigFacts = ({ children }: { children: ReactNode }) => (
  <Flex component="dl" rowGap="sm" columnGap="xl" wrap="wrap" m={0}>
    {children}
  </Flex>
)
