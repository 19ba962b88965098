import { realDrugNamed } from './catalogue.ts'
import type { DrugEntry } from './drugEntry.ts'

/** How strongly a drug moves a pathway that it acts on, in units of activity; what it does indirectly is weaker. */
const strength = { direct: 1, indirect: 0.7 }

/** What a moved pathway passes on: [cause, effect, share of the movement]. One step, never a chain. */
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
/** What a group called "treated" got when its order does not say. */
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
