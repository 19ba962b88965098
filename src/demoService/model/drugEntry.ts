export type Sign = 1 | -1

/** A drug as the service knows it. `generated`: made up for volume, no real substance. */
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
