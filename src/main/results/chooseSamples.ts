import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { SampleFilter } from '../../shared/domain/samples/sample.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { requireRegistered } from '../store/requireRegistered.ts'

/** Returns the samples that a search of the register finds, in register order. */
export type FindSamples = (text: string, filter: SampleFilter) => Promise<string[]>

/** Returns the chosen samples: named ones in the given order, others in register order. Throws `notFound`. */
export type ChooseSamples = (choice: SampleChoice) => Promise<string[]>

export function createSampleChooser(options: {
  journal: Database<JournalSchema>
  /** The search of the register, passed in by the composition. */
  findSamples: FindSamples
}): ChooseSamples {
  /** Lists that were already checked. A caller that reads page by page passes the same list each time. */
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
