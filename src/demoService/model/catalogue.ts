import { realDrugs } from '../data/drugs.ts'
import { hash } from './noise.ts'

export type Catalogue = { drugs(): DrugEntry[]; byId(drugId: string): DrugEntry | undefined }

const idOf = (index: number): string => `DRG-${String(index + 1).padStart(7, '0')}`
const indexOf = (drugId: string): number => (/^DRG-\d{7}$/.test(drugId) ? Number(drugId.slice(4)) - 1 : -1)

const real: DrugEntry[] = realDrugs.map((drug, index) => ({
  ...drug,
  drugId: idOf(index),
  pathways: drug.pathways.map(([pathway, sign]) => ({ pathway, sign: sign === '+' ? 1 : -1 })),
  generated: false,
}))

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

type Sign = 1 | -1

/** A drug of the service's catalogue. `generated`: invented to enlarge the catalogue, not a real substance. */
export type DrugEntry = {
  drugId: string
  name: string
  synonyms: string[]
  category: string
  mechanism: string
  evidence: 'direct' | 'indirect'
  pathways: { pathway: string; sign: Sign }[]
  drugbankId: string | null
  chemblId: string | null
  generated: boolean
}

/** A class of generated drugs: the stem that ends its names (WHO INN stems), its category, the pathways it moves. */
type DrugClass = { stem: string; category: string; mechanism: string; pathways: [string, Sign][] }

const classes: DrugClass[] = [
  {
    stem: 'tinib',
    category: 'Kinase inhibitor',
    mechanism: 'inhibits EGFR',
    pathways: [
      ['EGFR', -1],
      ['MAPK', -1],
    ],
  },
  { stem: 'citinib', category: 'JAK inhibitor', mechanism: 'inhibits JAK1', pathways: [['JAK-STAT', -1]] },
  {
    stem: 'rafenib',
    category: 'RAF inhibitor',
    mechanism: 'inhibits BRAF and CRAF',
    pathways: [['MAPK', -1]],
  },
  {
    stem: 'lisib',
    category: 'PI3K inhibitor',
    mechanism: 'inhibits PIK3CA',
    pathways: [
      ['PI3K', -1],
      ['mTOR', -1],
    ],
  },
  {
    stem: 'rolimus',
    category: 'mTOR inhibitor',
    mechanism: 'binds FKBP12, inhibits mTORC1',
    pathways: [['mTOR', -1]],
  },
  {
    stem: 'kimab',
    category: 'Interleukin antibody',
    mechanism: 'blocks an interleukin receptor',
    pathways: [
      ['JAK-STAT', -1],
      ['NF_KB', -1],
    ],
  },
  {
    stem: 'limab',
    category: 'TNF inhibitor (biologic)',
    mechanism: 'neutralizes TNF',
    pathways: [
      ['TNFa', -1],
      ['NF_KB', -1],
    ],
  },
  {
    stem: 'cimab',
    category: 'VEGF antibody (biologic)',
    mechanism: 'neutralizes VEGFA',
    pathways: [['VEGF', -1]],
  },
  { stem: 'gliflozin', category: 'SGLT2 inhibitor', mechanism: 'inhibits SLC5A2', pathways: [['AMPK', 1]] },
  {
    stem: 'glutide',
    category: 'GLP-1 receptor agonist',
    mechanism: 'activates GLP1R',
    pathways: [['Insulin', 1]],
  },
  { stem: 'glitazone', category: 'PPAR agonist', mechanism: 'activates PPARG', pathways: [['PPAR', 1]] },
  { stem: 'vastatin', category: 'Statin', mechanism: 'inhibits HMGCR', pathways: [['Mevalonate', -1]] },
  {
    stem: 'sartan',
    category: 'Angiotensin receptor blocker',
    mechanism: 'antagonizes AGTR1',
    pathways: [
      ['RAAS', -1],
      ['TGFb', -1],
    ],
  },
  {
    stem: 'coxib',
    category: 'NSAID (COX-2)',
    mechanism: 'inhibits PTGS2',
    pathways: [
      ['Prostaglandin', -1],
      ['NF_KB', -1],
    ],
  },
  {
    stem: 'degib',
    category: 'Hedgehog inhibitor',
    mechanism: 'antagonizes SMO',
    pathways: [['Hedgehog', -1]],
  },
  {
    stem: 'dustat',
    category: 'HIF prolyl hydroxylase inhibitor',
    mechanism: 'stabilizes HIF',
    pathways: [['Hypoxia', 1]],
  },
  {
    stem: 'inostat',
    category: 'HDAC inhibitor',
    mechanism: 'inhibits class I HDAC',
    pathways: [['HDAC', -1]],
  },
  { stem: 'lutamide', category: 'Antiandrogen', mechanism: 'antagonizes AR', pathways: [['Androgen', -1]] },
  {
    stem: 'clax',
    category: 'BCL-2 family inhibitor',
    mechanism: 'inhibits BCL-2',
    pathways: [
      ['Apoptosis', 1],
      ['Senescence', -1],
    ],
  },
  {
    stem: 'axone',
    category: 'NRF2 activator',
    mechanism: 'alkylates KEAP1',
    pathways: [
      ['NRF2', 1],
      ['Oxidative stress', -1],
    ],
  },
]

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
  const { stem, category, mechanism, pathways } = classes[classIndex] as DrugClass
  const rotation = hash(`${seed}|${stem}`)
  const number = Math.floor(index / classes.length)
  const opening = openings[hash(`${rotation}|${number}`) % openings.length] ?? ''
  const name = capital(opening + toSyllables(number, rotation) + stem)
  const code = `${category.slice(0, 2).toUpperCase()}-${100_000 + index}`
  return {
    name,
    synonyms: [code],
    category,
    mechanism,
    pathways: sharedPathways(classIndex, pathways),
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

const lists = new Map<number, DrugEntry['pathways']>()

/** One list a class, not one a drug: a million of them would not fit otherwise. */
function sharedPathways(classIndex: number, pathways: DrugClass['pathways']): DrugEntry['pathways'] {
  const known = lists.get(classIndex)
  if (known) return known
  const list = pathways.map(([pathway, sign]) => ({ pathway, sign }))
  lists.set(classIndex, list)
  return list
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
