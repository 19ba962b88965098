/** What a search of everything finds; `id`: of the sample, study, pathway or drug. */
export type SearchHit = {
  kind: 'study' | 'sample' | 'pathway' | 'drug'
  id: string
  name: string
  /** What else tells it from others: the id of a sample, the question of a study, the category of a drug; null: nothing. */
  detail: string | null
  /** How the text stands in name or id: it is the whole of it, its beginning, or elsewhere. */
  match: 'whole' | 'beginning' | 'elsewhere'
}
