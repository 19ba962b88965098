/**
 * Pathway activity and aging offset of one sample, as returned by the service. The unit and range of both are not
 * documented; a positive offset is assumed to mean "older than expected".
 */
export type PathwayScore = { pathway: string; activity: number | null; agingOffset: number | null }

/** The origin of a stored result. Its raw JSON is stored beside it in the cache. */
export type Provenance = { fetchedAt: string; service: string; requestId: string | null; synthetic: boolean }

/** A number that pathway-clock returned for the sample as a whole, under the service's own name. */
export type ClockValue = { name: string; value: number }

/** The result of one sample. The provenance and raw JSON are those of its newest pathway analysis. */
export type SampleResult = Provenance & {
  sampleId: string
  clientReference: string
  /** `from`: the earlier analysis that a score comes from, if the newest one did not request its pathway. */
  scores: (PathwayScore & { from?: Provenance })[]
  clock: (Provenance & { values: ClockValue[]; offsets: { pathway: string; agingOffset: number }[] }) | null
  raw: unknown
}

export type Measure = 'activity' | 'aging_offset'
