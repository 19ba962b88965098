import { Failure } from '../../shared/contract/failures.ts'
import type { SampleChoice } from '../../shared/domain/results/cohort.ts'
import type { SampleFilter } from '../../shared/domain/samples/sample.ts'
import { message } from '../../shared/messages/message.ts'
import { yieldingChunks } from '../concurrency/chunks.ts'
import type { Database } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import type { JournalSchema } from '../store/journal.ts'

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
    if (!checkedLists.has(choice.sampleIds)) await requireRegistered(options.journal, uniqueIds)
    checkedLists.add(choice.sampleIds)
    return uniqueIds
  }
}

/** So many are looked up in a few ms; then whatever else waits has its turn. */
const lookupBatchSize = 2000

async function requireRegistered({ query }: Database<JournalSchema>, sampleIds: string[]): Promise<void> {
  for await (const chunk of yieldingChunks(sampleIds, lookupBatchSize)) {
    const rows = await query
      .selectFrom('register_index')
      .select('sample_id')
      .where('sample_id', 'in', boundList(chunk))
      .execute()
    if (rows.length === chunk.length) continue
    const known = new Set(rows.map((row) => row.sample_id))
    const unknownId = chunk.find((sampleId) => !known.has(sampleId)) ?? ''
    throw new Failure('notFound', message`The register has no sample ${unknownId}.`, {
      what: message`sample`,
    })
  }
}
