import type { ScatterGroup } from '../../../../figures/data.ts'
import { quantile } from '../../../../figures/frame/numbers.ts'
import { createTrackScale, groupStyles, toCss, toRgb } from '../../../../figures/style/colours.ts'
import type { Palettes } from '../../../../figures/style/palettes.ts'
import type { Covariate } from '../../../../shared/domain/results/cohort.ts'
import { formatAlone } from '../../../../shared/format/numbers.ts'

/** A property of the samples: what is known of it over the cohort, and its value for each sample drawn. */
export type Property = { covariate: Covariate; values: readonly (string | null)[] }

export type Colouring = { groups: ScatterGroup[]; groupOf(row: number): string | null }

/** More categories than these cannot be told apart on one picture. */
const mostCategories = 20
const mostSingleNumbers = 6

/** Whether a picture can tell its values apart: few categories, or numbers, which are put into four ranges. */
export const canColour = ({ kind, distinct }: Covariate): boolean =>
  distinct >= 1 && (kind === 'numbers' || distinct <= mostCategories)

type Categories = {
  names: string[]
  nameOf(row: number): string | null
  colours: ReadonlyMap<string, string> | null
}

/** Points by one property in colour and one in shape; either may be left out. */
export function toColouring(
  colour: Property | null,
  shape: Property | null,
  words: { none: string },
  palettes?: Palettes,
): Colouring {
  const [main, other] = [colour, shape]
    .filter((one) => one !== null)
    .map((one) => toCategories(one, palettes))
  if (!main) return { groups: [], groupOf: () => null }
  const styles = groupStyles(main.names)
  const colourOf = (name: string) => main.colours?.get(name) ?? styles.get(name)?.colour
  if (!other)
    return {
      groups: main.names.map((name) => ({ name, ...given('colour', main.colours?.get(name)) })),
      groupOf: main.nameOf,
    }
  const shapes = groupStyles(other.names)
  const joined = (a: string | null, b: string | null) => `${a ?? words.none} · ${b ?? words.none}`
  const [all, others] = [
    [...main.names, null],
    [...other.names, null],
  ]
  return {
    groups: all.flatMap((a) =>
      others.map((b) => ({
        name: joined(a, b),
        ...given('colour', a === null ? '#8A8F98' : colourOf(a)),
        ...given('shape', b === null ? undefined : shapes.get(b)?.shape),
      })),
    ),
    groupOf: (row) => joined(main.nameOf(row), other.nameOf(row)),
  }
}

const given = <K extends string, V>(key: K, value: V | undefined): { [N in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [N in K]?: V }

function toCategories({ covariate, values }: Property, palettes?: Palettes): Categories {
  if (covariate.kind === 'numbers' && covariate.distinct > mostSingleNumbers)
    return toRanges(values, palettes)
  return {
    names: covariate.values.map(({ value }) => value),
    nameOf: (row) => values[row] ?? null,
    colours: null,
  }
}

/** Quarters of the numbers that are there, from the lowest to the highest. */
function toRanges(values: readonly (string | null)[], palettes?: Palettes): Categories {
  const numbers = values.map((value) => (value === null || value.trim() === '' ? Number.NaN : Number(value)))
  const sorted = numbers.filter(Number.isFinite).toSorted((a, b) => a - b)
  const edges = [...new Set([0.25, 0.5, 0.75].map((share) => quantile(sorted, share)))].filter(
    Number.isFinite,
  )
  const at = (value: number) => edges.filter((edge) => value > edge).length
  const ranges = Map.groupBy(sorted, at)
  const names = new Map(
    [...ranges].map(([range, [low = 0, ...rest]]) => {
      const high = rest.at(-1) ?? low
      return [range, low === high ? formatAlone(low) : `${formatAlone(low)} – ${formatAlone(high)}`]
    }),
  )
  const scale = createTrackScale([0, Math.max(1, edges.length)], palettes)
  return {
    names: [...names.values()],
    nameOf: (row) => {
      const value = numbers[row] ?? Number.NaN
      return Number.isFinite(value) ? (names.get(at(value)) ?? null) : null
    },
    colours: new Map([...names].map(([range, name]) => [name, toCss(toRgb(scale, range))])),
  }
}
