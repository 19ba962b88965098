import type { TableChoice } from '../../shared/domain/exporting.ts'
import type { Sources } from './contents.ts'

/** Tables that are read in many pieces: what is said of their origin is read before their rows. */
const chunkedTables: readonly TableChoice['kind'][] = [
  'resultsLong',
  'samples',
  'screening',
  'history',
  'answers',
]

/**
 * The sources as they are at one moment, where the table needs that. An answer that arrives meanwhile is neither in its
 * rows nor in what is said of them. `close` may be called again.
 */
export async function atSnapshot(
  sources: Sources,
  choice: TableChoice,
): Promise<{ sources: Sources; close(): Promise<void> }> {
  if (!chunkedTables.includes(choice.kind)) return { sources, close: async () => {} }
  // Chosen before the moment, so that each of them is there at it.
  const sampleIds = 'of' in choice && choice.kind !== 'drugs' ? await sources.chooseSamples(choice.of) : []
  const { journal, answers, close } = await sources.openSnapshot()
  let closing: Promise<void> | null = null
  return {
    sources: { ...sources, journal, answers, chooseSamples: async () => sampleIds },
    close: () => (closing ??= close()),
  }
}
