import { type DrugEntry, realDrugNamed } from './catalogue.ts'
import { normal, round } from './noise.ts'
import { type PathwayModel, pathways } from './pathways.ts'

/** The fields of an order that the model uses; all but the reference may be missing. */
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

/** Standard deviations: of activity between tissues, donors and samples, and of offsets (in years) accordingly. */
const spread = { tissue: 0.4, donor: 0.2, sample: 0.25, personYears: 4, pathwayYears: 2.5, ageYears: 1.5 }
const biologicalSpread = Math.hypot(spread.donor, spread.sample)

/** The years by which an offset moves if a treatment shifts an aging pathway by one unit of activity. */
const yearsPerShift = 7
const youngAge = 30
const middleAge = 50
/** Clocks regress to the mean: young donors look older, and old ones younger. */
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

/** Returns the age used by the model, clamped to 18–100. */
const ageOf = (order: Covariates): number | null => {
  const age = statedAge(order)
  return age === null ? null : Math.min(100, Math.max(18, age))
}

/** Returns 1 for female, -1 for male and 0 if unknown. */
function sexOf({ sex }: Covariates): number {
  const word = plain(sex)
  if (word === 'f' || word === 'female' || word === 'w') return 1
  return word === 'm' || word === 'male' ? -1 : 0
}

/** The effect of a drug on its pathways, in units of activity; indirect effects are weaker. */
const strength = { direct: 1, indirect: 0.7 }

/** The effects that a moved pathway passes on: [cause, effect, share of the movement]. One step, never a chain. */
const couplings: [cause: string, effect: string, share: number][] = [
  ['mTOR', 'Autophagy', -0.6],
  ['mTOR', 'Senescence', 0.6],
  ['mTOR', 'NF_KB', 0.5],
  ['AMPK', 'mTOR', -0.5],
  ['AMPK', 'Autophagy', 0.5],
  ['NF_KB', 'TNFa', 0.6],
  ['TNFa', 'NF_KB', 0.6],
  ['EGFR', 'MAPK', 0.6],
  ['NRF2', 'Oxidative stress', -0.6],
  ['NAD', 'Sirtuin', 0.6],
]

/** Words for a treatment that is none. */
const untreated = /^(|none|no|vehicle|control|placebo|dmso|saline|untreated|mock|sham|n\/?a|water|pbs)$/i
const treatedGroup = /^treat(ed|ment)$/i
/** The treatment of a group called "treated" whose order does not name one. */
const assumedTreatment = 'sirolimus'

/**
 * The truth that a comparison of groups must find: pathway -> shift of activity that the treatment of an order
 * causes; empty without one. It follows from the drug's own signed pathways. Several drugs add up
 * (`dasatinib + quercetin`), a dose is ignored (`Rapamycin 10 nM`), an unknown treatment does nothing.
 */
export function treatmentSignature(order: { treatment?: unknown; group?: unknown }): Map<string, number> {
  const shifts = new Map<string, number>()
  for (const drug of drugsOf(order)) {
    for (const [pathway, shift] of drugSignature(drug))
      shifts.set(pathway, (shifts.get(pathway) ?? 0) + shift)
  }
  return shifts
}

function drugsOf({ treatment, group }: { treatment?: unknown; group?: unknown }): DrugEntry[] {
  const treatmentText = typeof treatment === 'string' ? treatment.trim() : ''
  const text =
    treatmentText === '' && typeof group === 'string' && treatedGroup.test(group.trim())
      ? assumedTreatment
      : treatmentText
  if (untreated.test(text)) return []
  const exact = realDrugNamed(text)
  const found = exact ? [exact] : text.split(/[+;/&|]|,\s|\sand\s/i).map(drugIn)
  return found.filter((drug) => drug !== undefined)
}

/** The drug that a text starts with, word by word: `Rapamycin (10 mg/kg)` is rapamycin. */
function drugIn(text: string): DrugEntry | undefined {
  const words = text.trim().split(/[\s(]+/)
  for (let count = words.length; count > 0; count--) {
    const drug = realDrugNamed(words.slice(0, count).join(' '))
    if (drug) return drug
  }
  return undefined
}

function drugSignature(drug: DrugEntry): Map<string, number> {
  const own = new Map(drug.pathways.map(({ pathway, sign }) => [pathway, sign * strength[drug.evidence]]))
  const all = new Map(own)
  for (const [cause, effect, share] of couplings) {
    const moved = own.get(cause)
    if (moved !== undefined && !own.has(effect)) all.set(effect, (all.get(effect) ?? 0) + moved * share)
  }
  return all
}
