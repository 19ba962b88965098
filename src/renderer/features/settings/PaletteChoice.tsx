import { SegmentedControl } from '@mantine/core'
import { type ColourScale, toCss } from '../../../figures/colours.ts'
import { defaultPalettes, type Palettes, tableFor } from '../../../figures/palettes.ts'
import classes from './settings.module.css'

type Props<N extends string> = {
  kind: ColourScale['kind']
  names: readonly N[]
  value: N
  choose(name: N): void
  'aria-labelledby': string
  'aria-describedby'?: string
}

const steps = 9

/** Colour maps to choose from, each shown as it is, low to high. */
export function PaletteChoice<N extends string>({ kind, names, value, choose, ...ids }: Props<N>) {
  return (
    <SegmentedControl
      {...ids}
      value={value}
      onChange={choose}
      data={names.map((name) => ({
        value: name,
        label: (
          <span className={classes.palette}>
            <span aria-hidden className={classes.ramp} style={{ background: rampOf(kind, name) }} />
            {name}
          </span>
        ),
      }))}
    />
  )
}

function rampOf(kind: ColourScale['kind'], name: string): string {
  const table = tableFor(kind, { ...defaultPalettes, [kind]: name } as Palettes)
  const stops = Array.from({ length: steps }, (_, step) =>
    toCss(table[Math.round((step / (steps - 1)) * 255)] ?? [0, 0, 0]),
  )
  return `linear-gradient(to right, ${stops.join(', ')})`
}
