import type { DrugMatch } from '../../../shared/domain/drug.ts'
import type { Question } from './question.ts'
import type { CacheQueries } from './rawSql.ts'
import {
  byWholeWords,
  byWords,
  byWordsSorted,
  everything,
  exactNames,
  namesFrom,
  withinNames,
} from './searchSteps.ts'
import { findTypos } from './searchTypos.ts'

type MatchKind = DrugMatch['kind']
/** Ids in order of rank, each with how it was found. */
export type Found = Map<number, MatchKind>

/** A typo is looked for when less than this is found as it is written. */
const fewHits = 5

/**
 * The first `need` drugs, best first: exact names, names that begin so, words of names, words of anything, letters
 * within names, typos. Each step is asked only when the ones before it gave too few, and ends early by itself.
 */
export async function searchIndex(query: CacheQueries, question: Question, need: number): Promise<Found> {
  const found: Found = new Map()
  const add = (kind: MatchKind, ids: readonly number[]) => {
    for (const id of ids) if (!found.has(id)) found.set(id, kind)
  }
  if (question.words.length === 0) {
    add('words', await everything(query, question, need))
    return found
  }
  const steps = question.byName ? stepsByName(query, question, need) : stepsByRank(query, question, need)
  for (const [kind, find] of steps) {
    add(kind, await find(found.size))
    if (found.size >= need) return found
  }
  if (found.size < fewHits) add('typo', await findTypos(query, question))
  return found
}

type Step = [kind: MatchKind, find: (alreadyFound: number) => Promise<number[]>]

const stepsByRank = (query: CacheQueries, question: Question, need: number): Step[] => [
  ['exact', () => exactNames(query, question)],
  ['prefix', () => namesFrom(query, question, 0, need)],
  ['prefix', () => namesFrom(query, question, 1, need)],
  ['nameWords', (already) => byWords(query, 'drug_name_words', question, need + already)],
  ['words', (already) => byWholeWords(query, question, need + already)],
  ['words', (already) => byWords(query, 'drug_words', question, need + already)],
  ['within', () => withinNames(query, question)],
]

/** Names that begin so come in order of the name without being sorted; what else matches has to be. */
const stepsByName = (query: CacheQueries, question: Question, need: number): Step[] => [
  ['prefix', () => namesFrom(query, question, 0, need)],
  ['words', () => byWordsSorted(query, question)],
  ['within', () => withinNames(query, question)],
]
