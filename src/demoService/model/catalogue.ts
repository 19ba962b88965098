import { realDrugs } from '../data/drugs.ts'
import type { DrugEntry } from './drugEntry.ts'
import { generatedDrug } from './generatedDrugs.ts'

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
