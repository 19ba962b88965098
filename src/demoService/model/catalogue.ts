import { z } from 'zod'
import realDrugs from '../data/drugs.json' with { type: 'json' }
import { hash } from './noise.ts'

export type Catalogue = { drugs(): DrugEntry[]; byId(drugId: string): DrugEntry | undefined }

const idOf = (index: number): string => `DRG-${String(index + 1).padStart(7, '0')}`
const indexOf = (drugId: string): number => (/^DRG-\d{7}$/.test(drugId) ? Number(drugId.slice(4)) - 1 : -1)

/** The effect of a drug on a pathway: 1 activates, -1 inhibits. */
const signSchema = z.union([z.literal(1), z.literal(-1)])
type Signs = Record<string, z.infer<typeof signSchema>>

/**
 * A real drug. DrugBank and ChEMBL identifiers are included only if they were checked against the name; null otherwise.
 * Simplified for the demo. Do not use it to choose a treatment.
 */
const realDrugSchema = z.strictObject({
  name: z.string(),
  synonyms: z.array(z.string()),
  category: z.string(),
  mechanism: z.string(),
  pathways: z.record(z.string(), signSchema).transform(toPathways),
  evidence: z.enum(['direct', 'indirect']),
  drugbankId: z.string().nullable(),
  chemblId: z.string().nullable(),
})

/** A drug of the service's catalogue. `generated`: invented to enlarge the catalogue, not a real substance. */
export type DrugEntry = z.infer<typeof realDrugSchema> & { drugId: string; generated: boolean }

function toPathways(signs: Signs) {
  return Object.entries(signs).map(([pathway, sign]) => ({ pathway, sign }))
}

const real: DrugEntry[] = z
  .array(realDrugSchema)
  .parse(realDrugs)
  .map((drug, index) => ({ ...drug, drugId: idOf(index), generated: false }))

export const realDrugCount = real.length

/** The first `count` drugs: the real ones, then generated ones. Built on first use, since a million takes seconds. */
export function createCatalogue(seed: number, count: number): Catalogue {
  let built: DrugEntry[] | null = null
  const drugs = (): DrugEntry[] => {
    built ??= Array.from({ length: count }, (_, index) => {
      const known = real[index]
      return known ?? { ...generatedDrug(seed, index), drugId: idOf(index) }
    })
    return built
  }
  return { drugs, byId: (drugId) => drugs()[indexOf(drugId)] }
}

const realByName = new Map(
  real.flatMap((drug) => [drug.name, ...drug.synonyms].map((name) => [name.toLowerCase(), drug] as const)),
)

/** The real drug of that name or synonym, blind to case. */
export const realDrugNamed = (name: string): DrugEntry | undefined =>
  realByName.get(name.trim().toLowerCase())

/** The drug of that name or synonym among all of the catalogue, blind to case; real ones first. */
export function drugNamed(catalogue: Catalogue, name: string): DrugEntry | undefined {
  const nameLower = name.trim().toLowerCase()
  const matches = (drug: DrugEntry): boolean =>
    drug.name.toLowerCase() === nameLower ||
    drug.synonyms.some((synonym) => synonym.toLowerCase() === nameLower)
  return catalogue.drugs().find(matches)
}

type ClassRow = [stem: string, category: string, mechanism: string, pathways: Signs]

