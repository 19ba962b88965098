import type { ClockPlot, Clustering, Pca } from '../../../../shared/domain/cohort.ts'
import type { ComparisonFacts, Data } from './facts.ts'
import type { Cite } from './references.ts'

/** Everything that a methods section says, as paragraphs of Markdown; a paragraph is nothing where it says nothing. */
export type Words = {
  title: string
  synthetic: string
  data: { heading: string; of(data: Data): string[]; ofOne(data: Data, clientReference: string): string[] }
  comparison: {
    heading: string
    groups(compared: ComparisonFacts): string[]
    test(compared: ComparisonFacts, cite: Cite): string[]
    adjusted(compared: ComparisonFacts, cite: Cite): string[]
    replicates(compared: ComparisonFacts, cite: Cite): string[]
  }
  clock: { heading: string; of(clock: ClockPlot, cite: Cite): string[] }
  structure: {
    heading: string
    trees(clustering: Clustering, cite: Cite): string[]
    components(pca: Pca): string[]
  }
  software: { heading: string; of(version: string, statistics: boolean): string[] }
  references: string
}
