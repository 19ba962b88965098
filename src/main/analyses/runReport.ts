/** What happened to the samples of one run, and the sentence that tells it. */
export type RunReport = {
  analysed(): void
  alreadyHere(): void
  /** What a person should know of an answer that was kept; the same words are told once. */
  noted(note: string): void
  /** Its answer was lost when an earlier run ended, so it was asked for once more. */
  askedAgain(): void
  /** `reference`: what a person knows the sample by. */
  failed(reference: string, reason: string): void
  /** How many have an answer now. */
  kept(): number
  text(): string
}

const listedFailures = 10

export function createRunReport(): RunReport {
  const counts = { analysed: 0, alreadyHere: 0, failed: 0 }
  let again = 0
  /** What failed for the same reason stands together. */
  const failures = new Map<string, string[]>()
  let listed = 0
  const notes = new Set<string>()
  return {
    analysed: () => void (counts.analysed += 1),
    alreadyHere: () => void (counts.alreadyHere += 1),
    noted: (note) => void notes.add(note),
    askedAgain: () => void (again += 1),
    failed(reference, reason) {
      counts.failed += 1
      if (listed === listedFailures) return
      listed += 1
      failures.set(reason, [...(failures.get(reason) ?? []), reference])
    },
    kept: () => counts.analysed + counts.alreadyHere,
    text() {
      const parts = [
        `${counted(counts.analysed)} analysed`,
        ...(counts.alreadyHere > 0 ? [`${counts.alreadyHere} had an answer already`] : []),
        ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
      ]
      const more = counts.failed - listed
      const told = [...failures].map(([reason, references]) => `${references.join(', ')}: ${reason}`)
      const list = [...told, ...(more > 0 ? [`and ${more} more`] : [])]
      const noted = [...notes].slice(0, listedFailures)
      const further = notes.size > noted.length ? [`and ${notes.size - noted.length} more notes`] : []
      return [
        `${parts.join(', ')}.`,
        ...(again > 0 ? [twice(again)] : []),
        ...noted,
        ...further,
        ...list,
      ].join('\n')
    },
  }
}

const twice = (requests: number): string =>
  requests === 1
    ? '1 request was under way when an earlier run ended, and its answer was lost: it was sent again, and the service may count it twice.'
    : `${requests} requests were under way when an earlier run ended, and their answers were lost: they were sent again, and the service may count them twice.`

export const counted = (samples: number): string => `${samples} ${samples === 1 ? 'sample' : 'samples'}`
