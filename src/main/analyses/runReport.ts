/** What happened to the samples of one run, and the sentence that tells it. */
export type RunReport = {
  analysed(): void
  alreadyHere(): void
  /** What a person should know of an answer that was kept; the same words are told once. */
  noted(note: string): void
  /** `reference`: what a person knows the sample by. */
  failed(reference: string, reason: string): void
  /** How many have an answer now. */
  kept(): number
  text(): string
}

const listedFailures = 10

export function createRunReport(): RunReport {
  const counts = { analysed: 0, alreadyHere: 0, failed: 0 }
  const failures: string[] = []
  const notes = new Set<string>()
  return {
    analysed: () => void (counts.analysed += 1),
    alreadyHere: () => void (counts.alreadyHere += 1),
    noted: (note) => void notes.add(note),
    failed(reference, reason) {
      counts.failed += 1
      if (failures.length < listedFailures) failures.push(`${reference}: ${reason}`)
    },
    kept: () => counts.analysed + counts.alreadyHere,
    text() {
      const parts = [
        `${counted(counts.analysed)} analysed`,
        ...(counts.alreadyHere > 0 ? [`${counts.alreadyHere} had an answer already`] : []),
        ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
      ]
      const more = counts.failed - failures.length
      const list = [...failures, ...(more > 0 ? [`and ${more} more`] : [])]
      return [`${parts.join(', ')}.`, ...notes, ...list].join('\n')
    },
  }
}

export const counted = (samples: number): string => `${samples} ${samples === 1 ? 'sample' : 'samples'}`
