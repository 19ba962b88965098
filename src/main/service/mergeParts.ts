import type { AnalysisAnswer, Answer, ClockAnswer } from '../ports.ts'

type Parts<T> = readonly [Answer<T>, ...Answer<T>[]]

/** The answers to the parts of a list as one: each pathway once, all raw answers kept, and a note that says so. */
export function mergeAnalyses(parts: Parts<AnalysisAnswer>, size: number): Answer<AnalysisAnswer> {
  const scores = onceByPathway(parts.flatMap(({ value }) => value.scores))
  const note = [putTogether(parts.length, size), ...notesOf(parts)].join(' ')
  return traced(parts, { sampleId: parts[0].value.sampleId, scores, note })
}

/**
 * Values of the sample as a whole may follow from the pathways asked for: those that differ between the parts belong
 * to none of them, and are left out.
 */
export function mergeClocks(parts: Parts<ClockAnswer>, size: number): Answer<ClockAnswer> {
  const [first, ...others] = parts.map(({ value }) => new Map(value.values.map((v) => [v.name, v.value])))
  const same = [...(first ?? [])].filter(([name, value]) =>
    others.every((other) => other.get(name) === value),
  )
  const values = same.map(([name, value]) => ({ name, value }))
  const names = new Set(parts.flatMap(({ value }) => value.values.map(({ name }) => name)))
  const differing = [...names].filter((name) => !same.some(([kept]) => kept === name))
  const leftOut =
    differing.length === 0
      ? ''
      : ` Left out, since the parts do not agree on it: ${differing.join(', ')}; see the raw answers.`
  return traced(parts, {
    sampleId: parts[0].value.sampleId,
    values,
    offsets: onceByPathway(parts.flatMap(({ value }) => value.offsets)),
    note: [`${putTogether(parts.length, size)}${leftOut}`, ...notesOf(parts)].join(' '),
  })
}

const notesOf = (parts: Parts<{ note?: string }>): string[] => [
  ...new Set(parts.flatMap(({ value }) => value.note ?? [])),
]

const putTogether = (parts: number, size: number): string =>
  `The service did not take the whole list of pathways at once, so it was asked in ${parts} parts of at most ${size}.`

function onceByPathway<T extends { pathway: string }>(entries: T[]): T[] {
  const seen = new Set<string>()
  return entries.filter(({ pathway }) => !seen.has(pathway) && seen.add(pathway))
}

function traced<T>(parts: Parts<unknown>, value: T): Answer<T> {
  const ids = parts.flatMap(({ requestId }) => requestId ?? [])
  return {
    ...parts[0],
    value,
    raw: parts.map(({ raw }) => raw),
    fetchedAt: parts.at(-1)?.fetchedAt ?? parts[0].fetchedAt,
    requestId: ids.length === 0 ? null : ids.join(', '),
    synthetic: parts.some(({ synthetic }) => synthetic),
  }
}
