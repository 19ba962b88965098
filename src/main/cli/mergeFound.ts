import type { Output } from '../../shared/contract/contract.ts'
import { mergeHits } from '../../shared/domain/mergeHits.ts'

type Found = Output<'drugs.search'>

/** What is kept, joined by the service's answer to the same question, as the page of the app shows both. */
export function mergeFound(kept: Found, answer: Found): Found {
  const hits = mergeHits([], kept.hits, answer.hits)
  const total = Math.max(hits.length, kept.total, answer.total)
  const isLeast = [kept, answer].some((one) => one.totalIsLeast === true && one.total === total)
  const said = answer.notice ?? ''
  // An answer that what is kept took the place of says both.
  const more = kept.notice !== null && !said.includes(kept.notice) ? [kept.notice] : []
  return {
    hits,
    total,
    ...(isLeast && { totalIsLeast: true }),
    source: answer.source,
    notice: [...(said === '' ? [] : [said]), ...more].join(' ') || null,
  }
}
