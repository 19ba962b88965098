import type { MadeSample } from '../../../results/cohort/testing/addCohort.ts'
import { powerOf } from './independent.ts'

/* Cohorts with known, planted differences. */

export const pathways = Array.from({ length: 26 }, (_, at) => `Pathway ${String.fromCharCode(65 + at)}`)

/** Names of a control and up to three other groups, as laboratories write them. */
const groupNames: readonly (readonly string[])[] = [
  ['Control', 'Treated', 'High dose', 'Low dose'],
  ['ctrl', 'rapa', 'NMN', 'both'],
  ['对照', '处理', '高剂量', '低剂量'],
  ['vehicle', 'Rapamycin 10 nM', 'Metformin 5 mM', 'combo'],
  ['WT', 'KO', 'Het', 'Rescue'],
  ['Placebo', 'arm {1}', 'arm “B”', 'arm, C'],
  ['DMSO', '<i>drug</i>', '$&', 'mTOR ↓'],
]
const confounders = ['none', 'none', 'none', 'batch', 'sex', 'age', 'month'] as const
type Confounder = (typeof confounders)[number]

export type MadeStudy = {
  seed: number
  groupField: string
  /** The group names, with the control last. */
  groups: string[]
  paired: boolean
  /** True if the groups differ by chance alone. */
  isNull: boolean
  /** The shifts added per group (except the control) and pathway, in the unit of the values. */
  planted: {
    group: string
    measure: 'activity' | 'aging_offset'
    pathway: string
    shift: number
    power: number
  }[]
  /** The years added to the predicted age, by group. */
  years: { group: string; shift: number; power: number }[]
  confounder: Confounder
  confounderField: string | null
  withoutResults: number
  missingShare: number
  samples: MadeSample[]
}

type Random = () => number

/** Returns a normal value (Box and Muller). */
const normalOf = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** The SDs contributed by donors and single samples: together 1 for values, and about 4 years for the clock. */
const sd = { donor: 0.6, sample: 0.8, donorYears: 3, sampleYears: 2.5 }

export function makeStudy(seed: number, random: Random): MadeStudy {
  const below = (most: number): number => Math.floor(random() * most)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const names = groupNames[seed % groupNames.length] ?? []
  const groupCount = pick([2, 2, 2, 3, 4])
  const groups = [...names.slice(1, groupCount), names[0] ?? '']
  const paired = random() < 0.4
  const perGroup = 3 + below(pick([4, 20, 58]))
  const sizes = groups.map(() => (paired ? perGroup : Math.max(3, perGroup - below(4))))
  const isNull = random() < 0.5
  const confounder = Math.min(...sizes) < 6 || (paired && groupCount === 2) ? 'none' : pick(confounders)
  const missingShare = random() < 0.4 ? random() * 0.1 : 0
  const shape = { paired, sizes, groups }
  const planted = isNull ? [] : plantPathways(shape, random)
  const years = groups
    .slice(0, -1)
    .map((group, at) => {
      const shift = isNull || random() < 0.4 ? 0 : yearsShift(shape, at) * (random() < 0.5 ? -1 : 1)
      return { group, shift, power: shift === 0 ? 0 : powerOfYears(shape, at, shift) }
    })
    .filter(({ shift }) => shift !== 0)
  const made = {
    seed,
    groupField: pick(['group', 'treatment', 'Condition']),
    groups,
    paired,
    isNull,
    planted,
    years,
  }
  const withoutResults = random() < 0.3 ? 1 + below(3) : 0
  const all = { ...made, confounder, missingShare, withoutResults }
  const samples = makeSamples(all, sizes, random)
  return {
    ...all,
    planted: planted.map((one) => ({ ...one, power: powerOfPlanted(all, samples, one) })),
    confounderField: confounder === 'none' ? null : confounderFields[confounder],
    samples,
  }
}

const confounderFields = { batch: 'plate', sex: 'sex', age: 'age', month: 'collected_at' } as const

type Shape = { paired: boolean; sizes: readonly number[]; groups: readonly string[] }

/** Returns the SD of the tested difference and its degrees of freedom. */
function testShape(
  { paired, sizes }: Pick<Shape, 'paired' | 'sizes'>,
  at: number,
  donor: number,
  sample: number,
) {
  const [a, b] = [sizes[at] ?? 0, sizes.at(-1) ?? 0]
  if (paired) return { unit: Math.SQRT2 * sample * Math.sqrt(1 / Math.min(a, b)), df: Math.min(a, b) - 1 }
  const unit = Math.hypot(donor, sample) * Math.sqrt(1 / a + 1 / b)
  // The fewest degrees of freedom that Welch's test can have.
  return { unit, df: Math.min(a, b) - 1 }
}

/** The p that a single difference among all pathways needs (Bonferroni), so it is certain to be named. */
const pathwayAlpha = 0.05 / pathways.length

function plantPathways(shape: Shape, random: Random): MadeStudy['planted'] {
  return shape.groups.slice(0, -1).flatMap((group, at) =>
    (['activity', 'aging_offset'] as const).flatMap((measure) => {
      const count = Math.floor(random() * 6)
      const first = Math.floor(random() * pathways.length)
      return Array.from({ length: count }, (_, place) => {
        const { unit, df } = testShape(shape, at, sd.donor, sd.sample)
        // Large shifts are almost always found; small ones mostly are not.
        const times = random() < 0.7 ? surelyFound(df, pathwayAlpha) : 0.5
        const shift = unit * times * (random() < 0.5 ? -1 : 1)
        const pathway = pathways[(first + 5 * place) % pathways.length] ?? ''
        return { group, measure, pathway, shift, power: 0 }
      })
    }),
  )
}

