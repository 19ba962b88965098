import type { FetchedDrug } from './drugRows.ts'

/** Kept and indexed in one transaction: an answer of the service as it comes, 20 to 50 ms of a thread's work. */
const maxDrugsPerBatch = 100
/** A megabyte of description costs as much as a thousand drugs, so a transaction is bounded by its text too. */
const maxCharactersPerBatch = 1_000_000

export function* inBatches(fetched: readonly FetchedDrug[]): Generator<FetchedDrug[]> {
  let batch: FetchedDrug[] = []
  let characters = 0
  for (const one of fetched) {
    batch.push(one)
    characters += (one.drug.description?.length ?? 0) + one.drug.synonyms.length * 20
    if (batch.length < maxDrugsPerBatch && characters < maxCharactersPerBatch) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
