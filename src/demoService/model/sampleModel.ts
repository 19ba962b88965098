import { normal, round } from './noise.ts'
import { type PathwayModel, pathways } from './pathways.ts'
import { treatmentSignature } from './signature.ts'

/** What the model reads of an order; all but the reference may be missing. */
export type Covariates = {
  client_reference: string
  age?: unknown
  sex?: unknown
  tissue?: unknown
  treatment?: unknown
  group?: unknown
  donor_id?: unknown
}

/** `z`: activity against a young, untreated sample of the same tissue and sex, in standard deviations. */
export type Score = { pathway: string; activity: number; agingOffset: number; z: number }
export type SampleProfile = { scores: Score[]; chronologicalAge: number | null; pathwayAge: number | null }

/** Standard deviations: of activity between tissues, donors and samples; of offsets (years) likewise. */
const spread = { tissue: 0.4, donor: 0.2, sample: 0.25, personYears: 4, pathwayYears: 2.5, ageYears: 1.5 }
const biologicalSpread = Math.hypot(spread.donor, spread.sample)

/** Years by which an offset moves when a treatment shifts an aging pathway by one unit of activity. */
const yearsPerShift = 7
const youngAge = 30
const middleAge = 50
/** Clocks draw towards the middle: the young look older, the old younger. */
const regressionToMiddle = 0.08

/**
 * The results of one sample: the same order at the same seed gives the same numbers, whatever else was ordered.
 * activity = tissue + sex + age + treatment + donor + noise; offset = the person's own pace of aging
 * + what the treatment does + noise, in years, so that pathway ages follow the age.
 */
export function profileSample(seed: number, order: Covariates): SampleProfile {
  const age = ageOf(order)
  const shifts = treatmentSignature(order)
  const key = sampleKey(seed, order)
  const pace = personAgingRate(seed, order, age)
  const scores = pathways.map((pathway) => {
    const young = youngActivity(seed, pathway, order)
    const aged = young + pathway.ageSlope * ((age ?? middleAge) - youngAge)
    const shift = shifts.get(pathway.name) ?? 0
    const activity = aged + shift + noise(seed, key, pathway.name, order)
    const treated = shift * Math.sign(pathway.ageSlope) * yearsPerShift
    const offset = pace + treated + spread.pathwayYears * normal(`${key}|offset|${pathway.name}`)
    return {
      pathway: pathway.name,
      activity: round(activity, 4),
      agingOffset: round(offset, 2),
      z: round((activity - young) / biologicalSpread, 3),
    }
  })
  return { scores, chronologicalAge: statedAge(order), pathwayAge: pathwayAge(key, age, scores) }
}

function pathwayAge(key: string, age: number | null, scores: Score[]): number | null {
  if (age === null) return null
  const mean = scores.reduce((sum, { agingOffset }) => sum + agingOffset, 0) / scores.length
  return round(Math.max(0, age + mean + spread.ageYears * normal(`${key}|clock`)), 1)
}

const youngActivity = (seed: number, { name, sexShift }: PathwayModel, order: Covariates): number =>
  spread.tissue * normal(`${seed}|tissue|${plain(order.tissue)}|${name}`) + (sexShift * sexOf(order)) / 2

function noise(seed: number, key: string, pathway: string, order: Covariates): number {
  const own = spread.sample * normal(`${key}|activity|${pathway}`)
  return own + spread.donor * normal(`${personKey(seed, order)}|${pathway}`)
}

function personAgingRate(seed: number, order: Covariates, age: number | null): number {
  const drawn = spread.personYears * normal(`${personKey(seed, order)}|pace`)
  return drawn - regressionToMiddle * ((age ?? middleAge) - middleAge)
}

/** Samples of one donor share the donor's part of the noise: a paired comparison sees through it. */
const personKey = (seed: number, order: Covariates): string =>
  plain(order.donor_id) === '' ? sampleKey(seed, order) : `${seed}|donor|${plain(order.donor_id)}`

const sampleKey = (seed: number, order: Covariates): string =>
  [seed, order.client_reference, order.age, order.sex, order.tissue, order.treatment, order.group]
    .map((part) => plain(part))
    .join('|')

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''

const statedAge = ({ age }: Covariates): number | null => (typeof age === 'number' ? age : null)

/** The age the model reckons with: nobody is modelled below 18 or above 100. */
const ageOf = (order: Covariates): number | null => {
  const age = statedAge(order)
  return age === null ? null : Math.min(100, Math.max(18, age))
}

/** 1 female, -1 male, 0 not said. */
function sexOf({ sex }: Covariates): number {
  const word = plain(sex)
  if (word === 'f' || word === 'female' || word === 'w') return 1
  return word === 'm' || word === 'male' ? -1 : 0
}
