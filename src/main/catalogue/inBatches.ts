import type { SeenDrug } from './drugRows.ts'

/** Kept and indexed in one transaction: an answer of the service as it comes, 20 to 50 ms of a thread's work. */
const drugsAtOnce = 100
/** A megabyte of description costs as much as a thousand drugs, so a transaction is bounded by its text too. */
const mostCharactersAtOnce = 1_000_000

export function* inBatches(seen: readonly SeenDrug[]): Generator<SeenDrug[]> {
  let batch: SeenDrug[] = []
  let characters = 0
  for (const one of seen) {
    batch.push(one)
    characters += (one.drug.description?.length ?? 0) + one.drug.synonyms.length * 20
    if (batch.length < drugsAtOnce && characters < mostCharactersAtOnce) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
