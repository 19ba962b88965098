import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { SampleFilter } from '../../shared/domain/samples/sample.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { requireRegistered } from '../store/requireRegistered.ts'

/** The samples that a search of the register finds, in its order. */
export type FindSamples = (text: string, filter: SampleFilter) => Promise<string[]>

/**
 * The samples that are meant, each once: named ones in the order in which they are named, others in that of the
 * register. None where a search finds none. Throws `notFound` for one that the register does not hold.
 */
export type ChooseSamples = (choice: SampleChoice) => Promise<string[]>

export function createSampleChooser(options: {
  journal: Database<JournalSchema>
  /** The register's own search, handed in by the composition. */
  findSamples: FindSamples
}): ChooseSamples {
  /** Lists that were looked up: whoever asks for piece after piece names the same one each time. */
  const checkedLists = new WeakSet<readonly string[]>()
  return async (choice) => {
    if (!('sampleIds' in choice)) {
      const found = await options.findSamples(choice.text ?? '', choice.filter)
      const except = new Set(choice.except)
      return except.size === 0 ? found : found.filter((sampleId) => !except.has(sampleId))
    }
    const uniqueIds = [...new Set(choice.sampleIds)]
    if (!checkedLists.has(choice.sampleIds)) await requireRegistered(options.journal.query, uniqueIds)
    checkedLists.add(choice.sampleIds)
    return uniqueIds
  }
}
