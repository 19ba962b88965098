/**
 * Pathway activity and aging offset of one sample, as returned by the service.
 * Unit and range of both are not documented; a positive offset is assumed to mean "older than expected".
 */
export type PathwayScore = { pathway: string; activity: number | null; agingOffset: number | null }

/** Where a stored answer came from; `raw` JSON is stored beside it in the cache. */
export type Provenance = { fetchedAt: string; service: string; requestId: string | null; synthetic: boolean }

/** Numbers that pathway-clock returned for the sample as a whole, under the service's own names. */
export type ClockValue = { name: string; value: number }

/** With the provenance of its newest pathway analysis, whose raw JSON is given. */
export type SampleResult = Provenance & {
  sampleId: string
  clientReference: string
  /** `from`: of an answer before the newest, with which this pathway was not requested. */
  scores: (PathwayScore & { from?: Provenance })[]
  clock: (Provenance & { values: ClockValue[]; offsets: { pathway: string; agingOffset: number }[] }) | null
  raw: unknown
}

export type Measure = 'activity' | 'aging_offset'
