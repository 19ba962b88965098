import type { AnalysisResponse, ClockResponse, ServiceResponse } from '../ports.ts'

type ChunkResults<T> = readonly [ServiceResponse<T>, ...ServiceResponse<T>[]]

/** The answers to the parts of a list as one: each pathway once, all raw answers kept, and a note that says so. */
export function mergeAnalyses(
  results: ChunkResults<AnalysisResponse>,
  size: number,
): ServiceResponse<AnalysisResponse> {
  const scores = uniqueByPathway(results.flatMap(({ value }) => value.scores))
  const note = [splitNote(results.length, size), ...notesOf(results)].join(' ')
  return withTrace(results, { sampleId: results[0].value.sampleId, scores, note })
}

/**
 * Values of the sample as a whole may follow from the pathways asked for: those that differ between the parts belong
 * to none of them, and are left out.
 */
export function mergeClocks(
  results: ChunkResults<ClockResponse>,
  size: number,
): ServiceResponse<ClockResponse> {
  const [first, ...others] = results.map(({ value }) => new Map(value.values.map((v) => [v.name, v.value])))
  const common = [...(first ?? [])].filter(([name, value]) =>
    others.every((other) => other.get(name) === value),
  )
  const values = common.map(([name, value]) => ({ name, value }))
  const names = new Set(results.flatMap(({ value }) => value.values.map(({ name }) => name)))
  const differing = [...names].filter((name) => !common.some(([commonName]) => commonName === name))
  const omittedNote =
    differing.length === 0
      ? ''
      : ` Left out, since the parts do not agree on it: ${differing.join(', ')}; see the raw answers.`
  return withTrace(results, {
    sampleId: results[0].value.sampleId,
    values,
    offsets: uniqueByPathway(results.flatMap(({ value }) => value.offsets)),
    note: [`${splitNote(results.length, size)}${omittedNote}`, ...notesOf(results)].join(' '),
  })
}

const notesOf = (results: ChunkResults<{ note?: string }>): string[] => [
  ...new Set(results.flatMap(({ value }) => value.note ?? [])),
]

const splitNote = (count: number, size: number): string =>
  `The service did not take the whole list of pathways at once, so it was asked in ${count} parts of at most ${size}.`

function uniqueByPathway<T extends { pathway: string }>(entries: T[]): T[] {
  const seen = new Set<string>()
  return entries.filter(({ pathway }) => !seen.has(pathway) && seen.add(pathway))
}

function withTrace<T>(results: ChunkResults<unknown>, value: T): ServiceResponse<T> {
  const ids = results.flatMap(({ requestId }) => requestId ?? [])
  return {
    ...results[0],
    value,
    raw: results.map(({ raw }) => raw),
    fetchedAt: results.at(-1)?.fetchedAt ?? results[0].fetchedAt,
    requestId: ids.length === 0 ? null : ids.join(', '),
    synthetic: results.some(({ synthetic }) => synthetic),
  }
}
