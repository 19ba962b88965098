import type { Covariate } from '../../shared/domain/results/cohort.ts'
import { inGroupOrder, inNameOrder, type StudyDesign } from '../../shared/domain/studies/study.ts'
import type { GroupStyle, GroupStyles, PointShape } from '../data.ts'
import { black, mix, parseRgb, toHex, white } from './colours.ts'

export type { GroupStyle, GroupStyles } from '../data.ts'

/** The grouping field of the study, and the user's choices for its groups. */
export type Grouping = Pick<StudyDesign, 'groupBy' | 'groups'>

/**
 * Colors of Okabe and Ito (2008) without the lightest, for the grouping of a study. Colorblind readers can distinguish
 * them.
 */
export const okabeIto = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'] as const

/** Colors of the other fields: two hues each that no other palette and no end of a diverging map uses. */
const fieldPalettes = [
  ['#6A3D9A', '#9FB83A', '#B79FD6', '#4F6B12', '#3F1A70', '#D6E29A'],
  ['#8C510A', '#7A828E', '#DFC27D', '#3A414B', '#543005', '#C3CAD3'],
  ['#7B2D4E', '#4E8F8B', '#C98BA3', '#1F4F4C', '#4A1229', '#A9D0CD'],
] as const

const shapes: readonly PointShape[] = [
  'circle',
  'triangle',
  'rect',
  'rectRot',
  'triangleDown',
  'cross',
  'crossRot',
]
/** The style of samples without a group: a gray that is visible on light and dark backgrounds. */
export const noGroupStyle: GroupStyle = { colour: '#8A8F98', shape: 'circle' }

/**
 * Returns the values of a field in order, each with its color and shape. The grouping field of the study has the user's
 * order and colors. Any other field is sorted by name and has a palette of its own. `covariates`: those of the whole
 * study.
 */
export function stylesOfField(
  field: string,
  grouping: Grouping,
  covariates: readonly Covariate[],
): GroupStyles {
  const values = covariates.find(({ name }) => name === field)?.values.map(({ value }) => value) ?? []
  return field === grouping.groupBy
    ? stylesOfGroups(grouping.groups, values)
    : stylesByName(values, fieldPalettes[placeOf(field, grouping, covariates) % fieldPalettes.length])
}

/** Returns the index of a field, from 0, among the fields of its kind without the grouping. */
export function placeOf(field: string, { groupBy }: Grouping, covariates: readonly Covariate[]): number {
  const kind = covariates.find(({ name }) => name === field)?.kind
  const ofKind = covariates.filter((one) => one.kind === kind && one.name !== groupBy)
  return Math.max(
    0,
    ofKind.findIndex(({ name }) => name === field),
  )
}

/** Assigns styles by name. The first 42 are all different, and no two neighbors differ by color alone. */
export const stylesByName = (
  names: readonly string[],
  palette: readonly string[] = okabeIto,
): Map<string, GroupStyle> =>
  new Map(inNameOrder([...new Set(names)]).map((name, index) => [name, styleAt(index, palette)]))

/**
 * Returns the styles of the groups. A default color depends on the name, not on the order, and is never one that the
 * user gave to another group.
 */
function stylesOfGroups(groups: StudyDesign['groups'], values: readonly string[]): GroupStyles {
  const chosen = new Map(groups.flatMap(({ value, colour }) => (colour ? [[value, colour]] : [])))
  const usual = stylesByName([...values, ...groups.map(({ value }) => value)])
  const taken = new Set([...chosen.values()].map(toKey))
  const colours = new Map(chosen)
  for (const [name, { colour }] of usual)
    if (!colours.has(name) && !taken.has(toKey(colour))) colours.set(name, colour)
  for (const colour of colours.values()) taken.add(toKey(colour))
  for (const [name, { colour }] of usual) {
    if (colours.has(name)) continue
    const own = spare.find((one) => !taken.has(toKey(one))) ?? colour
    taken.add(toKey(own))
    colours.set(name, own)
  }
  return new Map(
    inGroupOrder(groups, values).map((name) => {
      const style = usual.get(name) ?? noGroupStyle
      return [name, { ...style, colour: colours.get(name) ?? style.colour }]
    }),
  )
}

/** Colors for groups whose default color was given to another group. */
const spare = Array.from({ length: 2 * okabeIto.length }, (_, index) => styleAt(index, okabeIto).colour)

const toKey = (colour: string): string => colour.toLowerCase()

function styleAt(index: number, colours: readonly string[]): GroupStyle {
  const round = Math.floor(index / colours.length)
  const base = colours[index % colours.length] ?? noGroupStyle.colour
  return {
    // Later rounds are darker, then paler, because a track of a heatmap has no shapes to distinguish them.
    colour: round === 0 ? base : toHex(mix(parseRgb(base), round % 2 === 1 ? black : white, 0.45)),
    shape: shapes[index % shapes.length] ?? 'circle',
  }
}
