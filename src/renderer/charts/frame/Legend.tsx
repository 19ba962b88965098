import { Box, Flex } from '@mantine/core'
import type { LegendItem, SingleItem } from '../../../figures/frame/drawing.ts'
import { shapePath } from '../../../figures/style/pointShapes.ts'
import shared from '../../ui/shared.module.css'
import classes from './Chart.module.css'

export const Legend = ({ items }: { items: readonly LegendItem[] }) =>
  // Two tracks may have values with the same name, so the position is part of the key.
  items.map((item, position) => <Entry key={`${position} ${item.label}`} item={item} />)

function Entry({ item }: { item: LegendItem }) {
  if (item.kind === 'set')
    return (
      <Flex component="span" display="inline-flex" rowGap="tight" columnGap="sm" wrap="wrap" align="center">
        <span className={shared.dimmed}>{item.label}:</span>
        {item.items.map((one) => (
          <Entry key={one.label} item={one} />
        ))}
      </Flex>
    )
  if (item.kind === 'note') return <span className={shared.dimmed}>{item.label}</span>
  if (item.kind === 'scale') return <Scale item={item} />
  if (item.kind === 'sizes') return <Sizes item={item} />
  return (
    <span className={classes.item}>
      <Mark item={item} />
      {item.label}
    </span>
  )
}

function Mark({ item }: { item: Exclude<SingleItem, { kind: 'note' | 'scale' | 'sizes' }> }) {
  switch (item.kind) {
    case 'hatch':
      return <span className={`${classes.swatch} ${classes.hatch}`} />
    case 'clip':
      return <span className={classes.clip} />
    case 'swatch':
      return <span className={classes.swatch} style={{ backgroundColor: item.colour }} />
    case 'line':
      return (
        <svg width={16} height={8} aria-hidden>
          <line
            x1={0}
            x2={16}
            y1={4}
            y2={4}
            stroke={item.colour}
            strokeWidth={2}
            strokeDasharray={item.dashed ? '4 3' : 'none'}
          />
        </svg>
      )
    case 'point':
      return (
        <svg width={12} height={12} viewBox="-1.25 -1.25 2.5 2.5" aria-hidden>
          <path d={shapePath(item.shape)} fill={item.colour} stroke={item.edge} strokeWidth={0.25} />
        </svg>
      )
  }
}

function Scale({ item }: { item: Extract<SingleItem, { kind: 'scale' }> }) {
  const image = `linear-gradient(to right, ${item.stops.join(', ')})`
  return (
    <span className={classes.scale}>
      {item.label}
      <Box component="span" display="inline-grid" style={{ gap: '2px' }}>
        <span className={classes.bar} style={{ backgroundImage: image }} />
        <span className={classes.ticks}>
          {item.ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </span>
      </Box>
    </span>
  )
}

function Sizes({ item }: { item: Extract<SingleItem, { kind: 'sizes' }> }) {
  return (
    <span className={classes.item}>
      {item.label}
      {item.sizes.map(({ radiusPx, label }) => (
        <span key={label} className={classes.item}>
          <svg width={radiusPx * 2 + 2} height={radiusPx * 2 + 2} aria-hidden>
            <circle cx={radiusPx + 1} cy={radiusPx + 1} r={radiusPx} fill="none" stroke="currentColor" />
          </svg>
          {label}
        </span>
      ))}
    </span>
  )
}
