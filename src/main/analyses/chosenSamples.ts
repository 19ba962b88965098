import { setImmediate as turn } from 'node:timers/promises'
import { Failure } from '../../shared/contract/failures.ts'
import type { SampleChoice } from '../../shared/domain/cohort.ts'
import type { SampleFilter } from '../../shared/domain/register.ts'
import type { Database } from '../ports.ts'
import { among } from '../store/among.ts'
import type { JournalSchema } from '../store/journal.ts'

/** The samples that a search of the register finds, in its order. */
export type FindSamples = (text: string, filter: SampleFilter) => Promise<string[]>

/**
 * The samples that are meant, each once: named ones in the order in which they are named, others in that of the
 * register. None where a search finds none. Throws `notFound` for one that the register does not hold.
 */
export type ChooseSamples = (choice: SampleChoice) => Promise<string[]>

export function createChooser(options: {
  journal: Database<JournalSchema>
  /** The register's own search, handed in by the composition. */
  findSamples: FindSamples
}): ChooseSamples {
  /** Lists that were looked up: whoever asks for piece after piece names the same one each time. */
  const known = new WeakSet<readonly string[]>()
  return async (choice) => {
    if (!('sampleIds' in choice)) {
      const found = await options.findSamples(choice.text ?? '', choice.filter)
      const except = new Set(choice.except)
      return except.size === 0 ? found : found.filter((sampleId) => !except.has(sampleId))
    }
    const asked = [...new Set(choice.sampleIds)]
    if (!known.has(choice.sampleIds)) await refuseStranger(options.journal, asked)
    known.add(choice.sampleIds)
    return asked
  }
}

/** So many are looked up in a few ms; then whatever else waits has its turn. */
const lookedUpAtOnce = 2000

async function refuseStranger({ query }: Database<JournalSchema>, sampleIds: string[]): Promise<void> {
  for (let from = 0; from < sampleIds.length; from += lookedUpAtOnce) {
    if (from > 0) await turn()
    const some = sampleIds.slice(from, from + lookedUpAtOnce)
    const rows = await query
      .selectFrom('register_index')
      .select('sample_id')
      .where('sample_id', 'in', among(some))
      .execute()
    if (rows.length === some.length) continue
    const known = new Set(rows.map((row) => row.sample_id))
    const stranger = some.find((sampleId) => !known.has(sampleId)) ?? ''
    throw new Failure('notFound', `The sample ${stranger} is not in the register of this computer.`, {
      what: 'sample',
    })
  }
}
