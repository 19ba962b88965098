import type { Failure } from '../../../shared/contract/failures.ts'
import type { ValueMatrix } from '../../../shared/domain/results/cohort.ts'

/** Samples that are requested at once. */
export const samplesPerMatrixPage = 10_000

/** All pages of a matrix, the first among them. Throws `changed` where an answer came between two of them. */
export async function* matrixPages(
  first: ValueMatrix,
  fetchPage: (offset: number) => Promise<ValueMatrix> | ValueMatrix,
  changed: () => Failure,
): AsyncGenerator<ValueMatrix> {
  yield first
  for (let offset = first.samples.length; offset < first.totalSamples; ) {
    const page = await fetchPage(offset)
    if (page.samples.length === 0 || fingerprintOf(page) !== fingerprintOf(first)) throw changed()
    yield page
    offset += page.samples.length
  }
}

/** The same for all pages of one matrix. */
const fingerprintOf = ({ pathways, totalSamples, newestFetchedAt, reference }: ValueMatrix): string =>
  JSON.stringify([totalSamples, newestFetchedAt, reference, pathways])