/** The classes of generated drugs: the stem that ends their names (WHO INN stems), and the pathways they move. */
const classRows: ClassRow[] = [
  ['tinib', 'Kinase inhibitor', 'inhibits EGFR', { EGFR: -1, MAPK: -1 }],
  ['citinib', 'JAK inhibitor', 'inhibits JAK1', { 'JAK-STAT': -1 }],
  ['rafenib', 'RAF inhibitor', 'inhibits BRAF and CRAF', { MAPK: -1 }],
  ['lisib', 'PI3K inhibitor', 'inhibits PIK3CA', { PI3K: -1, mTOR: -1 }],
  ['rolimus', 'mTOR inhibitor', 'binds FKBP12, inhibits mTORC1', { mTOR: -1 }],
  ['kimab', 'Interleukin antibody', 'blocks an interleukin receptor', { 'JAK-STAT': -1, NF_KB: -1 }],
  ['limab', 'TNF inhibitor (biologic)', 'neutralizes TNF', { TNFa: -1, NF_KB: -1 }],
  ['cimab', 'VEGF antibody (biologic)', 'neutralizes VEGFA', { VEGF: -1 }],
  ['gliflozin', 'SGLT2 inhibitor', 'inhibits SLC5A2', { AMPK: 1 }],
  ['glutide', 'GLP-1 receptor agonist', 'activates GLP1R', { Insulin: 1 }],
  ['glitazone', 'PPAR agonist', 'activates PPARG', { PPAR: 1 }],
  ['vastatin', 'Statin', 'inhibits HMGCR', { Mevalonate: -1 }],
  ['sartan', 'Angiotensin receptor blocker', 'antagonizes AGTR1', { RAAS: -1, TGFb: -1 }],
  ['coxib', 'NSAID (COX-2)', 'inhibits PTGS2', { Prostaglandin: -1, NF_KB: -1 }],
  ['degib', 'Hedgehog inhibitor', 'antagonizes SMO', { Hedgehog: -1 }],
  ['dustat', 'HIF prolyl hydroxylase inhibitor', 'stabilizes HIF', { Hypoxia: 1 }],
  ['inostat', 'HDAC inhibitor', 'inhibits class I HDAC', { HDAC: -1 }],
  ['lutamide', 'Antiandrogen', 'antagonizes AR', { Androgen: -1 }],
  ['clax', 'BCL-2 family inhibitor', 'inhibits BCL-2', { Apoptosis: 1, Senescence: -1 }],
  ['axone', 'NRF2 activator', 'alkylates KEAP1', { NRF2: 1, 'Oxidative stress': -1 }],
]

/** Each class has one list of pathways for all of its drugs: a million lists would not fit. */
const classes = classRows.map(([stem, category, mechanism, signs]) => ({
  stem,
  category,
  mechanism,
  pathways: toPathways(signs),
}))

const syllables = (
  'ba be bi bo bu da de di do du fa fe fi fo ga go ka ke ki la le li lo lu ma me mi mo mu na ne ni no nu ' +
  'pa pe pi po ra re ri ro ru sa se si so ta te ti to tu va ve vi vo xa xe za ze zi zo'
).split(' ')

/** First syllables that no real substance has: INN rules avoid the letters h, j, k, w and y. */
const openings = 'wy jo hy yo wa ja ju ho wo ya yu je we ha hi'.split(' ')

/**
 * Returns drug number `index` of a seed: an invented substance with a systematic name. The syllables count the drugs of
 * its class, so names are unique; the seed only rotates the sequence.
 */
function generatedDrug(seed: number, index: number): Omit<DrugEntry, 'drugId'> {
  const classIndex = index % classes.length
  const { stem, ...drugClass } = classes[classIndex] as (typeof classes)[number]
  const rotation = hash(`${seed}|${stem}`)
  const number = Math.floor(index / classes.length)
  const opening = openings[hash(`${rotation}|${number}`) % openings.length] ?? ''
  const name = capital(opening + toSyllables(number, rotation) + stem)
  const code = `${drugClass.category.slice(0, 2).toUpperCase()}-${100_000 + index}`
  return {
    ...drugClass,
    name,
    synonyms: [code],
    evidence: (hash(name) & 1) === 0 ? 'direct' : 'indirect',
    drugbankId: null,
    chemblId: null,
    generated: true,
  }
}

/** The number in base 63 as syllables, at least one: different numbers, different words. */
function toSyllables(number: number, rotation: number): string {
  let rest = number
  let word = ''
  for (let classIndex = 0; classIndex < 1 || rest > 0; classIndex++) {
    word += syllables[(rest + (rotation >>> (classIndex * 5))) % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return word
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
