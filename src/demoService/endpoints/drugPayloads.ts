import type { DrugEntry } from '../model/drugEntry.ts'
import { directionOf } from '../model/screen.ts'

/** A drug in a list. */
export const drugPayload = (drug: DrugEntry) => ({
  drug_id: drug.drugId,
  name: drug.name,
  synonyms: drug.synonyms,
  category: drug.category,
  description: drug.generated ? `${drug.mechanism} (generated entry, no real substance)` : drug.mechanism,
})

/** A drug by itself, with what is known of it elsewhere. */
export const drugDetailPayload = (drug: DrugEntry) => ({
  ...drugPayload(drug),
  evidence: drug.evidence,
  drugbank_id: drug.drugbankId,
  chembl_id: drug.chemblId,
  generated: drug.generated,
  synthetic: true,
})

export const pathwayPayload = (drug: DrugEntry) =>
  drug.pathways.map(({ pathway, sign }) => ({
    pathway,
    direction: directionOf(sign),
    evidence: drug.evidence,
  }))