/** Computes the power from the values that are present. */
function powerOfPlanted(
  { groups, groupField, paired }: Pick<MadeStudy, 'groups' | 'groupField' | 'paired'>,
  samples: readonly MadeSample[],
  { group, measure, pathway, shift }: MadeStudy['planted'][number],
): number {
  const has = ({ scores }: MadeSample) => {
    const score = scores?.[pathway]
    return Array.isArray(score) && score[measure === 'activity' ? 0 : 1] !== null
  }
  const of = (name: string) => samples.filter((sample) => sample.fields?.[groupField] === name && has(sample))
  const [a, b] = [of(group), of(groups.at(-1) ?? '')]
  const donors = new Set(b.map(({ fields }) => fields?.['donor_id']))
  const pairs = a.filter(({ fields }) => donors.has(fields?.['donor_id'])).length
  const sizes = paired ? [pairs, pairs] : [a.length, b.length]
  const { unit, df } = testShape({ paired, sizes }, 0, sd.donor, sd.sample)
  return df < 1 ? 0 : powerOf(shift / unit, df, pathwayAlpha)
}

const known = new Map<string, number>()
/** Returns the shift of t that is found in all but one of 100,000 cases. */
function surelyFound(df: number, alpha: number): number {
  const key = `${df} ${alpha}`
  let shift = known.get(key) ?? 4
  while (powerOf(shift, df, alpha) < 0.99999) shift *= 1.1
  known.set(key, shift)
  return shift
}

const yearsTest = (shape: Shape, at: number) => testShape(shape, at, sd.donorYears, sd.sampleYears)
const yearsAlpha = (shape: Shape): number => 0.05 / (shape.groups.length - 1)
const yearsShift = (shape: Shape, at: number): number => {
  const { unit, df } = yearsTest(shape, at)
  return unit * surelyFound(df, yearsAlpha(shape))
}
function powerOfYears(shape: Shape, at: number, shift: number): number {
  const { unit, df } = yearsTest(shape, at)
  return powerOf(shift / unit, df, yearsAlpha(shape))
}

type Plan = Omit<MadeStudy, 'samples' | 'confounderField'>

function makeSamples(plan: Plan, sizes: readonly number[], random: Random): MadeSample[] {
  const { seed, groups, paired, planted, years, confounder } = plan
  const normal = () => normalOf(random)
  const bases = pathways.map(() => [3 * normal(), 3 * normal()] as const)
  const donors = Array.from({ length: Math.max(...sizes) }, () => donorOf(random))
  const samples = groups.flatMap((group, at) =>
    Array.from({ length: sizes[at] ?? 0 }, (_, place): MadeSample => {
      const donor = paired ? (donors[place] ?? donorOf(random)) : donorOf(random)
      const last = at === groups.length - 1
      const age = donor.age + (confounder === 'age' && !last ? 40 : 0)
      const scores = pathways.map((pathway, column) => {
        const [activity, offset] = (['activity', 'aging_offset'] as const).map((measure, which) => {
          const shift = planted.find(
            (one) => one.group === group && one.measure === measure && one.pathway === pathway,
          )
          const own = (donor.values[2 * column + which] ?? 0) + sd.sample * normal() + (shift?.shift ?? 0)
          return random() < plan.missingShare ? null : (bases[column]?.[which] ?? 0) + own
        })
        return [pathway, [activity ?? null, offset ?? null] as [number | null, number | null]] as const
      })
      const faster = years.find((one) => one.group === group)?.shift ?? 0
      const predicted = age + donor.pace + sd.sampleYears * normal() + faster - 0.08 * (age - 50)
      return {
        sampleId: `s${seed}-${at}-${place}`,
        fields: {
          [plan.groupField]: group,
          ...(paired ? { donor_id: `D${place}` } : {}),
          age,
          sex: confounder === 'sex' && random() < 0.95 ? (last ? 'F' : 'M') : donor.sex,
          plate: confounder === 'batch' ? `P${at}` : `P${Math.floor(random() * 2)}`,
          collected_at: `2026-0${confounder === 'month' ? 1 + at : 1 + Math.floor(random() * 4)}-1${Math.floor(random() * 9)}`,
        },
        scores: Object.fromEntries(scores),
        clock: { pathway_age: predicted, chronological_age: age },
      }
    }),
  )
  const without = Array.from({ length: plan.withoutResults }, (_, at) => ({
    sampleId: `s${seed}-without-${at}`,
    fields: { [plan.groupField]: groups[0] ?? '' },
  }))
  return [...samples, ...without]
}

function donorOf(random: Random) {
  return {
    age: 25 + Math.round(random() * 50),
    sex: random() < 0.5 ? 'F' : 'M',
    pace: sd.donorYears * normalOf(random),
    values: pathways.flatMap(() => [sd.donor * normalOf(random), sd.donor * normalOf(random)]),
  }
}
