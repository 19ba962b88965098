/** What happened to the samples of one run, and the sentence that tells it. */
export type RunReport = {
  analysed(): void
  alreadyHere(): void
  /** What a person should know of an answer that was kept; the same words are told once. */
  addNote(note: string): void
  /** Its answer was lost when an earlier run ended, so it was asked for once more. */
  resent(): void
  /** `reference`: what a person knows the sample by. */
  failed(reference: string, reason: string): void
  /** How many have an answer now. */
  withResult(): number
  text(): string
}

const listedFailures = 10

export function createRunReport(): RunReport {
  const counts = { analysed: 0, alreadyHere: 0, failed: 0 }
  let resentCount = 0
  /** What failed for the same reason stands together. */
  const failures = new Map<string, string[]>()
  let listedCount = 0
  const notes = new Set<string>()
  return {
    analysed: () => void (counts.analysed += 1),
    alreadyHere: () => void (counts.alreadyHere += 1),
    addNote: (note) => void notes.add(note),
    resent: () => void (resentCount += 1),
    failed(reference, reason) {
      counts.failed += 1
      if (listedCount === listedFailures) return
      listedCount += 1
      failures.set(reason, [...(failures.get(reason) ?? []), reference])
    },
    withResult: () => counts.analysed + counts.alreadyHere,
    text() {
      const parts = [
        `${formatSampleCount(counts.analysed)} analysed`,
        ...(counts.alreadyHere > 0 ? [`${counts.alreadyHere} had an answer already`] : []),
        ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
      ]
      const more = counts.failed - listedCount
      const failureLines = [...failures].map(([reason, references]) => `${references.join(', ')}: ${reason}`)
      const list = [...failureLines, ...(more > 0 ? [`and ${more} more`] : [])]
      const shownNotes = [...notes].slice(0, listedFailures)
      const moreNotes =
        notes.size > shownNotes.length ? [`and ${notes.size - shownNotes.length} more notes`] : []
      return [
        `${parts.join(', ')}.`,
        ...(resentCount > 0 ? [formatResent(resentCount)] : []),
        ...shownNotes,
        ...moreNotes,
        ...list,
      ].join('\n')
    },
  }
}

const formatResent = (requests: number): string =>
  requests === 1
    ? '1 request was under way when an earlier run ended, and its answer was lost: it was sent again, and the service may count it twice.'
    : `${requests} requests were under way when an earlier run ended, and their answers were lost: they were sent again, and the service may count them twice.`

export const formatSampleCount = (samples: number): string =>
  `${samples} ${samples === 1 ? 'sample' : 'samples'}`
